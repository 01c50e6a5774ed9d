import { newId } from '../../../src/server/platform/database/ids.ts'
import { apkOf } from '../../support/apk.ts'
import type { Row, TestApp } from '../../support/app.ts'
import { createTransaction, makeTransaction, saleOf } from '../../support/credits.ts'
import { BODIES as COMMON } from '../../support/entities.ts'
import { create } from '../../support/films.ts'
import { newUser, type People, people, profileId, type SignedIn, storeProfile } from '../../support/people.ts'
import { createEpisode, seriesOf } from '../../support/series.ts'
import { viewerApp } from '../../support/viewers.ts'

/** Owner of the row of a request. */
export type Side = 'own' | 'foreign'

/** A customer with its related rows. */
interface Customer {
  id: string
  name: string
  visit: string
  transaction: string
}

/** Rows of the requests. `own` belongs to the agent and to the superagent's scope, `foreign` to neither. */
export interface Scene {
  readonly test: TestApp
  readonly people: People
  readonly own: Customer
  readonly foreign: Customer
  /** One record of each entity, by API path. */
  readonly records: Readonly<Record<string, string>>
  readonly episode: string
  readonly issue: string
  readonly profiles: Readonly<Record<'app' | 'agent' | 'sa' | 'ordinary', string>>
}

/** The series has seasons, for its episodes. */
const BODIES: Readonly<Record<string, Row>> = { ...COMMON, '/api/series': seriesOf() }

/** API paths of all catalogue entities. */
export const ENTITY_PATHS = Object.keys(BODIES)

/** A body with a unique name for a new record. */
export const newBody = (path: string): Row => {
  const body = BODIES[path] ?? {}
  const field = 'title' in body ? 'title' : 'name'
  return { ...body, [field]: `${String(body[field])} ${newId().slice(-12)}` }
}

/** Creates a record; returns its id. */
export const freshRecord = async ({ people: { sa } }: Pick<Scene, 'people'>, path: string): Promise<string> =>
  (await create(sa, path, newBody(path)))._id

/** Creates a customer of an agent. */
export const freshCustomer = async (
  { profiles }: Pick<Scene, 'profiles'>,
  agent: SignedIn,
): Promise<{ id: string; name: string }> => {
  const { _id, name } = await create(agent, '/api/users', newUser(profiles.app))
  return { id: _id, name: String(name) }
}

const customerOf = async (
  test: TestApp,
  agent: SignedIn,
  profiles: Scene['profiles'],
  film: string,
): Promise<Customer> => {
  const { id, name } = await freshCustomer({ profiles }, agent)
  const { body } = await makeTransaction(agent, saleOf(id))
  const viewer = await viewerApp(test, { createdBy: agent.id })
  const visit = await create(viewer, '/api/histories', { contentId: film, mediaType: 'Movie' })
  return { id, name, visit: visit._id, transaction: String(body._id) }
}

/** Creates the rows of all requests. */
export const prepareScene = async (test: TestApp): Promise<Scene> => {
  const team = await people(test)
  const profiles = {
    app: await profileId(test, 'app'),
    agent: await profileId(test, 'agent'),
    sa: await profileId(test, 'sa'),
    ordinary: await storeProfile(test, 'Uno cualquiera'),
  }
  const records: Record<string, string> = {}
  for (const path of ENTITY_PATHS) records[path] = await freshRecord({ people: team }, path)
  const film = records['/api/movies'] ?? ''
  const { _id: episode } = await createEpisode(team.sa, records['/api/series'] ?? '')
  const viewer = await viewerApp(test)
  const report = { mediaId: film, mediaType: 'Movie', issueType: 'AUDIO' }
  const { _id: issue } = await create(viewer, '/api/issues', report)
  // Creates an audit event for each of them.
  await freshCustomer({ profiles }, team.superagent)
  await freshCustomer({ profiles }, team.admin)
  await test.app.inject({
    method: 'PUT',
    url: '/api/apk',
    headers: {
      authorization: `Bearer ${team.sa.token}`,
      'content-type': 'application/octet-stream',
    },
    payload: apkOf(),
  })
  const own = await customerOf(test, team.agent, profiles, film)
  const foreign = await customerOf(test, team.otherAgent, profiles, film)
  return { test, people: team, own, foreign, records, episode, issue, profiles }
}

/** Creates a transaction without processing it; returns its id. */
export const freshTransaction = async (seller: SignedIn, customer: string): Promise<string> => {
  const { status, text, body } = await createTransaction(seller, saleOf(customer))
  if (status !== 201) throw new Error(`The transaction was not created: ${status} ${text}`)
  return String(body._id)
}

/** Imports one channel; returns the id of the import. */
export const freshImport = async (importer: SignedIn): Promise<string> => {
  const { status, text, body } = await importer.post('/api/channels/import', newImport())
  if (status !== 200) throw new Error(`Nothing was imported: ${status} ${text}`)
  return String(body.batchId)
}

/** Body that imports a new channel. */
export const newImport = (): Row => {
  const id = newId()
  const link = `https://tv.example/${id}.m3u8`
  const entry = { title: `Canal ${id}`, link, number: null, image: '', category: '', epgId: '', take: true }
  return { category: 'TV', entries: [entry] }
}
