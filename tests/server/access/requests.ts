import { newId } from '../../../src/server/database/ids.ts'
import { apkOf } from '../../support/apk.ts'
import { saleOf } from '../../support/credits.ts'
import { newUser, PASSWORD, storeProfile } from '../../support/people.ts'
import { createEpisode, episodeOf } from '../../support/series.ts'
import { again, type MatrixCaller } from './callers.ts'
import {
  ENTITY_PATHS,
  freshCustomer,
  freshImport,
  freshMovement,
  freshRecord,
  newBody,
  newImport,
  type Scene,
  type Side,
} from './scene.ts'

/** One knock at a door. */
export interface Occasion {
  readonly scene: Scene
  readonly caller: MatrixCaller
  readonly side: Side
  /** Whether an answer is expected that may use the row up: then it is one of its own. */
  readonly isLetIn: boolean
}

export interface Trial {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Another session than the caller's. */
  readonly token?: string | undefined
  /** How much an answer tells of the row; without it there is nothing to count. */
  readonly found?: (json: unknown) => number
}

type Request = (occasion: Occasion) => Trial | Promise<Trial>
type Requests = Readonly<Record<string, Request>>

const isRecord = (json: unknown): json is Record<string, unknown> => typeof json === 'object' && json !== null
const countIn = (json: unknown): number => {
  if (Array.isArray(json)) return json.length
  return isRecord(json) ? Number(json.count) : 0
}
const lengthOf =
  (field: string) =>
  (json: unknown): number =>
    isRecord(json) ? countIn(json[field]) : 0

/** A list, a count or a sum, asked for one row alone. */
const listOf =
  (path: string, idOf: (occasion: Occasion) => string | Promise<string>, found = countIn): Request =>
  async (occasion) => ({ path: `${path}?ids=${await idOf(occasion)}`, found })

const at =
  (path: string): Request =>
  () => ({ path })

const entityRequests = (path: string): Requests => {
  const shared = ({ scene }: Occasion) => scene.records[path] ?? ''
  const isFresh = (occasion: Occasion) =>
    occasion.isLetIn ? freshRecord(occasion.scene, path) : shared(occasion)
  return {
    [`GET ${path}`]: listOf(path, shared),
    [`GET ${path}/short`]: listOf(`${path}/short`, shared),
    [`GET ${path}/size`]: listOf(`${path}/size`, shared),
    [`GET ${path}/:id`]: (occasion) => ({ path: `${path}/${shared(occasion)}` }),
    [`POST ${path}`]: () => ({ path, body: newBody(path) }),
    [`PUT ${path}/:id`]: (occasion) => ({ path: `${path}/${shared(occasion)}`, body: { status: true } }),
    [`DELETE ${path}/:id`]: async (occasion) => ({ path: `${path}/${await isFresh(occasion)}` }),
  }
}

const customerId = ({ scene, side }: Occasion): string => scene[side].id
const agentOf = ({ scene, side }: Occasion) =>
  side === 'own' ? scene.people.agent : scene.people.strangeAgent
const expendable = async (occasion: Occasion): Promise<string> =>
  occasion.isLetIn ? (await freshCustomer(occasion.scene, agentOf(occasion))).id : customerId(occasion)

const people: Requests = {
  'GET /api/users/me': at('/api/users/me'),
  'GET /api/users': listOf('/api/users', customerId),
  'GET /api/users/short': listOf('/api/users/short', customerId),
  'GET /api/users/size': listOf('/api/users/size', customerId),
  'GET /api/users/expiring': at('/api/users/expiring'),
  'GET /api/users/:id': (occasion) => ({ path: `/api/users/${customerId(occasion)}` }),
  'POST /api/users': ({ scene }) => ({ path: '/api/users', body: newUser(scene.profiles.app) }),
  'PUT /api/users/:id': (occasion) => ({
    path: `/api/users/${customerId(occasion)}`,
    body: { comment: 'Llamó hoy' },
  }),
  'DELETE /api/users/:id': async (occasion) => ({ path: `/api/users/${await expendable(occasion)}` }),
  'GET /api/users/demo/expired': at('/api/users/demo/expired'),
  'DELETE /api/users/demo': at('/api/users/demo'),
  'PUT /api/users/:id/password': async (occasion) => ({
    path: `/api/users/${await expendable(occasion)}/password`,
    body: { oldPassword: 'equivocada', newPassword: 'otra-clave' },
  }),
  'GET /api/profiles': listOf('/api/profiles', ({ scene }) => scene.profiles.ordinary),
  'GET /api/profiles/size': listOf('/api/profiles/size', ({ scene }) => scene.profiles.ordinary),
  'GET /api/profiles/:id': ({ scene }) => ({ path: `/api/profiles/${scene.profiles.ordinary}` }),
  'POST /api/profiles': () => ({ path: '/api/profiles', body: newProfile() }),
  'PUT /api/profiles/:id': ({ scene: { profiles }, side }) => ({
    path: `/api/profiles/${side === 'own' ? profiles.ordinary : profiles.sa}`,
    body: { accessApp: false },
  }),
  'DELETE /api/profiles/:id': async ({ scene: { test, profiles }, side, isLetIn }) => {
    const own = isLetIn ? await storeProfile(test, `sobra ${newId()}`) : profiles.ordinary
    return { path: `/api/profiles/${side === 'own' ? own : profiles.agent}` }
  },
}

