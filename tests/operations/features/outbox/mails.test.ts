import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupWork } from '../../../../src/server/features/backups/backup-worker.ts'
import { mailWork } from '../../../../src/server/features/outbox/mail-worker.ts'
import { deleteOldMessages } from '../../../../src/server/features/outbox/messages.ts'
import { webhookWork } from '../../../../src/server/features/outbox/webhook-worker.ts'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { BackupError } from '../../../../src/server/platform/backup/backup-error.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { balances, licences, users } from '../../../../src/server/platform/database/schema/users.ts'
import { allowAnyIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { spares } from '../../../support/backups.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { type Mailed, mailServer, readMail } from '../../../support/mail-server.ts'
import { runLane, writeReminders } from '../../../support/network-workers.ts'
import { type People, people, signInAs, storeUser, storeUsers } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const PUBLIC_URL = 'https://cartelera.example'
const FROM = 'Cartelera <avisos@cartelera.example>'
const DAY = 24 * HOUR

const server = testApp({ config: { mail: { smtpUrl: 'smtp://x', from: FROM, publicUrl: PUBLIC_URL } } })
const mails = mailServer()
const spare = spares()
let team: People

beforeEach(async () => {
  team = await people(server)
  await settings({ mailReminders: true, lowBalanceMail: 10 })
})

const settings = async (changes: Row) => {
  const { status, text } = await team.sa.put('/api/settings', changes)
  expect(status, text).toBe(200)
}
const worker = (options?: Parameters<typeof mailWork>[2]) =>
  mailWork(server.context, { smtpUrl: mails.url(), from: FROM, publicUrl: PUBLIC_URL }, options)
/** Limits for a server that hangs. */
const SHORT = { connect: 150, response: 150 }
const deliver = (options?: Parameters<typeof mailWork>[2]) => runLane(server.context, worker(options))
const remind = async () => {
  await writeReminders(server.context)
  return deliver()
}

/** Noon in the service's time zone, some days from now. */
const noonIn = (days: number) => new Date(Date.parse('2026-03-15T16:00:00Z') + days * DAY)
const EMAIL = 'ana@correo.example'
const viewer = (changes: Parameters<typeof storeUser>[2] = {}, profile = 'app') =>
  storeUser(server, profile, {
    createdBy: team.agent.id,
    fullName: 'Íñigo Peña',
    email: EMAIL,
    mailNotify: true,
    dateExpire: noonIn(3),
    ...changes,
  })
const expire = (id: string, dateExpire: Date) =>
  server.db.update(licences).set({ dateExpire }).where(eq(licences._id, id))
const rows = () => server.db.select().from(outbox).orderBy(outbox.date, outbox._id)
const states = async () => (await rows()).map(({ state }) => state)
const last = () => {
  const mail = mails.mailed.at(-1)
  if (!mail) throw new Error('Nothing was mailed')
  return readMail(mail)
}
const receivers = () => mails.mailed.flatMap(({ to }: Mailed) => to)

describe('a reminder (rule N5)', () => {
  test('is sent once on each day of the settings, including the day of the expiry', async () => {
    await viewer()
    const said: string[] = []
    for (let day = -5; day <= 4; day++) {
      server.clock.set(new Date(noonIn(day).getTime() - 2 * HOUR))
      for (let hour = 0; hour < 3; hour++) {
        if ((await remind()) > 0) said.push(`${day}: ${last().headers.subject}`)
        server.clock.advance(HOUR)
      }
    }
    expect(said).toEqual([
      '-4: Su suscripción vence en 7 días',
      '0: Su suscripción vence en 3 días',
      '2: Su suscripción vence mañana',
      '3: Su suscripción vence hoy',
    ])
    expect(receivers()).toEqual([EMAIL, EMAIL, EMAIL, EMAIL])
  })

  test('names the customer, the expiry, the price and the seller, as text and as HTML', async () => {
    await server.db.update(users).set({ fullName: 'Begoña & Hijos' }).where(eq(users._id, team.agent.id))
    await settings({ creditPriceMonthly: 350 })
    await viewer()
    await remind()
    const { headers, text, html } = last()
    expect(headers).toMatchObject({ to: EMAIL, from: FROM })
    expect(text).toContain('Hola, Íñigo Peña:\n\nSu suscripción vence en 3 días (18/03/2026)')
    expect(text).toContain('350')
    expect(text).toContain('hable con Begoña & Hijos.')
    expect(html).toContain('Íñigo Peña')
    expect(html).toContain('Begoña &#38; Hijos')
  })

  test('uses the texts of the settings, with names escaped in HTML and in headers', async () => {
    await settings({ expiryMailSubject: '{nombre}: {plazo}', expiryMail: 'Hola {nombre}\nadiós' })
    await viewer({ fullName: '<b>Ana</b>\r\nBcc: espia@correo.example {vence} "x"' })
    await remind()
    const { headers, text, html } = last()
    expect(headers.subject).toBe('<b>Ana</b> Bcc: espia@correo.example {vence} "x": vence en 3 días')
    expect(headers.bcc).toBeUndefined()
    expect(receivers()).toEqual([EMAIL])
    expect(text).toContain('<b>Ana</b>')
    expect(html).not.toContain('<b>')
    expect(html).toContain('&#60;b&#62;Ana&#60;/b&#62;')
    expect(html).toContain('&#34;x&#34;<br>adiós')
  })

  test('is off at first', async () => {
    await settings({ mailReminders: false })
    await viewer()
    expect(await remind()).toBe(0)
    expect(await rows()).toEqual([])
  })

  test('is not queued unless mail is configured', async () => {
    await viewer()
    await writeReminders({ ...server.context, config: { ...server.context.config, mail: undefined } })
    expect(await rows()).toEqual([])
  })

  test('is sent only to viewers, other than demo users, with an active licence, an e-mail and a subscription', async () => {
    await viewer({ email: '' })
    await viewer({ mailNotify: false })
    await viewer({ status: 'disable' })
    await viewer({ deletedAt: server.clock.now() })
    await viewer({ dateExpire: new Date(server.clock.now().getTime() - MINUTE) })
    await viewer({ dateExpire: null })
    for (const profile of ['agent', 'superagent', 'Administrador']) await viewer({}, profile)
    expect(await remind()).toBe(0)
    expect(await rows()).toEqual([])
    await viewer({ email: 'demo@correo.example' }, 'demo')
    expect(await remind()).toBe(0)
  })

  test('is sent again for a renewed licence', async () => {
    const { _id } = await viewer()
    await remind()
    await expire(_id, noonIn(7))
    await remind()
    await expire(_id, noonIn(3))
    await remind()
    expect(mails.mailed.map((mail) => readMail(mail).headers.subject)).toEqual([
      'Su suscripción vence en 3 días',
      'Su suscripción vence en 7 días',
    ])
  })

  test('uses the days of the service, not those of UTC', async () => {
    // 23:30 of the 18th in Santo Domingo.
    await viewer({ dateExpire: new Date('2026-03-19T03:30:00Z') })
    await remind()
    expect(last().headers.subject).toBe('Su suscripción vence en 3 días')
  })

  test('is queued once by two concurrent nodes', async () => {
    for (let count = 0; count < 3; count++) await viewer()
    await Promise.all([writeReminders(server.context), writeReminders(server.context)])
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  })
})

describe('a mail whose reason no longer applies (rule N7)', () => {
  const CASES: Record<string, (id: string) => PromiseLike<unknown>> = {
    renewed: (id) => makeTransaction(team.agent, saleOf(id)),
    'was disabled': (id) => team.sa.put(`/api/users/${id}`, { status: 'disable' }),
    'wants none': (id) => team.sa.put(`/api/users/${id}`, { mailNotify: false }),
    'has no e-mail': (id) => team.sa.put(`/api/users/${id}`, { email: '' }),
    'was deleted': (id) => team.sa.delete(`/api/users/${id}`),
  }
  test.each(Object.keys(CASES))('is cancelled: the user %s', async (name) => {
    const { _id } = await viewer()
    await writeReminders(server.context)
    await CASES[name]?.(_id)
    await deliver()
    expect(mails.mailed).toEqual([])
    expect((await rows()).filter(({ reason }) => reason === 'expiry')).toMatchObject([
      { state: 'cancelled', leaseUntil: null },
    ])
  })

  test('is cancelled when reminders were switched off', async () => {
    await viewer()
    await writeReminders(server.context)
    await settings({ mailReminders: false })
    await deliver()
    expect([mails.mailed, await states()]).toEqual([[], ['cancelled']])
  })

  test('goes to the recipient’s current address', async () => {
    const { _id } = await viewer()
    await writeReminders(server.context)
    await team.sa.put(`/api/users/${_id}`, { email: 'nueva@correo.example' })
    await deliver()
    expect(receivers()).toEqual(['nueva@correo.example'])
    expect(await rows()).toMatchObject([{ recipient: 'nueva@correo.example', state: 'sent' }])
  })
})

describe('attempts (rule N7)', () => {
  test('are at most six, after increasing delays, with one Message-ID; then the mail has failed', async () => {
    // Expires in 14 hours: all attempts are made on that day.
    await viewer({ dateExpire: new Date(server.clock.now().getTime() + 13 * HOUR) })
    await writeReminders(server.context)
    mails.behave({ data: 451 })
    expect(await deliver()).toBe(1)
    for (const minutes of [1, 5, 30, 120, 300]) {
      expect(await states()).toEqual(['waiting'])
      server.clock.advance(minutes * MINUTE - 1)
      expect(await deliver()).toBe(0)
      server.clock.advance(1)
      expect(await deliver()).toBe(1)
    }
    expect(new Set(mails.mailed.map((mail) => readMail(mail).headers['message-id'])).size).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'failed', attempt: 6, status: 451, answer: '451 no: 451' }])
    server.clock.advance(DAY)
    expect(await deliver()).toBe(0)
  })

  test('stop at the first with an unknown outcome; only a user can send the mail again', async () => {
    await viewer()
    await writeReminders(server.context)
    mails.behave({ closes: 'data' })
    await deliver()
    server.clock.advance(HOUR)
    expect(await deliver()).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'unconfirmed', attempt: 1 })
    mails.behave({})
    expect((await team.sa.post(`/api/outbox/${row?._id}/resend`)).status).toBe(204)
    expect(await deliver()).toBe(1)
    expect((await team.sa.post(`/api/outbox/${row?._id}/resend`)).status).toBe(409)
    expect(await states()).toEqual(['sent'])
    expect(new Set(mails.mailed.map((mail) => readMail(mail).headers['message-id'])).size).toBe(1)
  })

  test('of a killed node leave the mail unconfirmed when the lease ends, and a late result is not stored', async () => {
    await viewer()
    await writeReminders(server.context)
    const claim = () => server.db.transaction((tx) => worker().claim(tx, server.clock.now(), 4))
    const [lost] = await claim()
    if (!lost) throw new Error('Nothing was claimed')
    server.clock.advance(2 * MINUTE - 1)
    expect(await claim()).toEqual([])
    expect(await states()).toEqual(['waiting'])
    server.clock.advance(1)
    expect(await claim()).toEqual([])
    expect(await rows()).toMatchObject([
      { state: 'unconfirmed', answer: 'El servidor se detuvo mientras lo enviaba: no se sabe si llegó.' },
    ])
    // Sent again by hand: the first attempt of the second sending is not the one that was lost.
    await team.sa.post(`/api/outbox/${lost._id}/resend`)
    server.clock.advance(MINUTE)
    const [again] = await claim()
    expect(again).toMatchObject({ _id: lost._id, attempt: 1 })
    const settle = () =>
      server.db.transaction((tx) => worker().settle(tx, lost, { state: 'failed' }, server.clock.now()))
    await settle()
    expect(await states()).toEqual(['waiting'])
  })

  test('do not count if a stopping service interrupts them before the message', async () => {
    await viewer()
    await writeReminders(server.context)
    const [row] = await server.db.transaction((tx) => worker().claim(tx, server.clock.now(), 4))
    if (!row) throw new Error('Nothing was claimed')
    await server.db.transaction((tx) => worker().settle(tx, row, { state: 'released' }, server.clock.now()))
    expect(await rows()).toMatchObject([{ state: 'waiting', attempt: 0, leaseUntil: null }])
    expect(await deliver()).toBe(1)
  })

  test('with a silent server do not delay other requests', async () => {
    for (let count = 0; count < 3; count++) await viewer()
    await writeReminders(server.context)
    mails.behave({ hangs: 'greeting' })
    const delivering = deliver({ limits: SHORT })
    expect((await team.sa.get('/api/outbox')).rows).toHaveLength(3)
    await delivering
    expect(await rows()).toMatchObject(
      Array(3).fill({ state: 'waiting', attempt: 1, answer: 'El servidor de correo no responde.' }),
    )
  })
})

