import { newId } from '../../../../src/server/platform/database/ids.ts'
import { newUser, storeProfile } from '../../../support/people.ts'
import { freshCustomer } from '../scene.ts'
import { at, customerId, exportOf, listOf, type Occasion, type Requests } from './request.ts'

const agentOf = ({ scene, side }: Occasion) => (side === 'own' ? scene.people.agent : scene.people.otherAgent)
const expendable = async (occasion: Occasion): Promise<string> =>
  occasion.isLetIn ? (await freshCustomer(occasion.scene, agentOf(occasion))).id : customerId(occasion)

/** Users and profiles. */
export const people: Requests = {
  'POST /api/passwords/strength': () => ({ path: '/api/passwords/strength', body: { password: 'secreta' } }),
  'GET /api/users/me': at('/api/users/me'),
  'GET /api/users': listOf('/api/users', customerId),
  'GET /api/users/short': listOf('/api/users/short', customerId),
  'GET /api/users/size': listOf('/api/users/size', customerId),
  'GET /api/users/export': exportOf('/api/users', customerId),
  'GET /api/users/expiring': at('/api/users/expiring'),
  'GET /api/users/expiring/days': at('/api/users/expiring/days'),
  'GET /api/users/balance/low': at('/api/users/balance/low'),
  'GET /api/users/:id': (occasion) => ({ path: `/api/users/${customerId(occasion)}` }),
  'POST /api/users': ({ scene }) => ({ path: '/api/users', body: newUser(scene.profiles.app) }),
  'PUT /api/users/:id': (occasion) => ({
    path: `/api/users/${customerId(occasion)}`,
    body: { comment: 'Llamó hoy' },
  }),
  'DELETE /api/users/:id': async (occasion) => ({ path: `/api/users/${await expendable(occasion)}` }),
  'POST /api/users/bulk': ({ scene, side }) => ({
    path: '/api/users/bulk',
    status: 409,
    body: {
      ids: [scene.own.id],
      expected: 2,
      ...(side === 'own' ? { action: 'update', changes: { status: 'enable' } } : { action: 'delete' }),
    },
  }),
  'POST /api/users/imports': () => ({
    path: '/api/users/imports',
    status: 422,
    body: '',
    headers: { 'content-type': 'text/csv' },
  }),
  'GET /api/users/imports': at('/api/users/imports'),
  'GET /api/users/imports/fields': at('/api/users/imports/fields'),
  'GET /api/users/demo/many': at('/api/users/demo/many'),
  'GET /api/users/demo/expired': at('/api/users/demo/expired'),
  'DELETE /api/users/demo': at('/api/users/demo'),
  'PUT /api/users/:id/password': async (occasion) => ({
    path: `/api/users/${await expendable(occasion)}/password`,
    body: { oldPassword: newUser('').password, newPassword: 'otra-clave' },
  }),
  'GET /api/users/:id/sessions': (occasion) => ({ path: `/api/users/${customerId(occasion)}/sessions` }),
  'DELETE /api/users/:id/sessions': (occasion) => ({ path: `/api/users/${customerId(occasion)}/sessions` }),
  'GET /api/users/:id/factors': (occasion) => ({ path: `/api/users/${customerId(occasion)}/factors` }),
  'DELETE /api/users/:id/factors': (occasion) => ({ path: `/api/users/${customerId(occasion)}/factors` }),
  'POST /api/users/:id/notices': (occasion) => ({
    path: `/api/users/${customerId(occasion)}/notices`,
    body: { notice: 'expiry' },
  }),
  'GET /api/users/:id/timeline': (occasion) => ({ path: `/api/users/${customerId(occasion)}/timeline` }),
  'POST /api/users/:id/notes': (occasion) => ({
    path: `/api/users/${customerId(occasion)}/notes`,
    body: { text: `Llamó ${newId()}` },
  }),
  'DELETE /api/users/:id/notes/:note': async (occasion) => {
    const notes = `/api/users/${customerId(occasion)}/notes`
    const { person } = occasion.caller
    // Refused for customers that the caller does not see.
    const { body } = occasion.isLetIn && person ? await person.post(notes, { text: newId() }) : {}
    return { path: `${notes}/${body?._id ?? newId()}` }
  },
  'GET /api/profiles': listOf('/api/profiles', ({ scene }) => scene.profiles.ordinary),
  'GET /api/profiles/size': listOf('/api/profiles/size', ({ scene }) => scene.profiles.ordinary),
  'GET /api/profiles/export': exportOf('/api/profiles', ({ scene }) => scene.profiles.ordinary),
  'GET /api/profiles/:id': ({ scene }) => ({ path: `/api/profiles/${scene.profiles.ordinary}` }),
  'POST /api/profiles': () => ({ path: '/api/profiles', body: newProfile() }),
  'PUT /api/profiles/:id': ({ scene: { profiles }, side }) => ({
    path: `/api/profiles/${side === 'own' ? profiles.ordinary : profiles.sa}`,
    body: { accessApp: false },
  }),
  'POST /api/profiles/bulk': ({ scene: { profiles } }) => ({
    path: '/api/profiles/bulk',
    status: 409,
    body: { ids: [profiles.ordinary], expected: 2, action: 'delete' },
  }),
  'DELETE /api/profiles/:id': async ({ scene: { test, profiles }, side, isLetIn }) => {
    const own = isLetIn ? await storeProfile(test, `sobra ${newId()}`) : profiles.ordinary
    // The profile of sa is a system profile.
    return side === 'own'
      ? { path: `/api/profiles/${own}` }
      : { path: `/api/profiles/${profiles.sa}`, status: 409 }
  },
}

const newProfile = () => ({
  name: `Perfil ${newId()}`,
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
  routeAccess: [],
})
