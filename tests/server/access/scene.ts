import { newId } from '../../../src/server/platform/database/ids.ts'
import { apkOf } from '../../support/apk.ts'
import type { Row, TestApp } from '../../support/app.ts'
import { createTransaction, makeTransaction, saleOf } from '../../support/credits.ts'
import { ENTITIES } from '../../support/entities.ts'
import { categoryOf, create, filmOf } from '../../support/films.ts'
import { newUser, type People, people, profileId, type SignedIn, storeProfile } from '../../support/people.ts'
import { createEpisode, seriesOf } from '../../support/series.ts'
import { viewerApp } from '../../support/viewers.ts'

/** Whose row a request is about. */
export type Side = 'own' | 'foreign'

/** What hangs on one customer. */
interface Customer {
  id: string
  name: string
  visit: string
  movement: string
}

/** What the requests of the matrix are about: the agent's is also the superagent's own, the other agent's is neither's. */
export interface Scene {
  readonly test: TestApp
  readonly people: People
  readonly own: Customer
  readonly foreign: Customer
  /** One record of each entity, by the path of its API. */
  readonly records: Readonly<Record<string, string>>
  readonly episode: string
  readonly issue: string
  readonly profiles: Readonly<Record<'app' | 'agent' | 'sa' | 'ordinary', string>>
}

const BODIES: Readonly<Record<string, Row>> = {
  '/api/movies': filmOf(),
  '/api/categories': categoryOf(),
  ...Object.fromEntries(Object.values(ENTITIES).map(({ path, body }) => [path, body])),
  '/api/series': seriesOf(),
}

/** The addresses of all catalogue entities. */
export const ENTITY_PATHS = Object.keys(BODIES)

/** A body that makes a new record of the entity at a path. */
export const newBody = (path: string): Row => {
  const body = BODIES[path] ?? {}
  const field = 'title' in body ? 'title' : 'name'
  return { ...body, [field]: `${String(body[field])} ${newId().slice(-12)}` }
}

/** A new record of the entity at a path; gives its id. */
export const freshRecord = async ({ people: { sa } }: Pick<Scene, 'people'>, path: string): Promise<string> =>
  (await create(sa, path, newBody(path)))._id

/** A new customer of an agent. */
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
  return { id, name, visit: visit._id, movement: String(body._id) }
}

/** Prepares what all requests are about. */
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
  // Each has done something that the audit log holds.
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

/** A movement that somebody created and nobody processed. */
export const freshMovement = async (seller: SignedIn, customer: string): Promise<string> => {
  const { status, text, body } = await createTransaction(seller, saleOf(customer))
  if (status !== 201) throw new Error(`The movement was not created: ${status} ${text}`)
  return String(body._id)
}

/** An import of one channel by somebody. */
export const freshImport = async (importer: SignedIn): Promise<string> => {
  const { status, text, body } = await importer.post('/api/channels/import', newImport())
  if (status !== 200) throw new Error(`Nothing was imported: ${status} ${text}`)
  return String(body.batchId)
}

/** An import of a channel that there is not yet. */
export const newImport = (): Row => {
  const id = newId()
  const link = `https://tv.example/${id}.m3u8`
  const entry = { title: `Canal ${id}`, link, number: null, image: '', category: '', epgId: '', take: true }
  return { category: 'TV', entries: [entry] }
}