test('at most 60 mails are sent a minute, over all nodes', async () => {
  await storeUsers(
    server,
    Array.from({ length: 100 }, (_, n) => [
      'app',
      { email: `c${n}@correo.example`, mailNotify: true, dateExpire: noonIn(3) },
    ]),
  )
  await writeReminders(server.context)
  const nodes = [worker(), worker()]
  const claimed = new Set<string>()
  const claim = async () => {
    const both = await Promise.all(
      nodes.map((node) => server.db.transaction((tx) => node.claim(tx, server.clock.now(), 40))),
    )
    const found = both.flat()
    for (const { _id } of found) claimed.add(_id)
    return found.length
  }
  expect(await claim()).toBe(60)
  expect(await claim()).toBe(0)
  server.clock.advance(MINUTE - 1)
  expect(await claim()).toBe(0)
  server.clock.advance(1)
  expect(await claim()).toBe(40)
  expect(claimed.size).toBe(100)
})

describe('a mail about a low balance (rule N6)', () => {
  const seller = (months: number, changes: Row = {}) =>
    server.db
      .update(users)
      .set({ email: 'vendedor@correo.example', mailNotify: true, fullName: 'Vendedor', ...changes })
      .where(eq(users._id, team.agent.id))
      .then(() =>
        server.db
          .insert(balances)
          .values({ _id: team.agent.id, months })
          .onConflictDoUpdate({ target: balances._id, set: { months } }),
      )
  const customer = () => storeUser(server, 'app', { createdBy: team.agent.id })
  const sell = async (count = 1) =>
    expect((await makeTransaction(team.agent, saleOf((await customer())._id, { count }))).status).toBe(200)
  const refund = (count: number) =>
    makeTransaction(team.admin, saleOf(team.agent.id, { type: TYPE.REFUND_TRANSFER, count }))

  test('is sent once, when a sale takes the balance below the threshold', async () => {
    await seller(11)
    await sell()
    expect(await deliver()).toBe(0)
    await sell()
    expect(await deliver()).toBe(1)
    expect(receivers()).toEqual(['vendedor@correo.example'])
    expect(last().headers.subject).toBe('Le quedan 9 créditos')
    expect(last().text).toContain('Hola, Vendedor:\n\nLe quedan 9 créditos.')
    await sell()
    expect(await deliver()).toBe(0)
    expect(await rows()).toMatchObject([{ reason: 'balance', state: 'sent', user: team.agent.id }])
  })

  test('is sent again if the balance was above the threshold meanwhile', async () => {
    await seller(10)
    await sell()
    await deliver()
    expect(
      (await makeTransaction(team.superagent, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 5 })))
        .status,
    ).toBe(200)
    await sell(6)
    await deliver()
    expect(mails.mailed.map((mail) => readMail(mail).headers.subject)).toEqual([
      'Le quedan 9 créditos',
      'Le quedan 8 créditos',
    ])
  })

  test('is sent once for a bulk sale, and for a refunded transfer', async () => {
    await seller(12)
    const ids = [await customer(), await customer(), await customer()].map(({ _id }) => _id)
    const sold = await team.agent.post(
      '/api/license_transactions/bulk',
      { ids, period: 'MESES', count: 1 },
      { headers: { 'idempotency-key': newId() } },
    )
    expect(sold.status, sold.text).toBe(201)
    await deliver()
    expect(last().headers.subject).toBe('Le quedan 9 créditos')
    await seller(20)
    expect((await refund(15)).status).toBe(200)
    await deliver()
    expect(last().headers.subject).toBe('Le quedan 5 créditos')
    expect(mails.mailed).toHaveLength(2)
  })

  test('is queued once by concurrent sales and refunds', async () => {
    await seller(11)
    const [, , { status }] = await Promise.all([sell(), sell(), refund(1)])
    expect(status).toBe(200)
    expect(await rows()).toHaveLength(1)
    await deliver()
    expect(last().headers.subject).toBe('Le quedan 8 créditos')
  })

  test('is sent to each of two sellers who sell concurrently', async () => {
    await seller(10)
    const other = await storeUser(server, 'agent', {
      ...{
        email: 'otra@correo.example',
        mailNotify: true,
        creditToResell: 10,
        createdBy: team.superagent.id,
      },
    })
    const otherCustomer = await storeUser(server, 'app', { createdBy: other._id })
    const [, sold] = await Promise.all([
      sell(),
      signInAs(server, other).then((client) => makeTransaction(client, saleOf(otherCustomer._id))),
    ])
    expect(sold.status).toBe(200)
    await deliver()
    expect(receivers().sort()).toEqual(['otra@correo.example', 'vendedor@correo.example'])
  })

  test('is cancelled for a seller who bought credits before it was sent', async () => {
    await seller(10)
    await sell()
    await makeTransaction(team.superagent, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 5 }))
    await deliver()
    expect([mails.mailed, await states()]).toEqual([[], ['cancelled']])
  })

  test('is not queued without an e-mail or a subscription, or with the setting 0', async () => {
    for (const changes of [{ email: '' }, { mailNotify: false }]) {
      await seller(10, changes)
      await sell()
    }
    await settings({ lowBalanceMail: 0 })
    await seller(1)
    await sell()
    expect(await rows()).toEqual([])
  })

  test('is not queued for a rejected sale', async () => {
    await seller(10)
    const refused = await makeTransaction(team.agent, saleOf((await customer())._id, { count: 11 }))
    expect(refused.status).toBe(422)
    expect(await rows()).toEqual([])
  })
})

