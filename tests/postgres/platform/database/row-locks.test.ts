import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { channelGuides, channels } from '../../../../src/server/platform/database/schema/channels.ts'
import {
  categories,
  episodes,
  movies,
  series,
} from '../../../../src/server/platform/database/schema/contents.ts'
import { issueGroups } from '../../../../src/server/platform/database/schema/support.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import type { Answer } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf } from '../../../support/channels.ts'
import { createTransaction, process, saleOf } from '../../../support/credits.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { holdTables, isFreeFor, untilWaiting } from '../../../support/locks.ts'
import { PASSWORD, signedIn, storeUser } from '../../../support/people.ts'
import { seriesOf } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const catalogue = testCatalogue()
const { test: server } = catalogue
const box = { macAddress: '02:AA:BB:CC:DD:01', sdkVersion: '30', appVersion: '1.0', model: 'Caja' }
const guideOf = () => ({ name: 'Guía', url: 'https://guias.example/g.xml', gzip: false })

/** A request with a row that it locks, and the table that it accesses afterwards. */
interface Action {
  table: PgTable
  id: unknown
  stop: PgTable
  ask: () => Promise<Answer>
}

/** Result of `look` while the request holds its row locks and waits for the table `stop`. */
const during = async <T>({ stop, ask }: Action, look: () => Promise<T>): Promise<T> => {
  const release = await holdTables(server.db, stop)
  const answer = ask()
  try {
    await untilWaiting(server.db)
    return await look()
  } finally {
    await release()
    expect((await answer).status).toBeLessThan(300)
  }
}

const edit = async (path: string, table: PgTable, record: object, changes: object): Promise<Action> => {
  const { _id } = await create(catalogue.operator, path, { ...record })
  return {
    table,
    id: _id,
    stop: auditEntries,
    ask: () => catalogue.operator.put(`${path}/${_id}`, { ...changes }),
  }
}

const sale = async (side: 'seller' | 'customer'): Promise<Action> => {
  const agent = await signedIn(server, 'agent', { creditToResell: 50 })
  const customer = (await storeUser(server, 'app', { createdBy: agent.id }))._id
  const { body } = await createTransaction(agent, saleOf(customer))
  const id = side === 'seller' ? agent.id : customer
  return { table: users, id, stop: auditEntries, ask: () => process(agent, body._id) }
}

const ofUser = async (path: string, changes: object): Promise<Action> => {
  const { _id } = await storeUser(server, 'app')
  const ask = () => catalogue.operator.put(`/api/users/${_id}${path}`, { ...changes })
  return { table: users, id: _id, stop: auditEntries, ask }
}

const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  'the seller of a sale': () => sale('seller'),
  'the customer of a sale': () => sale('customer'),
  'a user that is edited': () => ofUser('', { comment: 'otro' }),
  'a user that gets a password': () => ofUser('/password', { newPassword: 'otra-clave' }),
  'a viewer whose device is linked': async () => {
    const { _id, name } = await storeUser(server, 'app', { dateExpire: new Date('2030-01-01') })
    const ask = () => server.anonymous.post('/auth/local', { name, password: PASSWORD, device: box })
    return { table: users, id: _id, stop: auditEntries, ask }
  },
  'a viewer who reports an error': async () => {
    const film = await create(catalogue.operator, '/api/movies', filmOf())
    const viewer = await viewerApp(server)
    const report = { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO' }
    return {
      table: users,
      id: viewer.id,
      stop: issueGroups,
      ask: () => viewer.post('/api/issues', report),
    }
  },
  'a guide that is edited': () => edit('/api/channel/guides', channelGuides, guideOf(), { name: 'Otra' }),
  'a series that is edited': () => edit('/api/series', series, seriesOf(), { title: 'Otro' }),
}

describe('referring rows can be inserted, but the row cannot be changed:', () => {
  test.each(Object.entries(ACTIONS))('%s', async (_, actionOf) => {
    const action = await actionOf()
    const { table, id } = action
    const free = await during(action, async () => ({
      'key share': await isFreeFor(server.db, table, id, 'key share'),
      share: await isFreeFor(server.db, table, id, 'share'),
    }))
    expect(free).toEqual({ 'key share': true, share: false })
  })
})

describe('while its use is checked, no referring row can be inserted:', () => {
  const removal = async (path: string, table: PgTable, record: object, stop: PgTable): Promise<Action> => {
    const { _id } = await create(catalogue.operator, path, { ...record })
    return { table, id: _id, stop, ask: () => catalogue.operator.delete(`${path}/${_id}`) }
  }
  const REMOVALS: Readonly<Record<string, () => Promise<Action>>> = {
    'a guide that is deleted': () => removal('/api/channel/guides', channelGuides, guideOf(), channels),
    'a category that is deleted': () => removal('/api/categories', categories, categoryOf(), movies),
    'a series that is deleted': () => removal('/api/series', series, seriesOf(), episodes),
  }

  test.each(Object.entries(REMOVALS))('%s', async (_, actionOf) => {
    const action = await actionOf()
    expect(await during(action, () => isFreeFor(server.db, action.table, action.id, 'key share'))).toBe(false)
  })

  test('a category that gets another type', async () => {
    const { operator } = catalogue
    const { _id } = await create(operator, '/api/categories', categoryOf())
    const release = await holdTables(server.db, movies)
    const change = operator.put(`/api/categories/${_id}`, { type: 'SERIE' })
    await untilWaiting(server.db)
    const film = operator.post('/api/movies', filmOf({ categories: [_id] }))
    await untilWaiting(server.db, 2)
    await release()
    expect((await change).status).toBe(200)
    expect((await film).status).toBe(422)
  })
})

test('a guide being deleted cannot be assigned to a channel', async () => {
  const { operator } = catalogue
  const { _id } = await create(operator, '/api/channel/guides', guideOf())
  const release = await holdTables(server.db, channels)
  const deletion = operator.delete(`/api/channel/guides/${_id}`)
  await untilWaiting(server.db)
  const channel = operator.post('/api/channels', channelOf({ channelGuide: _id, epgId: 'siete' }))
  await untilWaiting(server.db, 2)
  await release()
  expect((await deletion).status).toBe(200)
  expect((await channel).status).toBe(422)
})
