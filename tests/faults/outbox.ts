import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { newId } from '../../src/server/platform/database/ids.ts'
import { type OutboxRow, outbox, webhooks } from '../../src/server/platform/database/schema/outbox.ts'
import { licences, users } from '../../src/server/platform/database/schema/users.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'
import { startReceiver } from '../support/receiver.ts'
import { inDatabase } from './setup.ts'
import { openShop, type Server, type Shop } from './shop.ts'

/** Holds back the responses to messages until the test releases them. */
export class Trap {
  #caught: (() => void) | undefined
  #released: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined

  /** Resolves when the next message arrives; it and later ones get their responses after `release`. */
  next(): Promise<void> {
    this.#released = new Promise((resolve) => {
      this.#release = resolve
    })
    return new Promise((resolve) => {
      this.#caught = resolve
    })
  }

  release(): void {
    this.#caught = undefined
    this.#release()
  }

  /** Resolves when the response to an arrived message may be sent. */
  async pass(): Promise<void> {
    this.#caught?.()
    await this.#released
  }
}

const ADDRESSES = 10
const EXPIRY = new Date(Date.now() + 30 * 86_400_000)

/** A shop whose messages go to servers of the test, with access to its database. */
export interface Post {
  shop: Shop
  /** Where it receives webhooks and mails. */
  hooks: Trap
  mails: Trap
  /** The webhook-id of each request received, and the id of the row of each mail. */
  receivedHooks(): string[]
  receivedMails(): string[]
  /** Number of waiting messages. */
  waiting(): Promise<number>
  /** All messages. On the embedded engine the server must be stopped. */
  rows(): Promise<OutboxRow[]>
  /** Ends the leases of killed nodes ahead of time. */
  endLeases(before: Date): Promise<void>
}

/**
 * Starts a shop with messages that are due: its servers are stopped while they are written, so that each test begins with
 * all of them.
 */
export const openPost = async (
  dataDir: string,
  databaseUrl: string | undefined,
  { toHooks, toMails }: { toHooks: number; toMails: number },
  endings: (() => unknown)[],
): Promise<Post> => {
  const hooks = new Trap()
  const mails = new Trap()
  const receiver = await startReceiver()
  endings.push(() => receiver.close())
  receiver.answer(async (response) => {
    await hooks.pass()
    response.writeHead(204).end()
  })
  const mailServer = await startMailServer(() => mails.pass())
  endings.push(() => mailServer.close())
  const shop = await openShop(dataDir, databaseUrl, 1, {
    SMTP_URL: mailServer.url(),
    MAIL_FROM: 'avisos@cartelera.example',
    PUBLIC_URL: 'https://cartelera.example',
    ALLOW_PRIVATE_WEBHOOKS: 'on',
  })
  endings.push(() => shop.kill())
  const { status } = await shop.sa.call('PUT', '/api/settings', { mailReminders: true })
  expect(status).toBe(200)
  const place = { dataDir, databaseUrl }
  await shop.stop()
  await inDatabase(place, async ({ db }) => {
    const now = new Date()
    await db
      .update(users)
      .set({ email: sql`${users.name} || '@correo.example'`, mailNotify: true })
      .where(sql`${users._id} = any(${sql.param(shop.customers)})`)
    await db.update(licences).set({ dateExpire: EXPIRY })
    const targets = Array.from({ length: ADDRESSES }, (_, n) => ({
      ...{ _id: newId(), name: `CRM ${n}`, url: receiver.url(`/${n}`), events: ['user.created' as const] },
      ...{ secret: `whsec_${Buffer.from('secreto de prueba').toString('base64')}` },
      ...{ dateCreate: now, dateUpdate: now },
    }))
    await db.insert(webhooks).values(targets)
    const due = { date: now, nextAttempt: now }
    const ofHooks = Array.from({ length: toHooks }, (_, n) => ({
      ...{ kind: 'webhook' as const, reason: 'user.created' as const, token: newId(), ...due },
      ...{ webhook: targets[n % ADDRESSES]?._id ?? null, data: { id: newId() } },
    }))
    const ofMails = Array.from({ length: toMails }, (_, n) => ({
      ...{ kind: 'mail' as const, reason: 'expiry' as const, token: newId(), key: `prueba ${n}`, ...due },
      ...{ user: shop.customers[n % shop.customers.length] ?? null },
      data: { dateExpire: EXPIRY.toISOString() },
    }))
    await db.insert(outbox).values([...ofHooks, ...ofMails])
  })
  return {
    shop,
    hooks,
    mails,
    receivedHooks: () => receiver.received.map(({ headers }) => String(headers['webhook-id'])),
    receivedMails: () =>
      mailServer.mailed.map((mail) => /^<(.*)@/.exec(readMail(mail).headers['message-id'] ?? '')?.[1] ?? ''),
    waiting: async () => Number((await shop.sa.call('GET', '/api/outbox/size?state=waiting')).body.count),
    rows: () => inDatabase(place, ({ db }) => db.select().from(outbox)),
    endLeases: async (before) => {
      await inDatabase(place, ({ db }) =>
        db
          .update(outbox)
          .set({ leaseUntil: sql`now()`, nextAttempt: sql`now()` })
          .where(and(eq(outbox.state, 'waiting'), isNotNull(outbox.leaseUntil), lte(outbox.claimed, before))),
      )
    },
  }
}

