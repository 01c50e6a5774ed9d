import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { millisecondsBetween, type Used, usedByFamily } from '../benchmarks/processor-time.ts'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { TYPE } from '../support/credits.ts'
import { filmOf } from '../support/films.ts'
import { programs } from '../support/programs.ts'
import {
  endOfLog,
  freePorts,
  ownFolder,
  Postgres,
  PRODUCT,
  query,
  startHaproxy,
  stopDaemon,
  until,
} from './engines.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { type Answer, ask, type Cast, KINDS, type Kind, type Rates, Storm, valueIn } from './storm.ts'

const PASSWORD = 'clave-de-prueba'
/** Months that each seller can sell in the load test. */
const MONTHS = 9_000
const NODES = 3
const SELLERS = 4

const HELP = `npm run cluster -- [--seconds 12] [--sales 10] [--visits 15] [--lists 15] [--edits 5]

Starts three PostgreSQL servers (a primary and two streaming replicas, one of which confirms each commit), PgBouncer,
HAProxy and three nodes of the built product on this machine, in a temporary folder and on free ports. Lets sales,
visits, lists and edits come at the given rates per second, and kills a node, a replica and the primary, each after
so many seconds. Ends with 1 if anything that was confirmed is lost or there twice, or if the ledger differs.`

interface Options {
  /** Seconds between two faults. */
  seconds: number
  rates: Rates
  /** File for the counts of passed and failed checks. */
  report: string | undefined
}

const readOptions = (args: string[]): Options => {
  const text = (value: number) => ({ type: 'string', default: String(value) }) as const
  const { values } = parseArgs({
    args,
    options: {
      seconds: text(12),
      sales: text(10),
      visits: text(15),
      lists: text(15),
      edits: text(5),
      report: { type: 'string' },
    },
  })
  const number = (name: 'seconds' | Kind) => {
    const value = Number(values[name])
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name}: a number is needed`)
    return value
  }
  const rates = {
    sales: number('sales'),
    visits: number('visits'),
    lists: number('lists'),
    edits: number('edits'),
  }
  return { seconds: Math.max(1, number('seconds')), rates, report: values.report }
}

const began = performance.now()
const say = (text: string): void => {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)
}

/** A node of the product that can be killed and restarted on its port. */
class Node {
  readonly port: number
  readonly #env: Record<string, string>
  readonly #folder: string
  #server: RunningServer | undefined

  constructor(port: number, folder: string, env: Record<string, string>) {
    this.port = port
    this.#folder = folder
    this.#env = env
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#folder, { ...this.#env, PORT: String(this.port) }, ['start'])
  }

  async kill(): Promise<void> {
    await this.#server?.kill()
  }

  get pid(): number {
    return this.#server?.pid ?? 0
  }

  get output(): string {
    return this.#server?.output() ?? ''
  }
}

interface Cluster {
  folder: string
  /** URL for clients: HAProxy's. */
  url: string
  nodes: readonly Node[]
  servers: readonly [Postgres, Postgres, Postgres]
  primaryPort: number
  /** Process ids by part. */
  parts(): Record<string, number[]>
  stop(): Promise<void>
}

async function startCluster(): Promise<Cluster> {
  programs('postgresql', 'pgbouncer', 'haproxy')
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-cluster-'))
  ownFolder(folder)
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const [apiPort = 0, primaryPort = 0, ...others] = await freePorts(2 + NODES + 3)
    const nodePorts = others.slice(0, NODES)
    const [first = 0, second = 0, third = 0] = others.slice(NODES)
    const servers = [
      new Postgres('pg1', first, folder),
      new Postgres('pg2', second, folder),
      new Postgres('pg3', third, folder),
    ] as const
    for (const server of servers) endings.push(() => server.kill())
    const [primary, ...replicas] = servers
    primary.create()
    await primary.start()
    await query(primary.port, `create role ${PRODUCT} login`)
    await query(primary.port, `create database ${PRODUCT} owner ${PRODUCT}`)
    const haproxy = startHaproxy({ folder, apiPort, nodePorts, primaryPort, servers })
    endings.push(() => stopDaemon(haproxy))
    await until('HAProxy finds the primary', async () => (await query(primaryPort, 'select 1')).length === 1)
    for (const replica of replicas) {
      replica.copy(primary, primaryPort)
      await replica.start()
    }
    await until('both replicas stream', async () => (await streaming(primaryPort)) === replicas.length)
    for (const server of servers) await server.waitForOne(servers)
    const pooler = await startPgBouncer({ port: primaryPort, size: 20, users: [PRODUCT, 'postgres'] })
    endings.push(() => pooler.stop())
    const env = {
      DATABASE_URL: pooler.url(PRODUCT, PRODUCT),
      DATABASE_DIRECT_URL: `postgres://${PRODUCT}@127.0.0.1:${primaryPort}/${PRODUCT}`,
      DATABASE_REPLICA_URLS: replicas.map((replica) => replica.url).join(','),
      CARTELERA_SA_PASSWORD: PASSWORD,
      TRUST_PROXY: 'on',
    }
    const nodes = nodePorts.map((port) => new Node(port, folder, env))
    for (const node of nodes) endings.push(() => node.kill())
    for (const node of nodes) await node.start()
    const url = `http://127.0.0.1:${apiPort}`
    await until('HAProxy finds a node', async () => (await ask(`${url}/health`, '')).status === 200)
    const parts = () => ({
      nodes: nodes.map(({ pid }) => pid),
      primary: [primary.pid],
      replicas: replicas.map(({ pid }) => pid),
      PgBouncer: [pooler.pid],
      HAProxy: [haproxy.pid ?? 0],
    })
    return { folder, url, nodes, servers, primaryPort, parts, stop }
  } catch (error) {
    printLogs(folder)
    await stop()
    throw error
  }
}

