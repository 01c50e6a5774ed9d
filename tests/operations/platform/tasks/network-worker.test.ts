import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailWork } from '../../../../src/server/features/outbox/mail-worker.ts'
import { webhookWork } from '../../../../src/server/features/outbox/webhook-worker.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { allowAnyIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import {
  type AnyNetworkWorker,
  type NetworkWork,
  NetworkWorker,
} from '../../../../src/server/platform/tasks/network-worker.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { mailServer } from '../../../support/mail-server.ts'
import { runLane } from '../../../support/network-workers.ts'
import { people, storeUser } from '../../../support/people.ts'
import { receiver } from '../../../support/receiver.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
const inbox = receiver()
const mails = mailServer()

const started: AnyNetworkWorker[] = []
const logged: string[] = []
const note = (_: object, message: string) => logged.push(message)
const log = { ...silentLog, warn: note, error: note }

beforeEach(() => {
  logged.length = 0
})
afterEach(() => Promise.all(started.splice(0).map((worker) => worker.stop())))

/** Work whose rows are numbers; the test ends each row. */
class Numbers implements NetworkWork<number, string> {
  readonly name = 'numbers'
  width = 3
  limit = 60_000
  waiting: number[] = []
  readonly underWay = new Map<number, (outcome: string) => void>()
  readonly settled: string[] = []
  claims = 0
  recoveries = 0
  /** Numbers of claims and of stored outcomes that fail before one succeeds. */
  failingClaims = 0
  failingSettles = 0
  due: Date | undefined

  async claim(_tx: unknown, _now: Date, most: number) {
    this.claims++
    if (this.failingClaims-- > 0) throw new Error('The database is away')
    return this.waiting.splice(0, most)
  }
  perform(row: number, signal: AbortSignal) {
    return new Promise<string>((resolve) => {
      this.underWay.set(row, resolve)
      signal.addEventListener('abort', () => resolve('released'))
    })
  }
  async settle(_tx: unknown, row: number, outcome: string) {
    if (this.failingSettles-- > 0) throw new Error('The database is away')
    this.underWay.delete(row)
    this.settled.push(`${row} ${outcome}`)
  }
  async nextDue() {
    return this.due
  }
  async recover() {
    this.recoveries++
  }
  end(row: number) {
    this.underWay.get(row)?.('sent')
  }
  get busy() {
    return [...this.underWay.keys()]
  }
}

const QUICK = { settle: 1, failed: 1, poll: 1, drain: 1 }
const start = <Row, Outcome>(
  work: NetworkWork<Row, Outcome>,
  { isAlone = true, times = {} }: { isAlone?: boolean; times?: object } = {},
) => {
  const worker = new NetworkWorker(server.context, work, { isAlone, log, times: { ...QUICK, ...times } })
  started.push(worker)
  worker.start()
  return worker
}

const numbers = (count: number) => {
  const work = new Numbers()
  work.waiting = Array.from({ length: count }, (_, n) => n + 1)
  return work
}

