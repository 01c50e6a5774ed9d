import { Agent } from 'node:http'
import { cpus } from 'node:os'
import { startServer } from '../journeys/support/server.ts'
import { send, textIn } from './ask.ts'
import { timingsOf } from './measure.ts'
import { type Bench, PASSWORD, withMeasuredServer } from './measured-server.ts'
import { AGENTE, addUsers, customersOfAgente } from './million-users.ts'
import { millisecondsBetween, parentOf, usedByBackends, usedByThreads } from './processor-time.ts'
import type { Statement } from './recorder.ts'

const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=4GB', 'max_wal_size=4GB']
const CONNECTIONS = 8
/** Months given to the agent for its sales: the maximum of one transaction. */
const MAX_MONTHS = 9_999

interface Case {
  name: string
  /** Requests per block; fewer for slow ones. */
  perBlock: number
  /** Maximum ratios of the product to the bare server. */
  goals?: { server: number; postgres: number }
  run: (of: Target) => Promise<string>
}

const LEDGER = '/api/license_transactions'

/** A server, and the requests to send to it. */
interface Target {
  url: string
  sa: string
  agente: string
  agent: Agent
  /** The customers that this server sells to, in turn. */
  nextCustomer: () => string
}

const CASES: Case[] = [
  {
    name: 'page of 25 users',
    perBlock: 50,
    goals: { server: 2, postgres: 1.3 },
    run: ({ url, sa, agent }) => send(`${url}/api/users/short?limit=25`, { token: sa, agent }),
  },
  {
    name: 'count of users',
    perBlock: 100,
    goals: { server: 2, postgres: 1.3 },
    run: ({ url, sa, agent }) => send(`${url}/api/users/size`, { token: sa, agent }),
  },
  {
    name: 'settings',
    perBlock: 100,
    goals: { server: 2, postgres: 1.3 },
    run: ({ url, sa, agent }) => send(`${url}/api/settings`, { token: sa, agent }),
  },
  {
    name: 'processed sale',
    perBlock: 20,
    goals: { server: 2, postgres: 1.3 },
    run: async ({ url, agente, agent, nextCustomer }) => {
      const path = `${url}${LEDGER}`
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const body = saleTo(nextCustomer())
      const created = await send(path, { method: 'POST', token: agente, agent, headers, body })
      const id = textIn(created, '_id')
      const processed = { status: 'PROCESSED' }
      await send(`${path}/${id}`, { method: 'PUT', token: agente, agent, body: processed })
      return id
    },
  },
  {
    name: 'sign-in',
    perBlock: 5,
    run: ({ url, agent }) =>
      send(`${url}/auth/local`, { method: 'POST', agent, body: { name: 'sa', password: PASSWORD } }),
  },
]

const saleTo = (customer: string) => ({
  userLicensed: customer,
  type: 1,
  period: 'MESES',
  count: 1,
  description: '',
})

/** A recorded value that differs for each sale, and what it is. */
interface Part {
  recorded: string
  of: 'transaction' | 'customer' | 'id' | 'now' | 'expiry'
}

interface RecordedSale {
  post: Statement[]
  put: Statement[]
  parts: Part[]
}

/** Records two sales: values that differ belong to the sale, all others are constant. */
async function recordSale({ recorder }: Bench, token: string, customers: readonly string[]) {
  const record = async (customer: string) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const payload = saleTo(customer)
    const post = await recorder.answerTo({ method: 'POST', url: LEDGER, headers, payload }, token)
    const id = textIn(post.body, '_id')
    const processed = { status: 'PROCESSED' }
    const put = await recorder.answerTo({ method: 'PUT', url: `${LEDGER}/${id}`, payload: processed }, token)
    return { post: post.statements, put: put.statements, id, customer }
  }
  // The first request may include occasional writes, such as the session's last use, which is stored once a minute.
  const [first = ''] = customers
  await record(first)
  const one = await record(customers[1] ?? first)
  const other = await record(customers[2] ?? first)
  const textsOf = ({ post, put }: typeof one) => [...post, ...put].map(({ text }) => text).join('\n')
  if (textsOf(one) !== textsOf(other)) throw new Error('Two sales sent different statements')
  const values = (of: typeof one) =>
    [...of.post, ...of.put].flatMap((each) => each.values.map((value) => asText(value)))
  const others = values(other)
  const differing = values(one).filter((value, index) => value !== others[index])
  const parts = [...new Set(differing)].flatMap((recorded): Part[] => {
    if (recorded === one.id) return [{ recorded, of: 'transaction' }]
    if (recorded === one.customer) return [{ recorded, of: 'customer' }]
    if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(recorded)) return [{ recorded, of: 'id' }]
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(recorded)) return []
    return [{ recorded, of: Date.parse(recorded) > Date.now() + 86_400_000 ? 'expiry' : 'now' }]
  })
  return { post: named(one.post), put: named(one.put), parts } satisfies RecordedSale
}

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** Gives equal statements the same name, so that PostgreSQL plans each only once for the bare server. */
const named = (statements: readonly Statement[]): Statement[] =>
  statements.map((statement) => ({ ...statement, name: nameOf(statement.text) }))

