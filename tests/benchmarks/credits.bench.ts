import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { readConfig } from '../../src/server/config.ts'
import { createTransaction } from '../../src/server/features/credits/create-transaction.ts'
import { processTransaction } from '../../src/server/features/credits/process-transaction.ts'
import type { CurrentUser } from '../../src/server/platform/auth/current-user.ts'
import { newId } from '../../src/server/platform/database/ids.ts'
import { migrateDatabase } from '../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../src/server/platform/database/open.ts'
import type { Context } from '../../src/server/platform/http/context.ts'
import { createFoundation } from '../../src/server/start/prepare.ts'
import { startServer } from '../journeys/support/server.ts'
import { openSession } from '../support/people.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { silentLog } from '../support/silent-log.ts'
import { DURABLE } from './measured-server.ts'
import { listen, type Statement } from './recorder.ts'

const SELLERS = 60
const CUSTOMERS = 10
const CONNECTIONS = 8
/**
 * Minimum rate relative to the bare statements, and maximum updates per sale that write index entries. The absolute
 * rate depends on how fast the disk confirms commits.
 */
const TARGETS = { ratio: 0.5, coldUpdates: 2 }
/** Milliseconds after which an idle connection has reported its statistics. */
const REPORTED = 11_000

interface Sale {
  seller: CurrentUser
  customer: string
}

/** Sellers with a balance, and their customers. */
async function populate(database: Database): Promise<Sale[]> {
  await createFoundation(database.db, new Date())
  const client = database.db
  const sales: Sale[] = []
  const profile = (await client.execute<{ _id: string; name: string }>('select _id, name from profiles')).rows
  const versions = await client.execute<{ settings: string }>('select xmin::text as settings from settings')
  const settingsVersion = versions.rows[0]?.settings ?? ''
  const profileOf = (name: string) => profile.find((each) => each.name === name)?._id ?? ''
  const insert = async (name: string, of: string, createdBy: string | null, months: number) => {
    const id = newId()
    await client.execute(
      `insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
         created_by, date_create, date_update)
       values ('${id}', ' ${name}', '${name}', '${name}', '', '${name}', '${name}', '${profileOf(of)}', 'com.cartelera.tv',
         ${createdBy === null ? 'null' : `'${createdBy}'`}, now(), now())`,
    )
    if (months > 0) await client.execute(`insert into balances values ('${id}', ${months})`)
    return id
  }
  for (let index = 0; index < SELLERS; index++) {
    const name = `agente${index}`
    const id = await insert(name, 'agent', null, 1_000_000)
    const seller: CurrentUser = {
      id,
      name,
      fullName: name,
      role: 'agent',
      routeAccess: [],
      profileId: profileOf('agent'),
      profileName: 'agent',
      creditToResell: 1_000_000,
      settingsVersion,
      tokenHash: '',
      ip: '127.0.0.1',
    }
    for (let own = 0; own < CUSTOMERS; own++)
      sales.push({ seller, customer: await insert(`${name}-cliente${own}`, 'app', id, 0) })
  }
  return sales
}

/** Runs work on all items with limited concurrency; returns the rate per second. */
async function rateOf<Item>(
  items: readonly Item[],
  work: (item: Item, client: number) => Promise<unknown>,
): Promise<number> {
  const queue = [...items]
  const start = performance.now()
  const client = async (index: number) => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item, index)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => client(index)))
  return (items.length * 1000) / (performance.now() - start)
}

