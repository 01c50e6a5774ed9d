import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { type Client, clientOf, testApp } from '../../../support/app.ts'
import { signedIn, storeUser } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp({ keep: true })
/** With a single connection for requests, to inspect its prepared statements. */
let database: Database
let app: App
let sa: Client
let agent: Client
/** Has two agents, each with one customer in a hundred. */
let superagent: Client
let smallAgent: Client

beforeAll(async () => {
  database = await openDatabase({
    databaseUrl: server.database.url,
    databasePool: 4,
    dataDir: '',
    log: silentLog,
  })
  app = await buildApp({ ...server.context, db: database.db })
  await app.ready()
  sa = clientOf(app, (await signedIn(server, 'sa')).token)
  const seller = await signedIn(server, 'agent')
  agent = clientOf(app, seller.token)
  const above = await signedIn(server, 'superagent')
  superagent = clientOf(app, above.token)
  const below = await signedIn(server, 'agent', { createdBy: above.id })
  const other = await signedIn(server, 'agent', { createdBy: above.id })
  smallAgent = clientOf(app, below.token)
  const { _id } = await storeUser(server, 'app', { name: 'modelo' })
  await server.db.execute(sql`
    insert into users (_id, name, name_key, password_hash, full_name, full_name_key, address, platform, profile,
      search, date_create, date_update, created_by)
    select 'user-' || n, 'user' || n, 'user' || n, password_hash, full_name, full_name_key, address, platform, profile,
      ' user' || n, date_create + n * interval '1 minute', date_update,
      case when n % 4 = 0 then ${seller.id} when n % 100 = 1 then ${other.id} when n % 100 = 3 then ${below.id} end
    from users, generate_series(1, 20000) as n where _id = ${_id}`)
  await server.db.execute(sql`
    update licences set date_expire = date_create from users where users._id = licences._id and name like 'user%'`)
  await server.db.execute(sql`vacuum analyze`)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

interface Prepared {
  name: string
  statement: string
  [column: string]: unknown
}

/** The prepared statements on users that have a generic plan. */
const plannedOnce = async (): Promise<Prepared[]> => {
  const { rows } = await database.db.execute<Prepared>(
    sql`select name, statement from pg_prepared_statements
      where generic_plans > 0 and statement similar to '%from "(users|licences)"%'
        and statement not like '%from "sessions"%'`,
  )
  return rows
}

const planOf = async ({ name }: Prepared): Promise<string> => {
  const { rows } = await database.db.execute(sql.raw(`explain execute "${name}"`))
  return rows.map((row) => Object.values(row).join()).join('\n')
}

const ask = async (client: Client, path: string) => {
  for (let run = 0; run < 7; run++) expect((await client.get(path)).status).toBe(200)
}

test('an unfiltered first page has one plan, which reads the index of its sort', async () => {
  for (const sort of ['name', 'dateExpire', 'platform'])
    for (const order of ['asc', 'desc'])
      await ask(sa, `/api/users/short?limit=25&sort=${sort}&order=${order}`)
  const planned = await plannedOnce()
  expect(planned).toHaveLength(6)
  for (const each of planned) {
    const plan = await planOf(each)
    expect(plan).toMatch(
      /Index (Only )?Scan (Backward )?using (users_(name|platform)(_sort)? on users|licences_expiry on licences)/,
    )
    expect(plan).not.toMatch(/Sort|Seq Scan on (users|licences)/)
  }
})

test.each([
  ['expiry', 'dateBeging=2026-03-15&dateFinish=2026-03-15'],
  ['two ranges', 'dateBeging=2026-03-15&dateFinish=2026-03-16&registerFrom=2026-03-15&registerTo=2026-03-16'],
  ['platform', 'platform=com.cartelera.tv&sort=email'],
  ['search', 'search=user777'],
  ['search and filter', 'search=user&useTvList=false'],
  ['deep page', 'page=90'],
  ['very deep page', 'page=700&sort=dateCreate'],
  ['second page', 'page=2'],
])('a list by %s is planned for its values at each execution', async (_what, query) => {
  const before = await plannedOnce()
  await ask(sa, `/api/users/short?limit=25&${query}`)
  if (!query.includes('platform')) await ask(agent, `/api/users/short?limit=25&${query}`)
  expect(await plannedOnce()).toEqual(before)
})

test('all users are counted in an index, without reading their rows', async () => {
  const { sent } = await sentBy(() => sa.get('/api/users/size'))
  const [counted] = sent.filter(({ text }) => /count\(\*\).*from "users"/s.test(text))
  const connection = new pg.Client({ connectionString: server.database.url })
  await connection.connect()
  // An open transaction prevents pages from being marked as all-visible.
  await vi.waitFor(async () => {
    await connection.query('vacuum users')
    const { rows } = await connection.query("select relallvisible from pg_class where relname = 'users'")
    expect(rows[0].relallvisible).toBeGreaterThan(0)
  }, 60_000)
  const { rows } = await connection.query(`explain ${counted?.text}`, [...(counted?.values ?? [])])
  await connection.end()
  const plan = rows.map((row) => Object.values(row).join()).join('\n')
  expect(plan).toMatch(/Index Only Scan using users_\w+ on users/)
  expect(plan).not.toMatch(/Seq Scan on users/)
})

interface Node {
  'Relation Name'?: string | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: Node[] | undefined
}
const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Relation Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(node).optional(),
  }),
)
const explained = z.array(z.object({ Plan: node }))