describe('a worker', () => {
  test('processes as many rows concurrently as its width, and the next one when one ends', async () => {
    const work = numbers(5)
    start(work)
    await expect.poll(() => work.busy).toEqual([1, 2, 3])
    work.end(2)
    await expect.poll(() => work.busy).toEqual([1, 3, 4])
    expect(work.waiting).toEqual([5])
    for (const row of [1, 3, 4]) work.end(row)
    await expect.poll(() => work.busy).toEqual([5])
    work.end(5)
    await expect.poll(() => work.settled.length).toBe(5)
    expect(logged).toEqual([])
  })

  test('of a large width causes no warning of leaking listeners', async () => {
    const warnings: string[] = []
    const warn = ({ name }: Error) => warnings.push(name)
    process.on('warning', warn)
    const work = Object.assign(numbers(16), { width: 16 })
    start(work)
    await expect.poll(() => work.busy.length).toBe(16)
    await new Promise(setImmediate)
    process.off('warning', warn)
    expect(warnings).toEqual([])
  })

  test('sleeps while nothing is due, until it is woken or the next row is due', async () => {
    const work = numbers(0)
    const worker = start(work)
    await expect.poll(() => work.claims).toBe(1)
    work.waiting.push(1)
    worker.wake()
    await expect.poll(() => work.busy).toEqual([1])
    work.due = new Date(server.clock.now().getTime() + 1)
    work.end(1)
    await expect.poll(() => work.settled).toEqual(['1 sent'])
    work.waiting.push(2)
    await expect.poll(() => work.busy).toEqual([2])
  })

  test('polls for rows of other nodes', async () => {
    const work = numbers(0)
    start(work, { isAlone: false })
    await expect.poll(() => work.claims).toBeGreaterThan(1)
    work.waiting.push(1)
    await expect.poll(() => work.busy).toEqual([1])
    expect(work.recoveries).toBe(0)
  })

  test('of a single node first ends the leases of a killed process', async () => {
    const work = numbers(1)
    start(work)
    await expect.poll(() => work.busy).toEqual([1])
    expect(work.recoveries).toBe(1)
  })

  test('continues when the database is back, and logs the failure once', async () => {
    const work = numbers(1)
    work.failingClaims = 3
    start(work)
    await expect.poll(() => work.busy).toEqual([1])
    expect(logged).toEqual(['a worker cannot claim rows'])
  })

  test('stores an outcome once the database is back', async () => {
    const work = numbers(1)
    work.failingSettles = 3
    start(work)
    await expect.poll(() => work.busy).toEqual([1])
    work.end(1)
    await expect.poll(() => work.settled).toEqual(['1 sent'])
    expect(logged).toEqual([])
  })

  test('drops an outcome when the lease of its row has ended, and logs it', async () => {
    const work = numbers(1)
    work.limit = 20
    work.failingSettles = Number.POSITIVE_INFINITY
    const worker = start(work)
    await expect.poll(() => logged).toEqual(['an outcome was lost'])
    work.failingSettles = 0
    work.waiting.push(2)
    worker.wake()
    await expect.poll(() => work.settled).toEqual(['2 released'])
  })

  test('survives work that throws, and leaves its row to the end of the lease', async () => {
    const work = numbers(2)
    const usual = work.perform.bind(work)
    work.perform = async (row, signal) => {
      if (row === 1) throw new Error('on purpose')
      return usual(row, signal)
    }
    start(work)
    await expect.poll(() => work.busy).toEqual([2])
    work.end(2)
    await expect.poll(() => work.settled).toEqual(['2 sent'])
    expect(logged).toEqual(['an outcome was lost'])
  })
})

describe('a stopping worker', () => {
  test('claims nothing more, and finishes rows in progress', async () => {
    const work = numbers(5)
    const worker = start(work, { times: { drain: 60_000 } })
    await expect.poll(() => work.busy).toEqual([1, 2, 3])
    const stopped = worker.stop()
    for (const row of [1, 2, 3]) work.end(row)
    await stopped
    expect([work.settled.toSorted(), work.waiting]).toEqual([
      ['1 sent', '2 sent', '3 sent'],
      [4, 5],
    ])
  })

  test('interrupts rows that do not end, and stores them as released', async () => {
    const work = numbers(2)
    const worker = start(work)
    await expect.poll(() => work.busy).toEqual([1, 2])
    await worker.stop()
    expect(work.settled.toSorted()).toEqual(['1 released', '2 released'])
  })

  test('stops while the database is unreachable, and logs the lost outcome', async () => {
    const work = numbers(1)
    work.failingSettles = Number.POSITIVE_INFINITY
    const worker = start(work, { times: { settle: 60_000 } })
    await expect.poll(() => work.busy).toEqual([1])
    work.end(1)
    await worker.stop()
    expect(logged).toEqual(['an outcome was lost'])
  })

  test('stops if it never processed a row', async () => {
    const work = numbers(0)
    await start(work).stop()
    expect(work.settled).toEqual([])
  })
})

const HOOK = { name: 'CRM', events: ['user.created'] }
const hook = async () => {
  const { sa } = await people(server)
  const { body } = await sa.post('/api/webhooks', { ...HOOK, url: inbox.url() })
  return { test: () => sa.post(`/api/webhooks/${body._id}/test`) }
}
const deliveries = () => webhookWork(server.context, allowAnyIp)