/** Updates by table so far that were not HOT: each writes an entry into every index of its table. */
async function coldUpdates(database: Database): Promise<Map<string, number>> {
  const { rows } = await database.db.execute<{ table: string; count: number }>(
    `select relname as table, (n_tup_upd - n_tup_hot_upd)::int as count from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ table, count }) => [table, count]))
}

interface Created {
  sale: Sale
  id: string
}

const saleTo = (customer: string) => ({
  userLicensed: customer,
  type: 1,
  period: 'MESES' as const,
  count: 1,
  description: '',
})

const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** Records the statements of processing one sale; the result adapts them to another sale. */
async function recordSale(context: Context, { sale, id }: Created): Promise<(other: Created) => Statement[]> {
  const { recorded, stop } = listen()
  await processTransaction(context, sale.seller, id)
  stop()
  return (other) => {
    const replaced = new Map<unknown, unknown>([
      [id, other.id],
      [sale.seller.id, other.sale.seller.id],
      [sale.customer, other.sale.customer],
    ])
    const valueFor = (value: unknown) => {
      // Any other id was generated for the sale: that of its audit event, which occurs in two rows.
      if (isId(value) && !replaced.has(value)) replaced.set(value, newId())
      return replaced.get(value) ?? value
    }
    return recorded.map((statement) => ({ ...statement, values: statement.values.map(valueFor) }))
  }
}

/** Sales per second of the recorded statements without the server, over several connections. */
async function bareRate(
  context: Context,
  url: string,
  [first, ...rest]: readonly Created[],
): Promise<number> {
  if (!first) throw new Error('There is no sale to record')
  const statementsOf = await recordSale(context, first)
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const rate = await rateOf(rest, async (created, client) => {
    for (const statement of statementsOf(created)) await clients[client]?.query(statement)
  })
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

/** Sales per second over HTTP, each with creation and processing. */
async function httpRate(database: Database, url: string, sales: readonly Sale[]): Promise<number> {
  const server = await startServer('', { DATABASE_URL: url }, ['start'])
  const tokens = new Map<string, string>()
  for (const { seller } of sales)
    if (!tokens.has(seller.id)) tokens.set(seller.id, await openSession(database.db, seller.id, new Date()))
  const send = async (method: 'POST' | 'PUT', path: string, { seller }: Sale, body: object) => {
    const answer = await fetch(`${server.url}/api/license_transactions${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(seller.id)}`,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': newId() } : {}),
      },
      body: JSON.stringify(body),
    })
    const record: unknown = await answer.json()
    if (!answer.ok || typeof record !== 'object' || record === null || !('_id' in record))
      throw new Error(`${method}: ${answer.status} ${JSON.stringify(record)}`)
    return String(record._id)
  }
  const rate = await rateOf(sales, async (sale) => {
    const id = await send('POST', '', sale, saleTo(sale.customer))
    await send('PUT', `/${id}`, sale, { status: 'PROCESSED' })
  })
  await server.stop()
  return rate
}

async function measure(context: Context, sales: readonly Sale[], count: number) {
  const asked = Array.from({ length: count }, (_, index) => sales[(index * 7) % sales.length]).filter(
    (sale) => sale !== undefined,
  )
  const created: Created[] = []
  const create = async (sale: Sale) => {
    const { row } = await createTransaction(context, sale.seller, saleTo(sale.customer), newId())
    created.push({ sale, id: row._id })
  }
  const process = ({ sale, id }: Created) => processTransaction(context, sale.seller, id)
  await rateOf(asked.slice(0, 500), create)
  const creations = await rateOf(asked, create)
  const half = Math.floor(created.length / 2)
  await rateOf(created.splice(0, 300), process)
  const processed = await rateOf(created.splice(0, half - 300), process)
  return { asked, creations, processed, rest: created }
}

async function run(context: Context, database: Database, url: string, count: number): Promise<boolean> {
  const shop = await populate(database)
  const { asked, creations, processed, rest } = await measure(context, shop, count)
  const bare = await bareRate(context, url, rest)
  await pause(REPORTED)
  const before = await coldUpdates(database)
  const sold = asked.slice(0, Math.ceil(count / 4))
  const http = await httpRate(database, url, sold)
  const cold = [...(await coldUpdates(database))]
    .map(([table, updates]) => ({ table, perSale: (updates - (before.get(table) ?? 0)) / sold.length }))
    .filter(({ perSale }) => perSale >= 0.01)
  const allCold = cold.reduce((sum, { perSale }) => sum + perSale, 0)
  const ratio = processed / bare
  const missed = ratio < TARGETS.ratio || allCold > TARGETS.coldUpdates
  console.log(`\n${SELLERS} sellers, ${CONNECTIONS} connections, ${count} sales; per second`)
  console.log(`created ${creations.toFixed(0)}`)
  console.log(
    `processed ${processed.toFixed(0)}; the same statements alone ${bare.toFixed(0)}; ratio ${ratio.toFixed(2)}`,
  )
  console.log(`created and processed over HTTP ${http.toFixed(0)}`)
  const byTable = cold.map(({ table, perSale }) => `${table} ${perSale.toFixed(2)}`).join(', ')
  console.log(`updates that are not HOT, per sale over HTTP: ${allCold.toFixed(2)} (${byTable})`)
  if (missed) console.log(`goals: ${TARGETS.ratio} of the statements, ${TARGETS.coldUpdates} such updates`)
  return missed
}

/** Measures sales with and without HTTP. */
export default async function bench([sales = '6000']: readonly string[]): Promise<number> {
  const postgres = await startPostgres([...DURABLE, 'shared_buffers=512MB'])
  try {
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    await migrateDatabase(database)
    const context = {
      db: database.db,
      config: readConfig({}),
      now: () => new Date(),
      collections: COLLECTIONS,
      health: async () => true,
      readiness: database.readiness,
      stats: database.stats,
    }
    const missed = await run(context, database, postgres.url, Number(sales))
    await database.close()
    return missed ? 1 : 0
  } finally {
    await postgres.remove()
  }
}