/** The other tables are small: a scan is cheaper than a look-up. */
const isLarge = (name: string | undefined): boolean => name === 'users' || name === 'licences'

const rowsIn = (of: Node): number =>
  Math.max(
    isLarge(of['Relation Name'])
      ? (of['Actual Rows'] + (of['Rows Removed by Filter'] ?? 0)) * of['Actual Loops']
      : 0,
    ...(of.Plans ?? []).map(rowsIn),
  )

/** Most rows of users or licences read by a plan node of a request's statements. */
const mostRowsRead = async (client: Client, path: string): Promise<number> => {
  const { answer, sent } = await sentBy(() => client.get(path))
  expect(answer.status).toBe(200)
  const reading = sent.filter(({ text }) => /from "(users|licences)"/.test(text))
  expect(reading.length).toBeGreaterThan(0)
  const connection = new pg.Client({ connectionString: server.database.url })
  await connection.connect()
  let most = 0
  for (const { text, values } of reading) {
    const { rows } = await connection.query(`explain (analyze, format json) ${text}`, [...values])
    for (const { Plan } of explained.parse(rows[0]['QUERY PLAN'])) most = Math.max(most, rowsIn(Plan))
  }
  await connection.end()
  return most
}

test.each([
  ...['name', 'fullName', 'email', 'celPhone', 'dateCreate', 'dateExpire', 'creditAmount', 'lastLogin'],
])("a reseller's customers by %s are read from its own index, some of each owner", async (sort) => {
  for (const reseller of [smallAgent, superagent])
    for (const order of ['asc', 'desc'])
      for (const page of [1, 2])
        expect(
          await mostRowsRead(reseller, `/api/users/short?limit=5&page=${page}&sort=${sort}&order=${order}`),
        ).toBeLessThanOrEqual(30)
})

test('a few demos among many users are found by the index of profiles', async () => {
  await storeUser(server, 'demo', { name: 'prueba' })
  for (const path of [
    '/api/users/short?limit=25&demo=true',
    '/api/users/short?limit=25&demo=true&sort=dateExpire',
    '/api/users/size?demo=true',
    '/api/users/size?demo=false&dateFinish=2026-03-15',
  ])
    expect(await mostRowsRead(sa, path), path).toBeLessThanOrEqual(50)
})