const newProfile = () => ({
  name: `Perfil ${newId()}`,
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  routeAccess: [],
})

const settings: Requests = {
  'GET /api/settings': at('/api/settings'),
  'PUT /api/settings': () => ({ path: '/api/settings', body: { pageSize: 20 } }),
  'PUT /api/settings/updateTvUrlBase': () => ({
    path: '/api/settings/updateTvUrlBase',
    body: { tvUrlBase: 'https://tv.example/' },
  }),
  'GET /api/apk': at('/api/apk'),
  'GET /api/apk/facts': at('/api/apk/facts'),
  'PUT /api/apk': () => ({
    path: '/api/apk',
    body: apkOf(),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'GET /api/lookups/platforms': at('/api/lookups/platforms'),
  'GET /api/lookups/film': at('/api/lookups/film?title=x'),
}

const EPISODE = '/api/series/episode'
const seriesId = ({ scene }: Pick<Occasion, 'scene'>): string => scene.records['/api/series'] ?? ''
const ofSeries =
  (rest: string): Request =>
  (occasion) => ({ path: `/api/series/all_episode/${seriesId(occasion)}${rest}` })
const expendableEpisode = async ({ scene, isLetIn }: Occasion): Promise<string> =>
  isLetIn
    ? (await createEpisode(scene.people.sa, seriesId({ scene }), { title: newId() }))._id
    : scene.episode

const episodes: Requests = {
  'GET /api/series/all_episode/:id': ofSeries(''),
  'GET /api/series/all_episode/:id/size': ofSeries('/size'),
  'GET /api/series/all_episode/:id/seasons': ofSeries('/seasons'),
  'GET /api/series/episode/:id': ({ scene }) => ({ path: `${EPISODE}/${scene.episode}` }),
  'PUT /api/series/episode/:id': (occasion) => ({
    path: `${EPISODE}/${seriesId(occasion)}`,
    body:
      occasion.side === 'own'
        ? episodeOf({ title: newId() })
        : { _id: occasion.scene.episode, reference: 'Caja 7' },
  }),
  'DELETE /api/series/episode/:serieId/:episodeId': async (occasion) => ({
    path: `${EPISODE}/${seriesId(occasion)}/${await expendableEpisode(occasion)}`,
  }),
}

const GUIDES = '/api/channel/guides'
const IMPORT = '/api/channels/import'

const channels: Requests = {
  'GET /api/channels/export.m3u': at('/api/channels/export.m3u'),
  // There is no such guide: nobody here reads a real one.
  'GET /api/channel/guides/:id/channels': () => ({ path: `${GUIDES}/${newId()}/channels?search=x` }),
  'POST /api/channels/import/preview': () => ({
    path: `${IMPORT}/preview`,
    body: '#EXTM3U\n#EXTINF:-1,Uno\nhttps://tv.example/uno\n',
    headers: { 'content-type': 'audio/x-mpegurl' },
  }),
  'POST /api/channels/import': () => ({ path: IMPORT, body: newImport() }),
  'DELETE /api/channels/import/:id': async (occasion) => {
    const importer = importerOf(occasion)
    const id = occasion.isLetIn && importer ? await freshImport(importer) : newId()
    return { path: `${IMPORT}/${id}` }
  },
}

const importerOf = ({ scene: { people: team }, caller, side }: Occasion) => {
  if (side === 'own') return caller.person
  return caller.kind === 'sa' ? team.admin : team.sa
}

const LEDGER = '/api/license_transactions'
const movementId = ({ scene, side }: Occasion): string => scene[side].movement

const ledger: Requests = {
  'GET /api/license_transactions': listOf(LEDGER, movementId),
  'GET /api/license_transactions/size': listOf(`${LEDGER}/size`, movementId),
  'GET /api/license_transactions/totals': listOf(`${LEDGER}/totals`, movementId, lengthOf('sales')),
  'GET /api/license_transactions/summary': listOf(`${LEDGER}/summary`, movementId, lengthOf('days')),
  'GET /api/license_transactions/:id': (occasion) => ({ path: `${LEDGER}/${movementId(occasion)}` }),
  'POST /api/license_transactions': (occasion) => ({ path: LEDGER, body: saleOf(customerId(occasion)) }),
  'PUT /api/license_transactions/:id': async (occasion) => {
    const { caller, scene, side, isLetIn } = occasion
    const isOwn = side === 'own' && isLetIn && caller.person
    const own = isOwn ? await freshMovement(isOwn, scene.own.id) : scene.own.movement
    const path = `${LEDGER}/${side === 'own' ? own : scene.foreign.movement}`
    return { path, body: { status: 'PROCESSED' } }
  },
  'GET /api/reconciliation': at('/api/reconciliation'),
}

const entryId = async ({ scene, caller, side }: Occasion): Promise<string> => {
  const { sa, strangeAgent } = scene.people
  const doer = side === 'own' && caller.kind !== 'admin' ? caller.person : strangeAgent
  const { rows } = await sa.get(`/api/audit?limit=1&user=${(doer ?? strangeAgent).id}`)
  return String(rows[0]?._id ?? newId())
}
const visitId = ({ scene, side }: Occasion): string => scene[side].visit
const activityOf =
  (rest: string): Request =>
  ({ scene, side }) => ({ path: `/api/activitys/${encodeURIComponent(scene[side].name)}${rest}` })
const film = ({ scene }: Occasion): string => scene.records['/api/movies'] ?? ''
const issueOf = ({ scene }: Occasion): string => scene.issue

const support: Requests = {
  'GET /api/histories': listOf('/api/histories', visitId),
  'GET /api/histories/size': listOf('/api/histories/size', visitId),
  'GET /api/histories/summary': listOf('/api/histories/summary', visitId, lengthOf('days')),
  'GET /api/histories/:userId': (occasion) => ({ path: `/api/histories/${customerId(occasion)}` }),
  'POST /api/histories': (occasion) => ({
    path: '/api/histories',
    body: { contentId: film(occasion), mediaType: 'Movie' },
  }),
  'GET /api/activitys/:username': activityOf(''),
  'GET /api/activitys/:username/size': activityOf('/size'),
  'GET /api/issues': listOf('/api/issues', issueOf),
  'GET /api/issues/size': listOf('/api/issues/size', issueOf),
  'GET /api/issues/totals': at('/api/issues/totals'),
  'GET /api/issues/groups': at('/api/issues/groups'),
  'GET /api/issues/groups/size': at('/api/issues/groups/size'),
  'PUT /api/issues/:id': (occasion) => ({
    path: `/api/issues/${issueOf(occasion)}`,
    body: { status: true },
  }),
  'POST /api/issues/changeAllToFixes': () => ({ path: '/api/issues/changeAllToFixes', body: {} }),
  'POST /api/issues': (occasion) => ({
    path: '/api/issues',
    body: { mediaId: film(occasion), mediaType: 'Movie', issueType: 'LINK' },
  }),
  'GET /api/audit': listOf('/api/audit', entryId),
  'GET /api/audit/size': listOf('/api/audit/size', entryId),
}

const service: Requests = {
  'GET /health': at('/health'),
  'GET /api/openapi.json': at('/api/openapi.json'),
  'GET /api/docs': at('/api/docs'),
  'GET /pictures/:kind/*': at('/pictures/cover/Uno.svg'),
  // Everybody with a name of its own: many at once with one name are taken for guesses.
  'POST /auth/local': ({ scene, caller: { kind, person } }) => {
    const isOfWeb = kind !== 'app' && kind !== 'demo'
    const { name } = (isOfWeb && person) || scene.people.sa
    return { path: '/auth/local', body: { name, password: PASSWORD } }
  },
  'POST /auth/logout': async ({ scene, caller }) => ({
    path: '/auth/logout',
    token: await again(scene.test, caller),
  }),
}

/** A harmless request for every endpoint: it serves its purpose and takes nothing away that others need. */
export const REQUESTS: Requests = Object.assign(
  {},
  service,
  people,
  settings,
  episodes,
  channels,
  ledger,
  support,
  ...ENTITY_PATHS.map(entityRequests),
)
