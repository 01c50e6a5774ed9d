import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { type Client, clientOf, testApp } from '../../../support/app.ts'
import { signedIn, storeUser } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp({ keep: true })
/** With one connection for requests, so that its prepared statements can be looked at. */
let database: Database
let app: App
let sa: Client
let agent: Client

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
  const { _id } = await storeUser(server, 'app', { name: 'modelo' })
  await server.db.execute(sql`
    insert into users (_id, name, name_key, password_hash, full_name, full_name_key, address, platform, profile,
      search, date_create, date_update, date_expire, created_by)
    select 'user-' || n, 'user' || n, 'user' || n, password_hash, full_name, full_name_key, address, platform, profile,
      ' user' || n, date_create + n * interval '1 minute', date_update, date_create + n * interval '1 minute',
      case when n % 4 = 0 then ${seller.id} end
    from users, generate_series(1, 20000) as n where _id = ${_id}`)
  await server.db.execute(sql`analyze`)
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

/** The prepared statements that read users and were given one plan for all values. */
const plannedOnce = async (): Promise<Prepared[]> => {
  const { rows } = await database.db.execute<Prepared>(
    sql`select name, statement from pg_prepared_statements
      where generic_plans > 0 and statement like '%from "users"%'`,
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

test('a first page that nothing filters gets one plan, which reads the index of its sort', async () => {
  for (const sort of ['name', 'dateExpire', 'platform'])
    for (const order of ['asc', 'desc'])
      await ask(sa, `/api/users/short?limit=25&sort=${sort}&order=${order}`)
  const planned = await plannedOnce()
  expect(planned).toHaveLength(6)
  for (const each of planned) {
    const plan = await planOf(each)
    expect(plan).toMatch(/Index Scan (Backward )?using users_(name|date_expire|platform)(_sort)? on users/)
    expect(plan).not.toMatch(/Sort|Seq Scan on users/)
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
])('a list by %s is planned for its values each time', async (_what, query) => {
  const before = await plannedOnce()
  await ask(sa, `/api/users/short?limit=25&${query}`)
  await ask(agent, `/api/users/short?limit=25&${query}`)
  expect(await plannedOnce()).toEqual(before)
})
