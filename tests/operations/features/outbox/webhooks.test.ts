import type { ServerResponse } from 'node:http'
import { desc, eq, sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import {
  payloadSchema,
  WEBHOOK_EVENT_NAMES,
  type WebhookEvent,
} from '../../../../src/domain/outbox/webhook-events.ts'
import { MEDIA_RESOURCES } from '../../../../src/domain/support/media-types.ts'
import { webhookWork } from '../../../../src/server/features/outbox/webhook-worker.ts'
import { outbox, webhooks } from '../../../../src/server/platform/database/schema/outbox.ts'
import { licences } from '../../../../src/server/platform/database/schema/users.ts'
import { allowAnyIp, isPublicIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { sealingKeyId } from '../../../../src/server/platform/sealing/sealer.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { namesInTurn } from '../../../support/dns.ts'
import { create, filmOf } from '../../../support/films.ts'
import { runLane, writeReminders } from '../../../support/network-workers.ts'
import { people, type SignedIn, storeUser } from '../../../support/people.ts'
import { receiver } from '../../../support/receiver.ts'

const server = testApp()
const inbox = receiver()
const worker = () => webhookWork(server.context, allowAnyIp)
const deliver = () => runLane(server.context, worker())

const add = async (sa: SignedIn, changes: Row = {}): Promise<Row> => {
  const input = { name: 'CRM', url: inbox.url(), events: [...WEBHOOK_EVENT_NAMES], ...changes }
  const { status, body } = await sa.post('/api/webhooks', input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const payloads = () => inbox.received.map(({ body }): Row => JSON.parse(body))
const deliveriesOf = async (sa: SignedIn, { _id }: Row): Promise<Row[]> =>
  (await sa.get(`/api/webhooks/${_id}/deliveries`)).rows

describe('webhooks (rule N10)', () => {
  test('show their secret once, when they are created or the secret is replaced', async () => {
    const { sa } = await people(server)
    const made = await add(sa)
    expect(made.secret).toMatch(/^whsec_/)
    const { text } = await sa.get('/api/webhooks')
    expect(text).not.toContain('whsec_')
    const { body } = await sa.post(`/api/webhooks/${made._id}/secret`)
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(made.secret)
    expect((await sa.get('/api/audit')).text).not.toContain('whsec_')
  })

  test('reject invalid input, naming the field', async () => {
    const { sa } = await people(server)
    const bad = async (changes: Row) =>
      validationErrorsOf(
        await sa.post('/api/webhooks', {
          name: 'CRM',
          url: inbox.url(),
          events: ['user.created'],
          ...changes,
        }),
      )
    expect(await bad({ name: ' ' })).toEqual({ name: 'Debe especificar el nombre del webhook.' })
    for (const url of ['', 'ftp://a.b', 'javascript:alert(1)', 'a b'])
      expect(Object.keys(await bad({ url }))).toEqual(['url'])
    expect(await bad({ events: [] })).toEqual({ events: 'Debe elegir al menos un evento.' })
    expect(Object.keys(await bad({ events: ['user.hacked'] }))).toEqual(['events.0'])
    expect(await bad({ template: '{"a":"{{nada}}"}' })).toEqual({
      template: 'El marcador «{{nada}}» no existe en esta plantilla.',
    })
    for (const template of ['hola', '[]', '{"a": {{texto}}}', '{'])
      expect(await bad({ template })).toEqual({ template: 'La plantilla debe ser un objeto JSON.' })
    expect((await sa.post('/api/webhooks', { secret: 'whsec_x' })).status).toBe(422)
    expect((await sa.get('/api/webhooks')).rows).toEqual([])
  })

  test('reject invalid and unknown fields of an edit, and leave the stored ones unchanged', async () => {
    const { sa } = await people(server)
    const { _id } = await add(sa)
    for (const [change, field] of [
      [{ url: 'ftp://a.b' }, 'url'],
      [{ secret: 'whsec_x' }, 'secret'],
      [{ events: [] }, 'events'],
    ] as const) {
      const answer = await sa.put(`/api/webhooks/${_id}`, change)
      expect([answer.status, Object.keys(validationErrorsOf(answer))]).toEqual([422, [field]])
    }
    expect((await sa.get('/api/webhooks')).rows).toMatchObject([{ url: inbox.url() }])
  })

  test('are at most ten, also with concurrent requests', async () => {
    const { sa } = await people(server)
    for (let made = 0; made < 9; made++) await add(sa)
    const input = { name: 'CRM', url: inbox.url(), events: ['user.created'] }
    const both = await Promise.all([sa.post('/api/webhooks', input), sa.post('/api/webhooks', input)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('are managed by users who may change the settings', async () => {
    const { sa, agent } = await people(server)
    const { _id } = await add(sa)
    for (const path of ['', `/${_id}/deliveries`])
      expect((await agent.get(`/api/webhooks${path}`)).status).toBe(403)
    expect((await agent.post(`/api/webhooks/${_id}/test`)).status).toBe(403)
    expect((await sa.get('/api/webhooks/x/deliveries')).status).toBe(404)
  })

  test('that somebody else edited meanwhile are not overwritten', async () => {
    const { sa } = await people(server)
    const { _id, dateUpdate } = await add(sa)
    server.clock.advance(MINUTE)
    expect((await sa.put(`/api/webhooks/${_id}`, { isOn: false, dateUpdate })).status).toBe(200)
    const { status, body } = await sa.put(`/api/webhooks/${_id}`, { name: 'Otro', dateUpdate })
    expect([status, body.code]).toEqual([409, 'STALE'])
  })
})

describe('events of webhooks (rule N9)', () => {
  test('are those of the contract, with ids only', async () => {
    const { sa, agent, admin } = await people(server)
    const { _id: profile } = await storeUser(server, 'app', { createdBy: agent.id })
    await add(sa)
    const film = await create(admin, '/api/movies', filmOf())
    const { body: edited } = await admin.put(`/api/movies/${film._id}`, { status: false })
    expect(edited.status).toBe(false)
    await makeTransaction(agent, saleOf(profile))
    const deleted = await sa.delete(`/api/users/${(await storeUser(server, 'app', {}))._id}`)
    expect(deleted.status, deleted.text).toBe(200)
    await deliver()
    const found = payloads()
    expect(found.map(({ type }) => type).sort()).toEqual(
      ['content.published', 'content.unpublished', 'transaction.processed', 'user.deleted'].sort(),
    )
    for (const payload of found)
      expect(
        payloadSchema(payload.type as WebhookEvent)
          .strict()
          .parse(payload),
      ).toEqual(payload)
  })

  test('about contents exist for every playable entity of the catalogue', async () => {
    const { rows } = await server.db.execute<{ body: string }>(
      sql`select prosrc as body from pg_proc where proname = 'queue_audited_events'`,
    )
    const named =
      /WHERE resource IN \(([^)]+)\) AND public.content_event/.exec(rows[0]?.body ?? '')?.[1] ?? ''
    expect(new Set(named.match(/\w+/g))).toEqual(new Set(MEDIA_RESOURCES))
  })

  test('report that a published content was deleted and restored', async () => {
    const { sa, admin } = await people(server)
    const film = await create(admin, '/api/movies', filmOf())
    const hidden = await create(admin, '/api/movies', filmOf({ title: 'Otra', status: false }))
    await add(sa)
    for (const { _id } of [film, hidden]) {
      expect((await sa.delete(`/api/movies/${_id}`)).status).toBe(200)
      expect((await sa.post(`/api/movies/${_id}/restore`)).status).toBe(200)
    }
    await deliver()
    expect(payloads().map(({ type, data }) => [type, data])).toEqual(
      ['content.unpublished', 'content.published'].map((type) => [
        type,
        { id: film._id, resource: 'movies', batch: null },
      ]),
    )
  })

  test('are only sent to webhooks that subscribe to them and are on', async () => {
    const { sa, admin } = await people(server)
    await add(sa, { url: inbox.url('/users'), events: ['user.created'] })
    await add(sa, { url: inbox.url('/off'), isOn: false })
    await create(admin, '/api/movies', filmOf())
    await deliver()
    expect(inbox.received).toEqual([])
  })

  test('about a change that is rolled back are not sent', async () => {
    const { sa, admin } = await people(server)
    await add(sa)
    expect((await admin.post('/api/movies', { ...filmOf(), categories: ['x'] })).status).toBe(422)
    await deliver()
    expect(inbox.received).toEqual([])
  })

  test('report licences that expire on the days of the settings, once each, and expired ones', async () => {
    const { sa, agent } = await people(server)
    const soon = await storeUser(server, 'app', { createdBy: agent.id })
    const past = await storeUser(server, 'app', { createdBy: agent.id })
    const at = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR)
    await add(sa)
    await server.db
      .update(licences)
      .set({ dateExpire: at(24) })
      .where(eq(licences._id, soon._id))
    await server.db
      .update(licences)
      .set({ dateExpire: at(1) })
      .where(eq(licences._id, past._id))
    server.clock.advance(2 * HOUR)
    for (let hour = 0; hour < 3; hour++) await writeReminders(server.context)
    await deliver()
    expect(payloads()).toMatchObject([
      { type: 'user.expiring', data: { id: soon._id, days: 1 } },
      { type: 'user.expired', data: { id: past._id } },
    ])
  })
})

describe('deliveries (rule N11)', () => {
  test('are signed according to Standard Webhooks, so that an altered body fails verification', async () => {
    const { sa, admin } = await people(server)
    const { secret } = await add(sa)
    await create(admin, '/api/movies', filmOf())
    server.clock.set(new Date())
    await deliver()
    const [got] = inbox.received
    if (!got) throw new Error('Nothing was received')
    const headers = Object.fromEntries(
      Object.entries(got.headers).map(([name, value]) => [name, String(value)]),
    )
    const verifier = new Verifier(String(secret))
    expect(verifier.verify(got.body, headers)).toEqual(JSON.parse(got.body))
    expect(() => verifier.verify(got.body.replace('movies', 'series'), headers)).toThrow()
  })

  test('seal a secret stored in plain text, once a key is configured', async () => {
    server.clock.set(new Date())
    const { sa, admin } = await people(server)
    const { secret } = await add(sa)
    const config = { ...server.context.config, factorKeys: [Buffer.alloc(32, 1)] }
    for (const title of ['Una', 'Otra']) {
      await create(admin, '/api/movies', filmOf({ title }))
      await runLane(server.context, webhookWork({ ...server.context, config }, allowAnyIp))
      const [row] = await server.db.select().from(webhooks)
      expect(sealingKeyId(row?.secret ?? '')).toMatch(/^[0-9a-f]{8}$/)
    }
    for (const { body, headers } of inbox.received) {
      const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      expect(() => new Verifier(String(secret)).verify(body, texts)).not.toThrow()
    }
  })

  test('are signed with both secrets for a day after a replacement', async () => {
    server.clock.set(new Date())
    const { sa, admin } = await people(server)
    const { _id, secret } = await add(sa)
    const { body: replaced } = await sa.post(`/api/webhooks/${_id}/secret`)
    await create(admin, '/api/movies', filmOf())
    await deliver()
    const verify = (with_: unknown, index: number) => {
      const { body = '', headers = {} } = inbox.received[index] ?? {}
      const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      return new Verifier(String(with_)).verify(body, texts)
    }
    expect(() => verify(secret, 0)).not.toThrow()
    expect(() => verify(replaced.secret, 0)).not.toThrow()
    server.clock.advance(25 * HOUR)
    await create((await people(server)).admin, '/api/movies', filmOf({ title: 'Otra' }))
    await deliver()
    expect(String(inbox.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  test('are retried after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, with the same webhook-id, then given up', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    inbox.answer((response) => response.writeHead(500).end('no'))
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    expect(await deliver()).toBe(1)
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000]) {
      server.clock.advance(seconds * 1_000 - 1)
      expect(await deliver()).toBe(0)
      server.clock.advance(1)
      expect(await deliver()).toBe(1)
    }
    server.clock.advance(100 * HOUR)
    expect(await deliver()).toBe(0)
    expect(new Set(inbox.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await server.db.select().from(outbox)).toMatchObject([
      { state: 'failed', attempt: 7, status: 500, answer: 'no', reason: 'test' },
    ])
  })

  test('follow no redirect, and store 500 characters of an endless response', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    inbox.answer((response) => response.writeHead(302, { location: inbox.url('/other') }).end())
    await deliver()
    expect(inbox.received.map(({ path }) => path)).toEqual(['/hook'])
    inbox.answer((response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    server.clock.advance(5_000)
    await deliver()
    const [row] = await deliveriesOf(sa, webhook)
    expect(row).toMatchObject({ state: 'sent', status: 200, attempt: 2 })
    expect(String(row?.answer)).toHaveLength(500)
  })

  test('never reach a private address', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    await runLane(server.context, webhookWork(server.context, isPublicIp))
    expect(inbox.received).toEqual([])
    expect(await deliveriesOf(sa, webhook)).toMatchObject([
      { state: 'waiting', answer: 'La dirección pertenece a una red privada y no se permite.' },
    ])
  })

  test('reach the receiver of a demo at its exact URL, and nothing else on the same machine (rule N13)', async () => {
    const { sa } = await people(server)
    const exact = await add(sa, { url: inbox.url('/demo/receiver') })
    const others = await Promise.all(
      ['/demo/receiver/', '/demo/receiver?x=1', '/demo'].map((path) => add(sa, { url: inbox.url(path) })),
    )
    for (const { _id } of [exact, ...others]) await sa.post(`/api/webhooks/${_id}/test`)
    const demo = { ...server.context, demoReceiver: inbox.url('/demo/receiver') }
    await runLane(server.context, webhookWork(demo, isPublicIp))
    expect(inbox.received.map(({ path }) => path)).toEqual(['/demo/receiver'])
    expect(await deliveriesOf(sa, exact)).toMatchObject([{ state: 'sent', status: 204 }])
    for (const other of others)
      expect(await deliveriesOf(sa, other)).toMatchObject([
        { state: 'waiting', answer: 'La dirección pertenece a una red privada y no se permite.' },
      ])
  })

  test('never reach an address whose name became private after it was saved', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa, { url: inbox.url().replace('127.0.0.1', 'crm.example') })
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    const lookup = namesInTurn({ 'crm.example': ['127.0.0.1'] }, { 'crm.example': ['127.0.0.2'] })
    const guarded = webhookWork(server.context, (address) => address === '127.0.0.1', { lookup })
    expect(await runLane(server.context, guarded)).toBe(1)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    expect(await runLane(server.context, guarded)).toBe(1)
    expect(inbox.received).toHaveLength(1)
    expect(await deliveriesOf(sa, webhook)).toMatchObject([
      { state: 'waiting', answer: 'La dirección pertenece a una red privada y no se permite.' },
      { state: 'sent' },
    ])
  })

  test('store the status of a response of 10 MB, and of one that hangs, and read only up to the limit', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    const size = 10_000_000
    let left = size
    inbox.answer((response) => {
      response.writeHead(200, { 'content-length': size })
      const pour = () => {
        while (left > 0 && !response.destroyed) {
          left -= 100_000
          if (!response.write('x'.repeat(100_000))) return void response.once('drain', pour)
        }
      }
      pour()
    })
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    await deliver()
    expect(left).toBeGreaterThan(0)
    expect(await deliveriesOf(sa, webhook)).toMatchObject([{ state: 'sent', status: 200 }])
    inbox.answer((response) => response.writeHead(503).write('no'))
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    await runLane(server.context, webhookWork(server.context, allowAnyIp, { timeLimit: 2_000 }))
    expect(await deliveriesOf(sa, webhook)).toMatchObject([
      { state: 'waiting', status: 503, answer: 'no' },
      { state: 'sent' },
    ])
  })

  test('wait as long as Retry-After says, at most an hour', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    const pauseOf = async (status: number, header: string): Promise<number> => {
      inbox.answer((response) => response.writeHead(status, { 'retry-after': header }).end())
      await sa.post(`/api/webhooks/${webhook._id}/test`)
      await deliver()
      const [row] = await server.db.select().from(outbox).orderBy(desc(outbox._id)).limit(1)
      return ((row?.nextAttempt?.getTime() ?? 0) - server.clock.now().getTime()) / 1000
    }
    expect(await pauseOf(429, '120')).toBe(120)
    expect(await pauseOf(503, '86400')).toBe(3_600)
    expect(await pauseOf(503, '1')).toBe(5)
    expect(await pauseOf(500, '120')).toBe(5)
  })

  test('to a receiver that hangs time out and are retried', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    const hanging: ServerResponse[] = []
    inbox.answer((response) => hanging.push(response))
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    await runLane(server.context, webhookWork(server.context, allowAnyIp, { timeLimit: 1_000 }))
    expect(hanging).toHaveLength(1)
    expect(await deliveriesOf(sa, webhook)).toMatchObject([
      { state: 'waiting', attempt: 1, status: null, answer: 'La dirección tardó demasiado en responder.' },
    ])
    inbox.answer((response) => response.writeHead(204).end())
    server.clock.advance(5_000)
    await deliver()
    expect(await deliveriesOf(sa, webhook)).toMatchObject([{ state: 'sent', attempt: 2 }])
  })

  test('interrupted by a stop count neither as attempts nor as failures of the webhook', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    inbox.answer(() => undefined)
    const work = worker()
    const [row] = await server.db.transaction((tx) => work.claim(tx, server.clock.now(), 1))
    if (!row) throw new Error('Nothing was claimed')
    const interrupting = new AbortController()
    const performed = work.perform(row, interrupting.signal)
    await expect.poll(() => inbox.received.length).toBe(1)
    interrupting.abort()
    const outcome = await performed
    await server.db.transaction((tx) => work.settle(tx, row, outcome, server.clock.now()))
    expect(await deliveriesOf(sa, webhook)).toMatchObject([{ state: 'waiting', attempt: 0 }])
    expect((await sa.get('/api/webhooks')).rows).toMatchObject([{ isOn: true, failingSince: null }])
  })

  test('switch their webhook off at once after a 410, and after three days without a success', async () => {
    const { sa } = await people(server)
    const gone = await add(sa, { url: inbox.url('/gone') })
    const failing = await add(sa, { url: inbox.url('/failing') })
    inbox.answer((response, { path }) => response.writeHead(path === '/gone' ? 410 : 503).end())
    for (const { _id } of [gone, failing]) await sa.post(`/api/webhooks/${_id}/test`)
    await deliver()
    expect((await sa.get('/api/webhooks')).rows).toMatchObject([
      { isOn: false, message: 'La dirección respondió que ya no existe (410): se apagó.' },
      { isOn: true, message: '', failingSince: server.clock.now().toISOString() },
    ])
    expect((await sa.post(`/api/webhooks/${gone._id}/test`)).status).toBe(409)
    server.clock.advance(72 * HOUR)
    await deliver()
    expect(await server.db.select().from(webhooks).orderBy(webhooks._id)).toMatchObject([
      {},
      { isOn: false, message: 'La dirección lleva 3 días sin aceptar nada: se apagó.' },
    ])
  })

  test('can be resent manually with the same webhook-id, but not while they are waiting', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    const other = await add(sa)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    const [row] = await deliveriesOf(sa, webhook)
    const again = (id: unknown = webhook._id) => sa.post(`/api/webhooks/${id}/deliveries/${row?._id}/resend`)
    expect((await again()).status).toBe(409)
    await deliver()
    expect((await again(other._id)).status).toBe(404)
    expect((await again()).status).toBe(204)
    await deliver()
    expect(new Set(inbox.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(inbox.received).toHaveLength(2)
  })

  test('use the template of their webhook, with escaped values', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa, {
      template: '{"text": "{{texto}} ({{evento}})", "chat": 7, "d": "{{datos}}"}',
    })
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    await deliver()
    expect(payloads()).toEqual([
      { text: `Prueba: ${sa.id} (test)`, chat: 7, d: JSON.stringify({ id: sa.id }) },
    ])
  })

  test('to a URL that hangs do not block the others', async () => {
    const { sa } = await people(server)
    const slow = await add(sa, { url: inbox.url('/slow') })
    const quick = await add(sa, { url: inbox.url('/quick') })
    for (let sent = 0; sent < 5; sent++)
      for (const { _id } of [slow, quick]) await sa.post(`/api/webhooks/${_id}/test`)
    const claim = () => server.db.transaction((tx) => worker().claim(tx, server.clock.now(), 16))
    const first = await claim()
    expect(first.filter(({ webhook }) => webhook === slow._id)).toHaveLength(2)
    expect(await claim()).toEqual([])
  })

  test('of a killed node are due again when their lease ends, and its late result is not stored', async () => {
    const { sa } = await people(server)
    const webhook = await add(sa)
    await sa.post(`/api/webhooks/${webhook._id}/test`)
    const claim = () => server.db.transaction((tx) => worker().claim(tx, server.clock.now(), 16))
    const [lost] = await claim()
    if (!lost) throw new Error('Nothing was claimed')
    server.clock.advance(59_000)
    expect(await claim()).toEqual([])
    server.clock.advance(1_000)
    expect(await deliver()).toBe(1)
    await server.db.transaction((tx) => worker().settle(tx, lost, { state: 'failed' }, server.clock.now()))
    const [row] = await server.db.select().from(outbox)
    expect(row).toMatchObject({ state: 'sent', attempt: 2 })
  })

  test('are deleted with their webhook', async () => {
    const { sa } = await people(server)
    const { _id } = await add(sa)
    await sa.post(`/api/webhooks/${_id}/test`)
    expect((await sa.delete(`/api/webhooks/${_id}`)).status).toBe(200)
    expect(await server.db.select().from(outbox)).toEqual([])
  })
})
