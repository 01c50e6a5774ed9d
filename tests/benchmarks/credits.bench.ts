import pg from 'pg'
import { readConfig } from '../../src/server/config.ts'
import { createTransaction } from '../../src/server/credits/create-transaction.ts'
import { processTransaction } from '../../src/server/credits/process-transaction.ts'
import { newId } from '../../src/server/database/ids.ts'
import { migrateDatabase } from '../../src/server/database/migrate.ts'
import { type Database, openDatabase } from '../../src/server/database/open.ts'
import type { Context } from '../../src/server/http/context.ts'
import type { Caller } from '../../src/server/http/permissions.ts'
import { createFoundation } from '../../src/server/start/first-start.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { silentLog } from '../support/silent-log.ts'

const SELLERS = 60
const CUSTOMERS = 10
const CONNECTIONS = 8
/** Processed sales a second, and their share of what the bare statements reach. */
const TARGETS = { sales: 1000, ratio: 0.5 }

interface Sale {
  seller: Caller
  customer: string
}

/** Sellers with months to sell, and customers of each. */
async function populate(database: Database): Promise<Sale[]> {
  await createFoundation(database.db, new Date())
  const client = database.db
  const sales: Sale[] = []
  const profile = (await client.execute<{ _id: string; name: string }>('select _id, name from profiles')).rows
  const profileOf = (name: string) => profile.find((each) => each.name === name)?._id ?? ''
  const insert = async (name: string, of: string, createdBy: string | null, months: number) => {
    const id = newId()
    await client.execute(
      `insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
         credit_to_resell, created_by, date_create, date_update)
       values ('${id}', ' ${name}', '${name}', '${name}', '', '${name}', '${name}', '${profileOf(of)}', 'com.cartelera.tv',
         ${months}, ${createdBy === null ? 'null' : `'${createdBy}'`}, now(), now())`,
    )
    return id
  }
  for (let index = 0; index < SELLERS; index++) {
    const name = `agente${index}`
    const id = await insert(name, 'agent', null, 1_000_000)
    const seller: Caller = {
      id,
      name,
      fullName: name,
      role: 'agent',
      routeAccess: [],
      profileId: profileOf('agent'),
      profileName: 'agent',
      creditToResell: 1_000_000,
      tokenHash: '',
    }
    for (let own = 0; own < CUSTOMERS; own++)
      sales.push({ seller, customer: await insert(`${name}-cliente${own}`, 'app', id, 0) })
  }
  return sales
}

/** Runs work on all items, so many at a time, and gives how many a second were done. */
async function rateOf<Item>(
  items: readonly Item[],
  work: (item: Item, lane: number) => Promise<unknown>,
): Promise<number> {
  const queue = [...items]
  const start = performance.now()
  const lane = async (index: number) => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item, index)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => lane(index)))
  return (items.length * 1000) / (performance.now() - start)
}

/** The statements of a processed sale and nothing else, prepared, each on a connection of its own. */
async function bareSale(client: pg.Client, id: string, seller: string, customer: string): Promise<void> {
  const run = (name: string, text: string, values: unknown[] = []) => client.query({ name, text, values })
  await run('begin', 'begin')
  await run('own', 'select * from license_transactions where _id = $1 and user_created = $2 for update', [
    id,
    seller,
  ])
  await run(
    'parties',
    'select u.*, p.* from users u join profiles p on p._id = u.profile where u._id = any($1) order by u._id for update of u',
    [[seller, customer]],
  )
  await run('settings', 'select * from settings')
  await run('balance', 'update users set credit_to_resell = credit_to_resell - 1 where _id = $1', [seller])
  await run('expiry', `update users set date_expire = now() + interval '1 month' where _id = $1`, [customer])
  await run(
    'processed',
    `update license_transactions set status = 'PROCESSED', processed_at = now(), seller_months = -1,
       posting = nextval('license_transactions_posting') where _id = $1 returning *`,
    [id],
  )
  await run('commit', 'commit')
}

async function measure(
  context: Context,
  url: string,
  sales: readonly Sale[],
  count: number,
): Promise<boolean> {
  const asked = Array.from({ length: count }, (_, index) => sales[(index * 7) % sales.length]).filter(
    (sale) => sale !== undefined,
  )
  const created: { sale: Sale; id: string }[] = []
  const create = async (sale: Sale) => {
    const input = {
      userLicensed: sale.customer,
      type: 1,
      period: 'MESES' as const,
      count: 1,
      description: '',
    }
    const { row } = await createTransaction(context, sale.seller, input, newId())
    created.push({ sale, id: row._id })
  }
  await rateOf(asked.slice(0, 500), create)
  const creations = await rateOf(asked, create)
  const all = created.splice(0)
  const half = Math.floor(all.length / 2)
  await rateOf(all.splice(0, 300), ({ sale, id }) => processTransaction(context, sale.seller, id))
  const processed = await rateOf(all.splice(0, half - 300), ({ sale, id }) =>
    processTransaction(context, sale.seller, id),
  )
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const bare = await rateOf(all, async ({ sale, id }, lane) => {
    const client = clients[lane]
    if (client) await bareSale(client, id, sale.seller.id, sale.customer)
  })
  await Promise.all(clients.map((client) => client.end()))
  const ratio = processed / bare
  const missed = processed < TARGETS.sales || ratio < TARGETS.ratio
  console.log(`\n${SELLERS} sellers, ${CONNECTIONS} connections, ${count} sales`)
  console.log(`created    ${creations.toFixed(0)} a second`)
  console.log(
    `processed  ${processed.toFixed(0)} a second; the bare statements ${bare.toFixed(0)}; ratio ${ratio.toFixed(2)}`,
  )
  if (missed) console.log(`below ${TARGETS.sales} a second, or below ${TARGETS.ratio} of the bare statements`)
  return missed
}

/** Sales at the level of the verbs, on a PostgreSQL of its own. */
export default async function bench([, , sales = '6000']: readonly string[]): Promise<number> {
  const postgres = await startPostgres(['shared_buffers=512MB'])
  try {
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    await migrateDatabase(database)
    const shop = await populate(database)
    const context = {
      db: database.db,
      config: readConfig({}),
      now: () => new Date(),
      health: async () => true,
    }
    const missed = await measure(context, postgres.url, shop, Number(sales))
    await database.close()
    return missed ? 1 : 0
  } finally {
    await postgres.remove()
  }
}
