import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { saleOf, TYPE } from '../support/credits.ts'

const PASSWORD = 'clave-de-prueba'
const PATH = '/api/license_transactions'

type Json = Record<string, unknown>

/** Somebody who calls a running server, whichever it is at the moment. */
export interface Caller {
  call(method: string, path: string, body?: Json): Promise<{ status: number; body: Json; rows: Json[] }>
}

/** A production server with an agent, its months and its customers; it can be ended and started again. */
export interface Shop {
  readonly sa: Caller
  readonly agent: Caller
  agentId: string
  customers: string[]
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** A second server on the same database, and the agent there. */
  another(dataDir: string): Promise<{ agent: Caller; stop(): Promise<void> }>
}

const recordIn = (json: unknown): Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.fromEntries(Object.entries(json))
    : {}

async function ask(url: string, token: string, method: string, path: string, body?: Json) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, body: recordIn(json), rows: Array.isArray(json) ? json.map(recordIn) : [] }
}

/** Opens a shop on the embedded database of a folder, or on PostgreSQL. */
export async function openShop(
  dataDir: string,
  databaseUrl: string | undefined,
  months: number,
): Promise<Shop> {
  const env = {
    CARTELERA_SA_PASSWORD: PASSWORD,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  let server: RunningServer | undefined
  const start = async () => {
    server = await startServer(dataDir, env, [])
  }
  const url = () => server?.url ?? ''
  const signIn = async (name: string, at = url): Promise<Caller> => {
    const { body } = await ask(at(), '', 'POST', '/auth/local', { name, password: PASSWORD })
    const token = String(body.token)
    return { call: (method, path, sent) => ask(at(), token, method, path, sent) }
  }
  await start()
  const sa = await signIn('sa')
  const profiles = (await sa.call('GET', '/api/profiles?limit=100')).rows
  const profile = (name: string) => String(profiles.find((each) => each.name === name)?._id)
  const create = async (caller: Caller, name: string, of: string) => {
    const { status, body } = await caller.call('POST', '/api/users', {
      name,
      fullName: name,
      address: 'Calle 1',
      profile: profile(of),
      platform: 'com.cartelera.tv',
      password: PASSWORD,
    })
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    return String(body._id)
  }
  const agentId = await create(sa, 'vendedor', 'agent')
  await sell(sa, agentId, { type: TYPE.TRANSFER, count: months })
  const agent = await signIn('vendedor')
  const customers = []
  for (const index of [1, 2, 3, 4, 5, 6]) customers.push(await create(agent, `cliente${index}`, 'app'))
  return {
    sa,
    agent,
    agentId,
    customers,
    start,
    kill: async () => server?.kill(),
    stop: async () => server?.stop(),
    another: async (folder) => {
      const second = await startServer(folder, env, [])
      return { agent: await signIn('vendedor', () => second.url), stop: second.stop }
    },
  }
}

/** Sells one credit after another, and gives the ids of those that were processed. */
export async function sellTimes(
  seller: Caller,
  customers: readonly string[],
  times: number,
): Promise<string[]> {
  const sold: string[] = []
  for (let turn = 0; turn < times; turn++) {
    const id = await sell(seller, customers[turn % customers.length] ?? '')
    if (id !== undefined) sold.push(id)
  }
  return sold
}

/** Creates and processes a movement; gives the id once the server has said that it was processed. */
export async function sell(seller: Caller, target: string, changes: Json = {}): Promise<string | undefined> {
  const created = await seller.call('POST', PATH, saleOf(target, changes))
  if (created.status !== 201) return undefined
  const id = String(created.body._id)
  const { status } = await seller.call('PUT', `${PATH}/${id}`, { status: 'PROCESSED' })
  return status === 200 ? id : undefined
}

/** Sells from several tills at once until the server is gone, and gives what it said was sold. */
export async function storm(
  shop: Shop,
  tills: number,
  isOver: () => boolean,
  onSale: (sales: number) => void = () => undefined,
): Promise<string[]> {
  const sold: string[] = []
  const till = async (index: number) => {
    for (let turn = 0; !isOver(); turn++) {
      const customer = shop.customers[(index + turn) % shop.customers.length] ?? ''
      // A server that is away answers nobody: what it did not answer, nobody counts on.
      const id = await sell(shop.agent, customer).catch(() => pause(20))
      if (typeof id === 'string') onSale(sold.push(id))
    }
  }
  await Promise.all(Array.from({ length: tills }, (_, index) => till(index)))
  return sold
}

/** The ids of all processed movements, each as often as it stands there. */
export async function processedIds({ sa }: Shop): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = `status=PROCESSED&limit=100&page=${page}&sort=reference&order=asc`
    const { rows } = await sa.call('GET', `${PATH}?${query}`)
    ids.push(...rows.map(({ _id }) => String(_id)))
    if (rows.length < 100) return ids
  }
}