const names: string[] = []
function nameOf(text: string): string {
  if (!names.includes(text)) names.push(text)
  return `sale${names.indexOf(text)}`
}

/** The comparable content of a response: the ids of a page, a count, or the names of the settings. */
function contentOf(body: string): string {
  const value: unknown = JSON.parse(body)
  if (Array.isArray(value)) return value.map((row) => textIn(JSON.stringify(row), '_id')).join()
  return 'count' in Object(value) ? textIn(body, 'count') : Object.keys(Object(value)).sort().join()
}

/** Throws unless both servers return the same data, and process their sales. */
async function checkAnswers(ours: Contestant, bare: Contestant): Promise<void> {
  for (const { name, run: request } of CASES) {
    const answers = [await request(ours), await request(bare)]
    if (name === 'processed sale')
      for (const id of answers) {
        const stored = await send(`${ours.url}${LEDGER}/${id}`, { token: ours.sa })
        if (textIn(stored, 'status') !== 'PROCESSED') throw new Error(`A sale was not processed: ${stored}`)
      }
    else if (name !== 'sign-in' && new Set(answers.map(contentOf)).size !== 1)
      throw new Error(`${name}: the servers answer different things`)
  }
}

/** Gives the agent saleable months, as `sa`. */
async function fund({ server }: Bench, sa: string): Promise<void> {
  const path = `${server.url}${LEDGER}`
  const transfer = { userLicensed: AGENTE, type: 4, period: 'MESES', count: MAX_MONTHS, description: '' }
  const created = await send(path, { method: 'POST', token: sa, body: transfer })
  await send(`${path}/${textIn(created, '_id')}`, {
    method: 'PUT',
    token: sa,
    body: { status: 'PROCESSED' },
  })
}

/** CPU time of one request in ms, of the server and of PostgreSQL. */
interface Cost {
  server: number
  postgres: number
}

interface Measured {
  ours: Cost[]
  bare: Cost[]
  /** Requests per second over several connections. */
  rates: { ours: number[]; bare: number[] }
}

interface Contestant extends Target {
  pid: number
  postgres: { postmaster: number; database: string }
}

async function block(of: Contestant, { run, perBlock }: Case): Promise<Cost> {
  const { postmaster, database } = of.postgres
  const before = { server: usedByThreads(of.pid), postgres: usedByBackends(postmaster, database) }
  for (let index = 0; index < perBlock; index++) await run(of)
  const after = { server: usedByThreads(of.pid), postgres: usedByBackends(postmaster, database) }
  return {
    server: millisecondsBetween(before.server, after.server) / perBlock,
    postgres: millisecondsBetween(before.postgres, after.postgres) / perBlock,
  }
}

