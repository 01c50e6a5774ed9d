import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { buildApp } from '../../../../src/server/app.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { createTransaction, process, saleOf } from '../../../support/credits.ts'
import { openSession, type People, people, storeProfile, storeUser } from '../../../support/people.ts'
import { testSandbox } from '../../../support/sandbox.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp({ keep: true })
const api = '/api/audit'
const EVENTS = 12_000
let team: People

/** An event every quarter of an hour up to now, besides those of requests. */
beforeAll(async () => {
  team = await people(server)
  await server.db.execute(sql`
    with added as (
      insert into audit_entries (_id, date, action, resource, record, user_id)
      select lpad(n::text, 6, '0'), ${server.clock.now().toISOString()}::timestamptz - (${EVENTS}::int - n) * interval '15 minutes',
        (array['process', 'update', 'create'])[1 + n % 3],
        (array['movies', 'users', 'license_transactions', 'movies'])[1 + n % 4], 'r' || n % 10, ${team.admin.id}
      from generate_series(1, ${EVENTS}::int) n returning _id, date)
    insert into audit_personal (_id, date, record_name, search) select _id, date, 'isla', ' isla' from added`)
  server.clock.advance(1000)
  const customer = await storeUser(server, 'app', { createdBy: team.agent.id })
  const { body } = await createTransaction(team.admin, saleOf(customer._id))
  expect((await process(team.admin, body._id)).status).toBe(200)
  // A database function erases its personal data, which adds an event.
  expect((await team.sa.delete(`/api/users/${customer._id}`)).status).toBe(200)
})

const inZone = (zone: string): SQL => sql`(date at time zone ${zone})::date`
const QUERIES: [string, (zone: string) => SQL][] = [
  ['', () => sql`true`],
  ['action=update', () => sql`action = 'update'`],
  ['action=erase', () => sql`action = 'erase'`],
  ['resource=movies', () => sql`resource = 'movies'`],
  ['resource=movies&action=process', () => sql`resource = 'movies' and action = 'process'`],
  ['dateBeging=2026-02-10', (zone) => sql`${inZone(zone)} >= '2026-02-10'`],
  [
    'dateFinish=2026-03-01&action=create',
    (zone) => sql`${inZone(zone)} <= '2026-03-01' and action = 'create'`,
  ],
  ['dateBeging=2026-02-02&dateFinish=2026-02-02', (zone) => sql`${inZone(zone)} = '2026-02-02'`],
  ['dateBeging=2026-02-02&dateFinish=2026-02-01', () => sql`false`],
]
const BY_ROWS: typeof QUERIES = [
  ['record=r3', () => sql`record = 'r3'`],
  ['record=r3&action=update', () => sql`record = 'r3' and action = 'update'`],
  ['search=isla', () => sql`_id in (select _id from audit_personal where search like '%isla%')`],
]

const countsAgree = async (timeZone: string) => {
  const config = { ...server.context.config, timeZone }
  const app = await buildApp({ ...server.context, db: server.db, config }, { sandbox: testSandbox({}) })
  const client = clientOf(app, team.sa.token)
  for (const [query, where] of [...QUERIES, ...BY_ROWS]) {
    const { rows } = await server.db.execute<{ count: number }>(
      sql`select count(*)::int as count from audit_entries where ${where(timeZone)}`,
    )
    const { body } = await client.get(`${api}/size?exact=true&${query}`)
    expect(body.count, query).toBe(rows[0]?.count)
  }
  await app.close()
}

test('counts equal those of the entries', () => countsAgree('America/Santo_Domingo'))

test('users below administrators count only their own entries', async () => {
  const reader = await storeProfile(server, 'Lector', buildGrants({ audit: [] }))
  await server.db.execute(sql`
    update profiles set route_access = (select route_access from profiles where _id = ${reader}) where name = 'agent'`)
  const { otherAgent } = team
  const counted = async (query: string) => (await otherAgent.get(`${api}/size?${query}`)).body.count
  expect([await counted(''), await counted('action=sign-out')]).toEqual([0, 0])
  const token = await openSession(server.db, otherAgent.id, server.clock.now())
  expect((await server.clientOf(token).post('/auth/logout')).status).toBeLessThan(300)
  expect([await counted(''), await counted('action=sign-out'), await counted('action=update')]).toEqual([
    1, 1, 0,
  ])
})

test.each(QUERIES.slice(0, 7))('a deep page has the right entries: %s', async (query, where) => {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select _id as id from audit_entries where ${where('America/Santo_Domingo')} order by date, _id`,
  )
  const ordered = rows.map(({ id }) => id)
  for (const order of ['asc', 'desc'] as const) {
    const all = order === 'asc' ? ordered : [...ordered].reverse()
    for (const page of [1, 51, 71, Math.ceil(all.length / 100), Math.ceil(all.length / 100) + 1, 1_000]) {
      const answer = await team.sa.get(`${api}?limit=100&page=${page}&sort=date&order=${order}&${query}`)
      const found = answer.rows.map(({ _id }) => _id)
      expect(found, `${order} ${page}`).toEqual(all.slice((page - 1) * 100, page * 100))
    }
  }
})

test('counts use the days of a new time zone', () => countsAgree('Asia/Tokyo'))

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test('a page of a search with many matches reads the personal data of few events', async () => {
  const { answer, sent } = await sentBy(() => team.sa.get(`${api}?limit=25&search=isla`))
  expect(answer.rows).toHaveLength(25)
  const searching = sent.filter(({ text }) => /"audit_personal"/.test(text))
  expect(searching).toHaveLength(2)
  let read = 0
  for (const { text, values } of searching) {
    const statement = sql.join(
      text
        .split(/\$(\d+)/)
        .map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))),
    )
    const explained = await server.db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      sql`explain (analyze, format json) ${statement}`,
    )
    for (const { 'QUERY PLAN': plans } of explained.rows)
      for (const node of nodesOf(plans[0].Plan))
        if (/^audit_personal/.test(node['Relation Name'] ?? ''))
          read += node['Actual Rows'] * node['Actual Loops']
  }
  expect(read).toBeGreaterThanOrEqual(50)
  expect(read).toBeLessThan(100)
})