const printLogs = (folder: string): void => {
  for (const name of ['pg1', 'pg2', 'pg3', 'haproxy']) console.log(`\n${name}\n${endOfLog(folder, name)}`)
}

const streaming = async (port: number): Promise<number> => {
  const [row] = await query<{ count: string }>(
    port,
    "select count(*)::text as count from pg_stat_replication where state = 'streaming'",
  )
  return Number(row?.count ?? 0)
}

/** Throws unless the request succeeds. */
const must = async (asking: Promise<Answer>): Promise<string> => {
  const { status, text } = await asking
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
  return text
}

const signIn = async (url: string, name: string): Promise<string> =>
  String(valueIn(await must(ask(`${url}/auth/local`, '', 'POST', { name, password: PASSWORD })), 'token'))

/** Sellers with their balance and customers, viewers with their apps, films. */
async function prepareCast({ url, primaryPort }: Cluster, { rates }: Options): Promise<Cast> {
  const sa = await signIn(url, 'sa')
  const profiles: { _id: string; name: string }[] = JSON.parse(
    await must(ask(`${url}/api/profiles?limit=100`, sa)),
  )
  const createUser = async (token: string, name: string, profile: string) => {
    const user = {
      name,
      fullName: name,
      address: 'Calle 1',
      profile: profiles.find((each) => each.name === profile)?._id,
      platform: 'com.cartelera.tv',
      password: PASSWORD,
    }
    return String(valueIn(await must(ask(`${url}/api/users`, token, 'POST', user)), '_id'))
  }
  const sell = async (token: string, userLicensed: string, type: number, count: number) => {
    const path = `${url}/api/license_transactions`
    const sale = { userLicensed, type, period: 'MESES', count }
    const id = String(valueIn(await must(ask(path, token, 'POST', sale)), '_id'))
    await must(ask(`${path}/${id}`, token, 'PUT', { status: 'PROCESSED' }))
  }
  // Each viewer may send one visit per second.
  const customersOfEach = Math.max(8, Math.ceil((1.5 * rates.visits) / SELLERS))
  const sellers = await Promise.all(
    Array.from({ length: SELLERS }, async (_, index) => {
      const id = await createUser(sa, `vendedor${index}`, 'agent')
      await sell(sa, id, TYPE.TRANSFER, MONTHS + customersOfEach)
      const token = await signIn(url, `vendedor${index}`)
      const customers: string[] = []
      for (let each = 0; each < customersOfEach; each++) {
        const customer = await createUser(token, `cliente${index}x${each}`, 'app')
        await sell(token, customer, TYPE.SALE, 1)
        customers.push(customer)
      }
      return { id, token, customers }
    }),
  )
  const films: string[] = []
  for (let index = 0; index < 20; index++) {
    const film = filmOf({ title: `Película ${index}` })
    films.push(String(valueIn(await must(ask(`${url}/api/movies`, sa, 'POST', film)), '_id')))
  }
  const viewers = sellers.flatMap(({ customers }) =>
    customers.map((user) => ({ user, token: randomBytes(32).toString('base64url') })),
  )
  await query(
    primaryPort,
    `insert into sessions (token_hash, "user", is_app, created_at, last_use)
      select token_hash, "user", true, now(), now() from unnest($1::text[], $2::text[]) as s (token_hash, "user")`,
    [
      viewers.map(({ token }) => createHash('sha256').update(token).digest('hex')),
      viewers.map(({ user }) => user),
    ],
    PRODUCT,
  )
  return { url, sellers, viewers: viewers.map(({ token }) => token), films, reader: sa }
}