/** Kills nodes in turn while a message is in progress, and restarts them; returns the time after the last kill. */
export const killNodes = async (
  { hooks, mails }: Post,
  nodes: readonly Server[],
  kills: number,
): Promise<Date> => {
  for (let kill = 0; kill < kills; kill++) {
    const node = nodes[kill % nodes.length]
    // Every second kill happens during a mail, as long as there are any.
    const caught = kill % 2 === 0 ? [hooks.next()] : [hooks.next(), mails.next()]
    await Promise.race([...caught, pause(1_000)])
    await node?.kill()
    hooks.release()
    mails.release()
    await node?.start()
  }
  return new Date()
}

/** Waits until no message is waiting. */
export const nothingWaits = async ({ waiting }: Post): Promise<void> => {
  while ((await waiting()) > 0) await pause(20)
}

/** Waits until the only waiting messages were claimed before a time: their leases end within a minute or two. */
export const onlyLeft = async ({ rows }: Post, before: Date): Promise<void> => {
  const isLeft = ({ state, claimed }: OutboxRow) =>
    state !== 'waiting' || (claimed !== null && claimed <= before)
  while (!(await rows()).every(isLeft)) await pause(50)
}

/** Expects every webhook to be sent in at most its attempts, every mail to be sent or unconfirmed at most once. */
export const expectAllSent = async (post: Post, rows: readonly OutboxRow[], kills: number): Promise<void> => {
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const timesOf = (received: readonly string[]) => {
    const times = new Map<string, number>()
    for (const id of received) times.set(id, (times.get(id) ?? 0) + 1)
    return times
  }
  const hookTimes = timesOf(post.receivedHooks())
  for (const { _id, token, state, attempt, leaseUntil, status } of of('webhook')) {
    expect({ _id, state, leaseUntil, status }).toEqual({ _id, state: 'sent', leaseUntil: null, status: 204 })
    const times = hookTimes.get(token) ?? 0
    expect(times).toBeGreaterThanOrEqual(1)
    expect(times).toBeLessThanOrEqual(attempt)
    expect(attempt).toBeLessThanOrEqual(kills + 1)
  }
  const mailTimes = timesOf(post.receivedMails())
  for (const { _id, state, attempt, leaseUntil } of of('mail')) {
    expect(['sent', 'unconfirmed']).toContain(state)
    expect({ _id, attempt, leaseUntil }).toEqual({ _id, attempt: 1, leaseUntil: null })
    expect(mailTimes.get(_id) ?? 0).toBeLessThanOrEqual(1)
    if (state === 'sent') expect(mailTimes.get(_id)).toBe(1)
  }
  const ids = new Set(rows.map(({ _id }) => _id))
  expect([...mailTimes.keys()].filter((id) => !ids.has(id))).toEqual([])
}
