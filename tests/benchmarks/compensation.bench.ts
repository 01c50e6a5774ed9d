import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { newToken } from '../../src/server/platform/auth/sessions.ts'
import { ask, send, textIn } from './ask.ts'
import { AGENTS, addLicensedCustomers } from './licensed-customers.ts'
import { type Timings, timingsOf } from './measure.ts'
import { type Bench, withMeasuredServer } from './measured-server.ts'

/** The 95th percentile of the others' requests, compared with the same requests before. */
const TARGET = 2
/** People who work meanwhile, and their pause between requests, in milliseconds. */
const SELLERS = 3
const READERS = 3
const THINKING = 40
/** Seconds of each measurement without a compensation: one before and one after, since other work on the machine varies. */
const QUIET = 20
const LEDGER = '/api/license_transactions'

const KINDS = ['sale', 'page', 'record'] as const
/** Requests of others that were refused, such as by a statement that took too long. */
let failures = 0

type Others = Record<(typeof KINDS)[number], number[]>

/** Sells and reads until `isOver`, each person with a connection; returns the durations by kind. */
async function workAsOthers(
  { server, client }: Bench,
  customers: number,
  isOver: () => boolean,
): Promise<Others> {
  const durations: Others = { sale: [], page: [], record: [] }
  const timed = async (kind: keyof Others, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now()
    await work().catch((error: unknown) => {
      failures++
      console.log(`${kind}: ${String(error)}`)
    })
    durations[kind].push(performance.now() - start)
    await pause(THINKING)
  }
  const signIn = async (number: number): Promise<string> => {
    const { token, tokenHash } = newToken()
    await client.query(
      `insert into sessions (token_hash, "user", created_at, last_use) values ($1, $2, now(), now())`,
      [tokenHash, `agente${number}`],
    )
    return token
  }
  const person = async (number: number, token: string, isSeller: boolean): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const own = () =>
      `cliente${number - 1 + AGENTS * (1 + Math.floor((Math.random() * customers) / AGENTS - 1))}`
    const request = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      send(`${server.url}${path}`, { method, token, agent, ...(body && { body }) })
    const sell = async (customer: string): Promise<void> => {
      const sale = { userLicensed: customer, type: 1, period: 'MESES', count: 1, description: '' }
      const created = await request('POST', LEDGER, sale)
      await request('PUT', `${LEDGER}/${textIn(created, '_id')}`, { status: 'PROCESSED' })
    }
    while (!isOver()) {
      const customer = own()
      if (isSeller) await timed('sale', () => sell(customer))
      else {
        await timed('page', () => request('GET', '/api/users/short?limit=25&sort=dateExpire'))
        await timed('record', () => request('GET', `/api/users/${customer}`))
      }
    }
    agent.destroy()
  }
  const tokens: string[] = []
  for (let index = 0; index < SELLERS + READERS; index++) tokens.push(await signIn(index + 2))
  await Promise.all(tokens.map((token, index) => person(index + 2, token, index < SELLERS)))
  return durations
}

const formatTimings = ({ p50, p95 }: Timings): string =>
  `${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}`

async function run(bench: Bench, customers: number): Promise<boolean> {
  const { server, client } = bench
  const sa = await bench.tokenOf('sa')
  const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
    send(`${server.url}${path}`, { method: 'POST', token: sa, headers, ...(body && { body }) })
  const workQuietly = (seconds: number): Promise<Others> => {
    const until = performance.now() + seconds * 1_000
    return workAsOthers(bench, customers, () => performance.now() > until)
  }
  await workQuietly(2)
  let before = await workQuietly(QUIET)
  const terms = { at: new Date(Date.now() - 3_600_000).toISOString(), days: 2 }
  const asked = performance.now()
  const expected = Number(textIn(await post(`${LEDGER}/compensations/preview`, terms), 'count'))
  const counted = performance.now() - asked
  console.log(`\npreview of ${expected} customers: ${counted.toFixed(0)} ms`)

  let missed = expected < customers * 0.99
  const measure = async (name: string, start: () => Promise<string>): Promise<string> => {
    const begun = performance.now()
    let isOver = false
    const others = workAsOthers(bench, customers, () => isOver)
    const batch = textIn(await start(), 'batch')
    const started = performance.now() - begun
    let result = ''
    while (!isOver) {
      await pause(500)
      result = await ask(`${server.url}/api/batches/${batch}`, sa)
      isOver = textIn(result, 'state') !== 'running'
    }
    const seconds = (performance.now() - begun) / 1_000
    const changed = Number(textIn(result, 'changed'))
    missed ||= changed !== expected
    console.log(
      `\n${name}: ${changed} customers in ${seconds.toFixed(0)} s (${(changed / seconds).toFixed(0)} a second), started in ${started.toFixed(0)} ms`,
    )
    const busy = await others
    const after = await workQuietly(QUIET)
    console.log(`${' '.repeat(12)}without: p50     p95  during: p50     p95   ratio of p95`)
    for (const kind of KINDS) {
      const [quiet, during] = [timingsOf([...before[kind], ...after[kind]]), timingsOf(busy[kind])]
      const ratio = during.p95 / quiet.p95
      missed ||= ratio > TARGET
      console.log(
        `${kind.padEnd(12)}${formatTimings(quiet)}    ${formatTimings(during)}${ratio.toFixed(2).padStart(10)}${ratio > TARGET ? `   over ${TARGET}` : ''}`,
      )
    }
    before = after
    return batch
  }
  const batch = await measure('compensation', () =>
    post(`${LEDGER}/compensations`, { ...terms, reason: 'Caída', expected }, { 'idempotency-key': 'bench' }),
  )
  await measure('undo', () => post(`/api/batches/${batch}/undo`))
  const { rows } = await client.query<{ most: string; given: string }>(`
    select max(credits) as most, sum(credits) as given from (
      select count(*) as credits from license_transactions
      where period = 'DIAS' and description = 'Caída' group by user_licensed) as given`)
  console.log(`\nCREDITs: ${rows[0]?.given}, at most ${rows[0]?.most} for a customer`)
  return missed || failures > 0 || Number(rows[0]?.given) !== expected || Number(rows[0]?.most) !== 1
}

/** Compensates this many customers, and undoes it, while others sell and read. */
export default async function bench([customers = '100000']: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
    rounds: 1,
    async fill(client) {
      await addLicensedCustomers(client, Number(customers))
      await client.query(
        `insert into balances select 'agente' || n, 900000 from generate_series(1, ${AGENTS}) n`,
      )
      return `${customers} customers of ${AGENTS} agents`
    },
    run: (measured) => run(measured, Number(customers)),
  })
}