const MAIL = { smtpUrl: '', from: 'avisos@cartelera.example', publicUrl: 'https://cartelera.example' }
const mailing = () => mailWork(server.context, { ...MAIL, smtpUrl: mails.url() })
/** Queues a mail about a low balance whose reason applies. */
const queueMail = async () => {
  const { sa } = await people(server)
  await sa.put('/api/settings', { lowBalanceMail: 5 })
  const { _id } = await storeUser(server, 'agent', { email: 'a@correo.example', mailNotify: true })
  const now = server.clock.now()
  await server.db.insert(outbox).values({
    ...{ kind: 'mail', reason: 'balance', key: newId(), user: _id, token: newId() },
    ...{ date: now, nextAttempt: now },
  })
}
const rows = () => server.db.select().from(outbox)

test('no connection is held while a row is processed: other statements run', async () => {
  const { test: trial } = await hook()
  await trial()
  let answer = () => {}
  inbox.answer((response) => {
    answer = () => response.writeHead(204).end()
  })
  start(deliveries())
  await expect.poll(() => inbox.received.length).toBe(1)
  const { rows: found } = await server.db.execute(sql`select 1 as one`)
  expect(found).toEqual([{ one: 1 }])
  await server.db.transaction(async (tx) => expect(await tx.select().from(outbox)).toHaveLength(1))
  expect(await rows()).toMatchObject([{ state: 'waiting', attempt: 1 }])
  answer()
  await expect.poll(rows).toMatchObject([{ state: 'sent', attempt: 1 }])
})

describe('a clock that jumps', () => {
  test('forward during a delivery makes it due again; its first result is not stored', async () => {
    const { test: trial } = await hook()
    await trial()
    const work = deliveries()
    const claim = () => server.db.transaction((tx) => work.claim(tx, server.clock.now(), 1))
    const [first] = await claim()
    if (!first) throw new Error('Nothing was claimed')
    server.clock.advance(HOUR)
    expect(await runLane(server.context, work)).toBe(1)
    await server.db.transaction((tx) => work.settle(tx, first, { state: 'failed' }, server.clock.now()))
    expect(await rows()).toMatchObject([{ state: 'sent', attempt: 2 }])
  })

  test('forward during a mail leaves it unconfirmed, and it is sent once', async () => {
    await queueMail()
    const work = mailing()
    const [first] = await server.db.transaction((tx) => work.claim(tx, server.clock.now(), 1))
    if (!first) throw new Error('Nothing was claimed')
    const outcome = await work.perform(first, new AbortController().signal)
    expect(outcome.state).toBe('sent')
    server.clock.advance(HOUR)
    expect(await runLane(server.context, work)).toBe(0)
    await server.db.transaction((tx) => work.settle(tx, first, outcome, server.clock.now()))
    expect(await rows()).toMatchObject([{ state: 'unconfirmed' }])
    expect(mails.mailed).toHaveLength(1)
  })

  test('back delays waiting messages until they are due again, and neither loses nor repeats any', async () => {
    const { test: trial } = await hook()
    await trial()
    await queueMail()
    server.clock.advance(-HOUR)
    const work = () =>
      Promise.all([runLane(server.context, deliveries()), runLane(server.context, mailing())])
    expect(await work()).toEqual([0, 0])
    server.clock.advance(HOUR)
    expect(await work()).toEqual([1, 1])
    server.clock.advance(-HOUR)
    await trial()
    expect(await work()).toEqual([1, 0])
    expect([inbox.received.length, mails.mailed.length]).toEqual([2, 1])
  })

  test('back while a row is processed does not lose its result', async () => {
    await queueMail()
    const work = mailing()
    const [first] = await server.db.transaction((tx) => work.claim(tx, server.clock.now(), 1))
    if (!first) throw new Error('Nothing was claimed')
    server.clock.advance(-MINUTE)
    const outcome = await work.perform(first, new AbortController().signal)
    await server.db.transaction((tx) => work.settle(tx, first, outcome, server.clock.now()))
    expect(await rows()).toMatchObject([{ state: 'sent' }])
    expect(await runLane(server.context, work)).toBe(0)
  })
})