describe('the unsubscribe link of a mail (rule N8)', () => {
  const linked = async () => {
    const { _id } = await viewer()
    await remind()
    const [, token = ''] = /\/baja\/([\w-]+)>$/.exec(last().headers['list-unsubscribe'] ?? '') ?? []
    return { _id, path: `/baja/${token}` }
  }
  const wants = async (id: string) =>
    (await server.db.select({ wants: users.mailNotify }).from(users).where(eq(users._id, id)))[0]?.wants

  test('is in both texts and in the headers, and reveals nothing about the recipient', async () => {
    const { _id, path } = await linked()
    const { headers, text, html } = last()
    expect(headers['list-unsubscribe']).toBe(`<${PUBLIC_URL}${path}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(text).toContain(`${PUBLIC_URL}${path}`)
    expect(html).toContain(`href="${PUBLIC_URL}${path}"`)
    expect(path).toMatch(/^\/baja\/[\w-]{24}$/)
    expect(path).not.toContain(_id)
    await expire(_id, noonIn(7))
    await remind()
    expect(last().headers['list-unsubscribe']).not.toContain(path)
  })

  test('shows a page to GET, which changes nothing', async () => {
    const { _id, path } = await linked()
    const { status, text, headers } = await server.anonymous.get(path)
    expect(status).toBe(200)
    expect(text).toContain('<form method="post">')
    expect(text).not.toMatch(/Íñigo|ana@/)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("form-action 'self'")
    expect(await wants(_id)).toBe(true)
  })

  test.each([
    ['the button of the page', 'application/x-www-form-urlencoded', ''],
    ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['a mail program as a form', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ])('unsubscribes the recipient with a POST, by %s', async (_, type, body) => {
    const { _id, path } = await linked()
    const other = await viewer()
    const answer = await server.anonymous.post(path, body, { headers: { 'content-type': type } })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect([await wants(_id), await wants(other._id)]).toEqual([false, true])
    const { rows } = await team.sa.get(`/api/audit?record=${_id}&action=update`)
    expect(rows).toMatchObject([
      { user: _id, resource: 'users', changes: [{ field: 'mailNotify', before: true, after: false }] },
    ])
    // A second POST changes nothing.
    expect((await server.anonymous.post(path)).text).toBe(answer.text)
    expect((await team.sa.get(`/api/audit?record=${_id}&action=update`)).rows).toHaveLength(1)
  })

  test('has the same responses with an unknown token', async () => {
    const { path } = await linked()
    const unknown = ['/baja/aaaaaaaaaaaaaaaaaaaaaaaa', '/baja/x', `/baja/${'a'.repeat(90)}`]
    const shown = await server.anonymous.get(path)
    for (const each of unknown) {
      const { status, text } = await server.anonymous.get(each)
      expect([status, text]).toEqual([shown.status, shown.text])
    }
    const ended = await server.anonymous.post(path)
    for (const each of unknown) {
      const { status, text } = await server.anonymous.post(each)
      expect([status, text]).toEqual([ended.status, ended.text])
    }
  })

  test('of a deleted user changes nothing', async () => {
    const { _id, path } = await linked()
    await team.sa.delete(`/api/users/${_id}`)
    const { rows: before } = await team.sa.get(`/api/audit?record=${_id}`)
    expect((await server.anonymous.post(path)).status).toBe(200)
    expect((await team.sa.get(`/api/audit?record=${_id}`)).rows).toEqual(before)
  })
})

describe('sent mails (rule N12)', () => {
  test('lose their recipient with the user, also before they are sent', async () => {
    const { _id } = await viewer()
    await remind()
    await expire(_id, noonIn(7))
    await writeReminders(server.context)
    expect((await team.sa.delete(`/api/users/${_id}`)).status).toBe(200)
    expect(await rows()).toMatchObject([
      { state: 'sent', recipient: '', answer: '' },
      { state: 'cancelled', recipient: '', answer: '' },
    ])
    expect((await team.sa.get('/api/outbox')).text).not.toContain(EMAIL)
  })

  test('lose their recipient with the user even while they are being sent', async () => {
    const { _id } = await viewer()
    await writeReminders(server.context)
    const work = worker()
    const [row] = await server.db.transaction((tx) => work.claim(tx, server.clock.now(), 4))
    if (!row) throw new Error('Nothing was claimed')
    const outcome = await work.perform(row, new AbortController().signal)
    expect(outcome).toMatchObject({ state: 'sent', recipient: EMAIL })
    await team.sa.delete(`/api/users/${_id}`)
    await server.db.transaction((tx) => work.settle(tx, row, outcome, server.clock.now()))
    expect(await rows()).toMatchObject([{ recipient: '' }])
  })

  test('that were waiting in a restored backup are unconfirmed, and are not sent', async () => {
    await viewer()
    const hook = { name: 'CRM', url: 'http://127.0.0.1:1/', events: ['user.created'] }
    const { _id: webhook } = (await team.sa.post('/api/webhooks', hook)).body
    await team.sa.post(`/api/webhooks/${webhook}/test`)
    await writeReminders(server.context)
    const path = spare.file()
    await backUp(server.database.database, path, server.clock.now())
    const target = await spare.empty('bare')
    await restore(target, path, { replace: false })
    expect(await target.db.select().from(outbox).orderBy(outbox.kind)).toMatchObject(
      ['mail', 'webhook'].map((kind) => ({
        kind,
        state: 'unconfirmed',
        answer: 'Es de una copia de seguridad restaurada: no se sabe si llegó.',
      })),
    )
    const context = { ...server.context, db: target.db }
    expect(await runLane(context, worker())).toBe(0)
    expect(await runLane(context, webhookWork(context, allowAnyIp))).toBe(0)
    // Nor are reminders of the restored hour queued again.
    await writeReminders(context)
    expect(await target.db.select().from(outbox)).toHaveLength(2)
    expect(await states()).toEqual(['waiting', 'waiting'])
  })

  test('are kept for 90 days', async () => {
    await viewer()
    await remind()
    const { date } = (await rows())[0] ?? { date: new Date(0) }
    const leftAfter = async (milliseconds: number) => {
      await deleteOldMessages(server.db, new Date(date.getTime() + 90 * DAY + milliseconds))
      return rows()
    }
    expect(await leftAfter(0)).toHaveLength(1)
    expect(await leftAfter(1)).toEqual([])
  })
})

describe('a night without a good backup (rule O17)', () => {
  /** Makes the attempts of a night whose backup fails. */
  const failNight = async (): Promise<void> => {
    const dir = mkdtempSync(join(tmpdir(), 'cartelera-mails-'))
    const backups = { dir, hour: 3, kept: { daily: 1, weekly: 0, monthly: 0 }, after: undefined }
    const make = async () => {
      throw new BackupError('No queda espacio <hoy>.')
    }
    const work = backupWork(server.context, backups, {
      database: server.database.served,
      log: silentLog,
      make,
    })
    for (let attempt = 0; attempt < 3; attempt++) {
      await runLane(server.context, work)
      server.clock.advance(31 * MINUTE)
    }
    rmSync(dir, { recursive: true, force: true })
  }

  test('is told to the contact address once, with the reason, and without a link to end notifications', async () => {
    await settings({ mail: 'operador@correo.example' })
    await failNight()
    await deliver()
    await deliver()
    expect(receivers()).toEqual(['operador@correo.example'])
    const { headers, text, html } = last()
    expect(headers.subject).toContain('copia')
    expect(text).toContain('falló: No queda espacio <hoy>.')
    expect(text).toContain('Todavía no hay ninguna copia probada.')
    expect(text).toContain(`${PUBLIC_URL}/jobs`)
    expect(html).toContain('&#60;hoy&#62;')
    expect(`${JSON.stringify(headers)}${text}${html}`).not.toMatch(/list-unsubscribe|\/baja\//i)
  })

  test('is told to nobody without a contact address', async () => {
    await failNight()
    await deliver()
    expect(receivers()).toEqual([])
  })
})