/** Requests per second over all connections at once. */
async function rateOf(of: Contestant, { run, perBlock }: Case, agent: Agent): Promise<number> {
  let left = perBlock * 10
  const start = performance.now()
  const client = async () => {
    while (left-- > 0) await run({ ...of, agent })
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  return (perBlock * 10 * 1000) / (performance.now() - start)
}

async function compare(ours: Contestant, bare: Contestant, asked: Case, blocks: number): Promise<Measured> {
  const agents = [ours, bare].map(() => new Agent({ keepAlive: true, maxSockets: CONNECTIONS }))
  const [ourAgent, bareAgent] = agents
  for (const each of [ours, bare])
    for (let index = 0; index < asked.perBlock * 3; index++) await asked.run(each)
  const measured: Measured = { ours: [], bare: [], rates: { ours: [], bare: [] } }
  for (let index = 0; index < blocks; index++) {
    measured.ours.push(await block(ours, asked))
    measured.bare.push(await block(bare, asked))
  }
  for (let index = 0; index < Math.ceil(blocks / 8); index++) {
    if (ourAgent) measured.rates.ours.push(await rateOf(ours, asked, ourAgent))
    if (bareAgent) measured.rates.bare.push(await rateOf(bare, asked, bareAgent))
  }
  for (const agent of agents) agent.destroy()
  return measured
}

const median = (values: readonly number[]) => timingsOf(values).p50

/** Compares neighbouring blocks, as temporary slowdowns of the machine affect both. */
const ratioOf = ({ ours, bare }: Measured, of: keyof Cost): number =>
  median(ours.map((cost, index) => cost[of] / (bare[index]?.[of] ?? Number.NaN)))

const cells = (...texts: string[]) => console.log(`| ${texts.join(' | ')} |`)
const ms = (value: number) => value.toFixed(2)

/** Prints a row of CPU times; true if a goal is missed. */
function printCost({ name, goals }: Case, measured: Measured): boolean {
  const { ours, bare } = measured
  const part = (of: keyof Cost) => {
    const ratio = ratioOf(measured, of)
    const goal = goals?.[of]
    const isMissed = goal !== undefined && ratio > goal
    const times = [ours, bare].map((costs) => ms(median(costs.map((cost) => cost[of]))))
    return {
      isMissed,
      texts: [times.join(' / '), `${ratio.toFixed(2)}×`, goal ? `${goal}×${isMissed ? ' missed' : ''}` : '–'],
    }
  }
  const [server, postgres] = [part('server'), part('postgres')]
  cells(name, ...server.texts, ...postgres.texts)
  return server.isMissed || postgres.isMissed
}

async function run(bench: Bench, users: number): Promise<boolean> {
  const { server, client, url, rounds: blocks } = bench
  const sa = await bench.tokenOf('sa')
  await fund(bench, sa)
  const agente = await bench.tokenOf('agente')
  const customers = customersOfAgente(users)
  const sale = await recordSale(bench, agente, customers)
  const bareServer = await startServer(
    '',
    { DATABASE_URL: url, SALE: JSON.stringify(sale) },
    [],
    'tests/benchmarks/bare-server.mjs',
  )
  try {
    const { rows } = await client.query<{ pid: number; version: string }>(
      "select pg_backend_pid() as pid, current_setting('server_version') as version",
    )
    const [{ pid = 0, version = '' } = {}] = rows
    const { rows: durable } = await client.query("select current_setting('fsync') as fsync")
    const postgres = {
      postmaster: parentOf(pid),
      database: new URL(url).pathname.slice(1),
    }
    const contestant = ({ url, pid }: typeof server, parity: number): Contestant => {
      const own = customers.filter((_, index) => index % 2 === parity)
      let sales = 0
      const nextCustomer = () => own[sales++ % own.length] ?? ''
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      return { url, pid, sa, agente, agent, nextCustomer, postgres }
    }
    const ours = contestant(server, 0)
    const bare = contestant(bareServer, 1)
    await checkAnswers(ours, bare)
    const [processor] = cpus()
    console.log(
      `\n${users} users, ${blocks} blocks. Node ${process.version}, log level warn, ${cpus().length} × ${processor?.model.trim()}, PostgreSQL ${version}, fsync ${durable[0]?.fsync}.\n`,
    )
    console.log('Processor time of one request in ms, one connection; medians, ours / bare:\n')
    cells('request', 'server', 'ratio', 'goal', 'PostgreSQL', 'ratio', 'goal')
    cells('---', '---', '---', '---', '---', '---', '---')
    const results: [Case, Measured][] = []
    let missed = false
    for (const asked of CASES) {
      const measured = await compare(ours, bare, asked, blocks)
      results.push([asked, measured])
      missed = printCost(asked, measured) || missed
    }
    console.log(
      `\nRequests a second at ${CONNECTIONS} connections, the client on the same machine; medians:\n`,
    )
    cells('request', 'ours', 'bare', 'share')
    cells('---', '---', '---', '---')
    for (const [{ name }, { rates }] of results) {
      const share = median(rates.ours) / median(rates.bare)
      cells(name, median(rates.ours).toFixed(0), median(rates.bare).toFixed(0), share.toFixed(2))
    }
    for (const { agent } of [ours, bare]) agent.destroy()
    return missed
  } finally {
    await bareServer.stop()
  }
}

/**
 * Compares CPU times with those of a bare server. Missed goals only exit with 1 if `--strict` is given, as both servers
 * affect the ratio.
 */
export default async function bench(parameters: readonly string[]): Promise<number> {
  const [users = '1000000', blocks = '40'] = parameters.filter((each) => !each.startsWith('--'))
  const missed = await withMeasuredServer({
    settings: SETTINGS,
    rounds: Number(blocks),
    fill: async (client) => {
      await addUsers(client, Number(users))
      return `${users} users`
    },
    run: (measured) => run(measured, Number(users)),
  })
  return parameters.includes('--strict') ? missed : 0
}
