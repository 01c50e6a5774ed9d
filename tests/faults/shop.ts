import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { saleOf, TYPE } from '../support/credits.ts'

const PASSWORD = 'clave-de-prueba'
const PATH = '/api/license_transactions'

type Json = Record<string, unknown>

export interface Answer {
  status: number
  body: Json
  rows: Json[]
}

/** A signed-in client of a server, still valid after a restart. */
export interface Client {
  token: string
  call(method: string, path: string, body?: Json): Promise<Answer>
}

/** A server process that can be killed, stopped and started again. */
export interface Server {
  url(): string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A production server with an agent, its balance and its customers. */
export interface Shop extends Server {
  readonly sa: Client
  readonly agent: Client
  agentId: string
  customers: string[]
  /** Starts a second server on the same database; `agent` is signed in there. */
  another(dataDir: string): Promise<Server & { agent: Client }>
}

const recordIn = (json: unknown): Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.fromEntries(Object.entries(json))
    : {}

/** Sends a request and parses the JSON response. */
export async function ask(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: Json,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, body: recordIn(json), rows: Array.isArray(json) ? json.map(recordIn) : [] }
}

/** The outcome of a request that the server has started: its response, or the connection's error code. */
export type Outcome = Pick<Answer, 'status' | 'body'> | { status: string; body?: undefined }

/** Sends a request over a new connection; resolves to its later outcome once the server has started it. */
export const begin = (url: string, token: string, method: string, path: string, body?: Json) =>
  new Promise<{ outcome: Promise<Outcome> }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      expect: '100-continue',
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = request(`${url}${path}`, { method, headers, agent: false })
    const outcome = new Promise<Outcome>((answer) => {
      const lose = (error: NodeJS.ErrnoException) => answer({ status: error.code ?? error.message })
      sent.once('error', lose)
      sent.once('response', (response) => {
        json(response).then(
          (parsed) => answer({ status: response.statusCode ?? 0, body: recordIn(parsed) }),
          lose,
        )
      })
    })
    sent.once('continue', () => resolve({ outcome })).once('error', reject)
    sent.end(body && JSON.stringify(body))
  })

/** Starts a production server. */
export const openServer = async (dataDir: string, env: Record<string, string>): Promise<Server> => {
  let server: RunningServer | undefined
  const start = async () => {
    server = await startServer(dataDir, env, ['start'])
  }
  await start()
  return {
    url: () => server?.url ?? '',
    start,
    kill: async () => server?.kill(),
    stop: async () => server?.stop(),
  }
}

const AGENT = 'vendedor'

/** Signs in one of the users of a shop, by default the agent. */
export const signIn = async ({ url }: Pick<Server, 'url'>, name = AGENT): Promise<Client> => {
  const { body } = await ask(url(), '', 'POST', '/auth/local', { name, password: PASSWORD })
  const token = String(body.token)
  return { token, call: (method, path, sent) => ask(url(), token, method, path, sent) }
}

/** Starts a shop on the embedded database of a folder, or on PostgreSQL. */
export async function openShop(
  dataDir: string,
  databaseUrl: string | undefined,
  months: number,
  settings: Record<string, string> = {},
): Promise<Shop> {
  const env = {
    CARTELERA_SA_PASSWORD: PASSWORD,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...settings,
  }
  const first = await openServer(dataDir, env)
  const sa = await signIn(first, 'sa')
  const profiles = (await sa.call('GET', '/api/profiles?limit=100')).rows
  const profile = (name: string) => String(profiles.find((each) => each.name === name)?._id)
  const create = async (client: Client, name: string, of: string) => {
    const { status, body } = await client.call('POST', '/api/users', {
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
  const agentId = await create(sa, AGENT, 'agent')
  await sell(sa, agentId, { type: TYPE.TRANSFER, count: months })
  const agent = await signIn(first, AGENT)
  const customers = []
  for (const index of [1, 2, 3, 4, 5, 6]) customers.push(await create(agent, `cliente${index}`, 'app'))
  return {
    ...first,
    sa,
    agent,
    agentId,
    customers,
    another: async (folder) => {
      const second = await openServer(folder, env)
      return { ...second, agent: await signIn(second, AGENT) }
    },
  }
}

/** Sells credits one after another; returns the ids of those that were processed. */
export async function sellTimes(
  seller: Client,
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

/** Creates and processes a transaction; returns its id if the server confirmed it. */
export async function sell(seller: Client, target: string, changes: Json = {}): Promise<string | undefined> {
  const created = await seller.call('POST', PATH, saleOf(target, changes))
  if (created.status !== 201) return undefined
  const id = String(created.body._id)
  const { status } = await seller.call('PUT', `${PATH}/${id}`, { status: 'PROCESSED' })
  return status === 200 ? id : undefined
}

export const CATEGORY = { name: 'Noticias', descriptionEnglish: 'News', type: 'TV EN VIVO' }

/** Creates a category; returns the status. */
export const createCategory = async ({ sa }: Shop): Promise<number> =>
  (await sa.call('POST', '/api/categories', CATEGORY)).status

/** Imports this many active channels. */
export async function importChannels({ sa }: Shop, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({
    title: `Canal ${n}`,
    link: `https://tv.example/${n}.m3u8`,
    number: null,
    image: '',
    category: '',
    epgId: '',
    take: true,
  }))
  const { status } = await sa.call('POST', '/api/channels/import', { category: 'TV', entries })
  if (status !== 200) throw new Error(`The import answered ${status}`)
}

/** Sells concurrently until `isOver`; returns the ids of the confirmed sales. */
export async function storm(
  shop: Shop,
  clients: number,
  isOver: () => boolean,
  onSale: (sales: number) => void = () => undefined,
): Promise<string[]> {
  const sold: string[] = []
  const sellInTurn = async (index: number) => {
    for (let turn = 0; !isOver(); turn++) {
      const customer = shop.customers[(index + turn) % shop.customers.length] ?? ''
      // A server that is down confirms nothing.
      const id = await sell(shop.agent, customer).catch(() => pause(20))
      if (typeof id === 'string') onSale(sold.push(id))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => sellInTurn(index)))
  return sold
}

/** The ids of all processed transactions, with duplicates. */
export async function processedIds({ sa }: Shop): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = `status=PROCESSED&limit=100&page=${page}&sort=reference&order=asc`
    const { rows } = await sa.call('GET', `${PATH}?${query}`)
    ids.push(...rows.map(({ _id }) => String(_id)))
    if (rows.length < 100) return ids
  }
}
