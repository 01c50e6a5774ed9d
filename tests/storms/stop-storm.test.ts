import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSound } from '../faults/setup.ts'
import { begin, importChannels, type Outcome, openShop, type Shop } from '../faults/shop.ts'
import { saleOf } from '../support/credits.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

const CHANNELS = 3_000
const SALES = '/api/license_transactions'
const CLIENTS = 12
/** Milliseconds between freezing PostgreSQL and the signal. */
const DELAYS = [100, 1_000, 5_000, 15_000]

const folder = mkdtempSync(join(tmpdir(), 'cartelera-faults-'))
let postgres: PostgresServer
let shop: Shop

beforeAll(async () => {
  postgres = await startPostgres()
  shop = await openShop(folder, postgres.url, 9_999)
  await importChannels(shop, CHANNELS)
})
afterAll(async () => {
  await shop.kill()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Stops all processes of PostgreSQL; returns a function that resumes them. */
const freeze = (): (() => void) => {
  // The listening process first, so that it starts no others.
  for (const pid of postgres.processes().slice(0, 1)) process.kill(pid, 'SIGSTOP')
  const pids = postgres.processes()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

type Ask = (method: string, path: string, body?: Record<string, unknown>) => Promise<Outcome>

const sold: string[] = []

const read = (ask: Ask) => ask('GET', '/api/users/short')

const sell = async (ask: Ask) => {
  const [customer = ''] = shop.customers
  const { status, body } = await ask('POST', SALES, saleOf(customer))
  if (status !== 201) return
  const id = String(body?._id)
  const processed = await ask('PUT', `${SALES}/${id}`, { status: 'PROCESSED' })
  if (processed.status === 200) sold.push(id)
}

/** Clients that send requests until the server accepts no more; `outcomes` are those of requests that it started. */
const storm = (turn: (ask: Ask) => unknown) => {
  const begun: Promise<Outcome>[] = []
  const ask: Ask = async (...call) => {
    const { outcome } = await begin(shop.url(), shop.agent.token, ...call)
    begun.push(outcome)
    return outcome
  }
  const client = async () => {
    for (;;) await turn(ask)
  }
  const clients = Array.from({ length: CLIENTS }, () => client().catch(() => undefined))
  const outcomes = async () => {
    await Promise.all(clients)
    return Promise.all(begun)
  }
  return { begun, outcomes }
}

let isActive = true

/** Starts a batch and waits for its first chunk. */
const startBatch = async (): Promise<string> => {
  isActive = !isActive
  const change = { filter: {}, expected: CHANNELS, action: 'update', changes: { status: isActive } }
  const { body } = await shop.sa.call('POST', '/api/channels/bulk', change)
  const batch = String(body.batch)
  while ((await batchOf(batch)).done === 0) await pause(5)
  return batch
}

const batchOf = async (batch: string) => (await shop.sa.call('GET', `/api/batches/${batch}`)).body

const STORMS = { reads: read, writes: sell, 'a job': undefined }

const cases = Object.keys(STORMS).flatMap((kind) => DELAYS.map((delay) => ({ kind, delay })))

test.each(cases)(
  'stops gracefully $delay ms after PostgreSQL froze, with $kind running',
  async ({ kind, delay }) => {
    const turn = Object.entries(STORMS).find(([name]) => name === kind)?.[1]
    const load = turn && storm(turn)
    const batch = turn ? undefined : await startBatch()
    if (load) while (load.begun.length < 3 * CLIENTS) await pause(5)
    const thaw = freeze()
    try {
      await pause(delay)
      // Throws unless the status is 0.
      await shop.stop()
    } finally {
      thaw()
    }
    const statuses = new Set((await load?.outcomes())?.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 201, 503].includes(Number(status)))).toEqual([])

    await shop.start()
    await expectSound(shop, sold)
    if (batch !== undefined)
      await expect.poll(() => batchOf(batch)).toMatchObject({ state: 'done', changed: CHANNELS })
  },
)