/** A fault with its time. */
interface Event {
  name: string
  time: number
}

const usedBy = (parts: Record<string, number[]>): Record<string, Used> =>
  Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [
      part,
      new Map(pids.flatMap((pid) => [...usedByFamily(pid)])),
    ]),
  )

/** Prints the CPU cost of a request by part, without faults. */
async function measureUndisturbed(cluster: Cluster, storm: Storm, seconds: number): Promise<void> {
  const answered = () => storm.attempts.filter(({ isDone }) => isDone).length
  const before = { used: usedBy(cluster.parts()), answered: answered() }
  await pause(seconds * 1000)
  const used = usedBy(cluster.parts())
  const requests = answered() - before.answered
  const none: Used = new Map()
  const costs = Object.keys(used).map((part) => {
    const milliseconds = millisecondsBetween(before.used[part] ?? none, used[part] ?? none)
    return `${part} ${(milliseconds / requests).toFixed(2)}`
  })
  say(`${requests} requests answered; processor time of one, in ms: ${costs.join(', ')}`)
}

/** Kills and restarts parts one after another under load. */
async function runFaults(
  cluster: Cluster,
  storm: Storm,
  { seconds }: Options,
  mark: (name: string) => void,
): Promise<Postgres> {
  const { nodes, servers, primaryPort } = cluster
  const [primary, second, third] = servers
  const [node] = nodes
  if (!node) throw new Error('No node')
  const wait = () => pause(seconds * 1000)
  await measureUndisturbed(cluster, storm, seconds)

  mark('one node of three killed')
  await node.kill()
  await wait()
  await node.start()
  say('the node is there again')

  mark('one replica of two killed')
  await third.kill()
  await wait()
  await third.start()
  await until('the replica streams again', async () => (await streaming(primaryPort)) === 2)
  say('the replica is there again, and has caught up')

  mark('the primary killed')
  await primary.kill()
  const killed = performance.now()
  const [two, three] = await Promise.all([second.received(), third.received()])
  const next = three > two ? third : second
  await query(next.port, 'select pg_promote(true, 30)')
  say(
    `${next.name}, which has received most, is the primary, after ${Math.round(performance.now() - killed)} ms`,
  )
  await wait()
  return next
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

const cell = (value: string | number, width = 9) => String(value).padStart(width)

/** By phase and kind: successful and failed attempts, response times, and the longest time without a success. */
function printPhases({ attempts }: Storm, events: readonly Event[], end: number): void {
  const heads = ['answered', 'failed', 'p50 ms', 'p95 ms', 'longest gap ms']
  console.log(
    `\n${'Phase'.padEnd(28)}${'Kind'.padEnd(8)}${heads.map((head) => cell(head, head.length + 3)).join('')}`,
  )
  events.forEach(({ name, time }, index) => {
    const next = events[index + 1]?.time ?? end
    for (const kind of KINDS) {
      const inPhase = attempts.filter((each) => each.kind === kind && each.end >= time && each.end < next)
      const done = inPhase.filter(({ isDone }) => isDone)
      const took = done.map((each) => each.took)
      const values = [
        done.length,
        inPhase.length - done.length,
        Math.round(percentile(took, 0.5)),
        Math.round(percentile(took, 0.95)),
        Math.round(
          longestGap(
            done.map((each) => each.end),
            time,
            next,
          ),
        ),
      ]
      const cells = values.map((value, column) => cell(value, (heads[column]?.length ?? 0) + 3))
      console.log(`${(kind === KINDS[0] ? name : '').padEnd(28)}${kind.padEnd(8)}${cells.join('')}`)
    }
  })
}

const longestGap = (times: readonly number[], start: number, end: number): number => {
  let longest = 0
  let last = start
  for (const time of [...times.toSorted((a, b) => a - b), end]) {
    longest = Math.max(longest, time - last)
    last = time
  }
  return longest
}

interface StoredSale {
  key: string
  processed: number
}

interface Findings {
  passed: number
  failures: string[]
}

/** Compares confirmed requests with stored data; returns the discrepancies. */
async function findLosses(
  cluster: Cluster,
  storm: Storm,
  { sellers, reader }: Cast,
  { rates }: Options,
): Promise<Findings> {
  const { primaryPort, url } = cluster
  const found: Findings = { passed: 0, failures: [] }
  const expect = (holds: boolean, text: string) => {
    console.log(`${holds ? 'ok  ' : 'FAIL'}  ${text}`)
    if (holds) found.passed++
    else found.failures.push(text)
  }
  const stored = await query<StoredSale>(
    primaryPort,
    `select idempotency_key as key, count(*) filter (where status = 'PROCESSED')::int as processed
      from license_transactions where idempotency_key is not null group by 1`,
    [],
    PRODUCT,
  )
  const processedOf = new Map(stored.map(({ key, processed }) => [key, processed]))
  const lost = storm.sold.filter((key) => !processedOf.get(key))
  const doubled = stored.filter(({ processed }) => processed > 1)
  console.log('')
  expect(
    lost.length === 0 && doubled.length === 0 && (storm.sold.length > 0 || rates.sales === 0),
    `${storm.sold.length} confirmed sales: ${lost.length} lost, ${doubled.length} doubled; ${storm.open.size} remained without an answer`,
  )
  const balances = await query<{ id: string; name: string; balance: number; sold: number }>(
    primaryPort,
    `select u._id as id, u.name, coalesce(b.months, 0) as balance, (select count(*)::int from license_transactions t
        where t.user_created = u._id and t.status = 'PROCESSED' and t.idempotency_key is not null) as sold
      from users u left join balances b on b._id = u._id where u._id = any($1)`,
    [sellers.map(({ id }) => id)],
    PRODUCT,
  )
  const off = balances.filter(({ balance, sold }) => balance !== MONTHS - sold)
  expect(
    off.length === 0 && balances.length === SELLERS,
    `the balances of ${balances.length} sellers are what they had, less what they sold${off.map(({ name }) => ` – not ${name}`).join('')}`,
  )
  const [visits] = await query<{ rows: number; counted: number }>(
    primaryPort,
    `select (select count(*)::int from histories) as rows,
      (select coalesce(sum(visits), 0)::int from history_days) as counted`,
    [],
    PRODUCT,
  )
  const { done, unknown } = storm.visits
  const rows = visits?.rows ?? 0
  expect(
    rows >= done && rows <= done + unknown && visits?.counted === rows,
    `${done} confirmed visits and ${unknown} without an answer: ${rows} stored, ${visits?.counted} counted`,
  )
  expect(storm.stale.length === 0, `own changes that a list did not show: ${storm.stale.length}`)
  expect(
    storm.refused.length === 0,
    `correct requests that were refused: ${storm.refused.length}${storm.refused
      .slice(0, 5)
      .map((each) => `\n      ${each}`)
      .join('')}`,
  )
  const reconciliation = await ask(`${url}/api/reconciliation`, reader)
  expect(
    reconciliation.status === 200 && valueIn(reconciliation.text, 'isSound') === true,
    'the ledger reconciles',
  )
  return found
}

/** Runs the whole test; returns the exit code. */
export default async function cluster(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const options = readOptions(args)
  const running = await startCluster()
  try {
    say(
      'three PostgreSQL servers, PgBouncer, HAProxy and three nodes are there; ANY 1 replica confirms each commit',
    )
    const cast = await prepareCast(running, options)
    const storm = new Storm(cast)
    const events: Event[] = []
    const mark = (name: string) => {
      events.push({ name, time: performance.now() })
      say(name)
    }
    mark(`no fault; ${KINDS.map((kind: Kind) => `${options.rates[kind]} ${kind}/s`).join(', ')}`)
    const [first] = events
    if (first) first.name = 'no fault'
    storm.begin(options.rates)
    await runFaults(running, storm, options, mark)
    const end = performance.now()
    say('the storm ends')
    await storm.end()
    printPhases(storm, events, end)
    const reasons = [...storm.failures].map(([reason, times]) => `${reason} ${times}×`)
    console.log(`\nFailed attempts: ${reasons.join(', ') || 'none'}`)
    const { passed, failures } = await findLosses(running, storm, cast, options)
    const failed = failures.length
    if (failed > 0) printLogs(running.folder)
    if (options.report) writeFileSync(options.report, JSON.stringify({ passed, failed, failures }))
    return failed > 0 ? 1 : 0
  } catch (error) {
    for (const node of running.nodes) console.error(node.output.slice(-2_000))
    printLogs(running.folder)
    throw error
  } finally {
    await running.stop()
  }
}
