import { describe, expect, test } from 'vitest'
import { type Mail, sendMail } from '../../../../src/server/features/outbox/send-mail.ts'
import { deadUrl, mailServer, PASSWORD, readMail, USER } from '../../../support/mail-server.ts'

const server = mailServer()

const MAIL: Mail = {
  messageId: '<1@cartelera.example>',
  to: 'ana@correo.example',
  subject: 'Su suscripción vence mañana',
  text: 'Hola, Íñigo Ñandú:\n\n¿Renueva?\n',
  html: '<p>Hola, Íñigo Ñandú:</p><p>¿Renueva?</p>',
  unsubscribe: 'https://cartelera.example/baja/abc',
  date: new Date('2026-03-15T14:30:00Z'),
}
const never = () => new AbortController().signal
/** Time limits in milliseconds for a server that never responds. */
const SHORT = { connect: 150, response: 150 }
/** For a server that responds until the message, which takes a part of a second on a busy machine. */
const PATIENT = { connect: 10_000, response: 3_000 }

const config = (smtpUrl = server.url()) => ({
  smtpUrl,
  from: 'Cartelera <avisos@cartelera.example>',
  publicUrl: 'https://cartelera.example',
})
const send = (changes: Partial<Mail> = {}, attempt = 1, smtpUrl?: string) =>
  sendMail(config(smtpUrl), { ...MAIL, ...changes }, attempt, never())
const sendSoon = (smtpUrl?: string, limits = SHORT) => sendMail(config(smtpUrl), MAIL, 1, never(), limits)

describe('a mail (rule N7)', () => {
  test('is sent when the server accepts it, as text and as HTML, with Spanish letters', async () => {
    expect(await send()).toMatchObject({ state: 'sent', status: 250, recipient: MAIL.to })
    const [mail] = server.mailed
    expect(mail).toMatchObject({ from: 'avisos@cartelera.example', to: [MAIL.to] })
    const { headers, text, html } = readMail(mail ?? { source: '' })
    expect(headers).toMatchObject({
      from: 'Cartelera <avisos@cartelera.example>',
      to: MAIL.to,
      subject: MAIL.subject,
      'message-id': MAIL.messageId,
      'list-unsubscribe': `<${MAIL.unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
    expect(new Date(headers.date ?? '')).toEqual(MAIL.date)
    expect(text.trim()).toBe(MAIL.text.trim())
    expect(html.trim()).toBe(MAIL.html)
  })

  test.each([
    ['recipient', { rcpt: 450 }],
    ['message', { data: 452 }],
  ])('is retried when the server rejects the %s temporarily', async (_, behaviour) => {
    server.behave(behaviour)
    const status = Object.values(behaviour)[0]
    expect(await send()).toEqual({
      state: 'waiting',
      after: 60_000,
      status,
      answer: `${status} no: ${status}`,
      recipient: MAIL.to,
    })
  })

  test('is retried after 1 min, 5 min, 30 min, 2 h and 5 h, then given up', async () => {
    server.behave({ rcpt: 450 })
    const delays = []
    for (let attempt = 1; attempt <= 5; attempt++) delays.push(await send({}, attempt))
    expect(delays).toMatchObject(
      [1, 5, 30, 120, 300].map((minutes) => ({ state: 'waiting', after: minutes * 60_000 })),
    )
    expect(await send({}, 6)).toMatchObject({ state: 'failed', status: 450 })
  })

  test.each([
    ['recipient', { rcpt: 550 }],
    ['message', { data: 554 }],
  ])('is given up when the server rejects the %s permanently', async (_, behaviour) => {
    server.behave(behaviour)
    expect(await send()).toMatchObject({ state: 'failed', status: Object.values(behaviour)[0] })
  })

  test('is retried when the server is unreachable, silent, or disconnects before the message', async () => {
    const later = { state: 'waiting', after: 60_000, answer: 'El servidor de correo no responde.' }
    expect(await sendSoon(await deadUrl())).toMatchObject(later)
    server.behave({ hangs: 'greeting' })
    expect(await sendSoon()).toMatchObject(later)
    server.behave({ closes: 'rcpt' })
    expect(await send()).toMatchObject(later)
    expect(server.mailed).toEqual([])
  })

  test('is unconfirmed when the server receives the message and disconnects or is silent', async () => {
    const unknown = {
      state: 'unconfirmed',
      answer: 'El servidor de correo recibió el mensaje y no confirmó: no se sabe si llegó.',
      recipient: MAIL.to,
    }
    server.behave({ closes: 'data' })
    expect(await send()).toEqual(unknown)
    server.behave({ hangs: 'data' })
    expect(await sendSoon(server.url(), PATIENT)).toEqual(unknown)
    expect(server.mailed).toHaveLength(2)
  })

  test('is sent with the credentials of SMTP_URL; wrong ones are retried and never shown', async () => {
    const url = (password: string) => server.url(`${USER}:${encodeURIComponent(password)}`)
    expect(await send({}, 1, url(PASSWORD))).toMatchObject({ state: 'sent' })
    const wrong = await send({}, 1, url('otra'))
    expect(wrong).toMatchObject({
      state: 'waiting',
      status: 535,
      answer: 'El servidor de correo no acepta las credenciales.',
    })
    expect(JSON.stringify(wrong)).not.toContain('otra')
    expect(server.mailed).toHaveLength(1)
  })

  test('is released when the service stops before the message, and unconfirmed after it', async () => {
    server.behave({ hangs: 'greeting' })
    const before = new AbortController()
    const released = sendMail(config(), MAIL, 1, before.signal)
    before.abort()
    expect(await released).toEqual({ state: 'released' })

    const after = new AbortController()
    server.behave({ hangs: 'data' })
    const unknown = sendMail(config(), MAIL, 1, after.signal)
    await expect.poll(() => server.mailed.length).toBe(1)
    after.abort()
    expect(await unknown).toMatchObject({ state: 'unconfirmed' })
  })

  test('counts as an attempt when it times out before the message', async () => {
    server.behave({ hangs: 'greeting' })
    expect(await sendMail(config(), MAIL, 1, AbortSignal.timeout(20))).toMatchObject({
      state: 'waiting',
      after: 60_000,
    })
  })

  test('goes to its recipient only, whatever the address contains', async () => {
    for (const name of ['ana,otro', 'ana;b', '(x)ana', 'ana:b']) await send({ to: `${name}@correo.example` })
    expect(server.mailed.map(({ to }) => to)).toEqual(
      ['ana,otro', 'ana;b', '(x)ana', 'ana:b'].map((name) => [`"${name}"@correo.example`]),
    )
  })

  test('has no injected headers, whatever its subject contains', async () => {
    await send({ subject: 'Hola\r\nBcc: espia@correo.example\r\n\r\nCuerpo' })
    const { headers, text } = readMail(server.mailed[0] ?? { source: '' })
    expect(headers.bcc).toBeUndefined()
    expect(text.trim()).toBe(MAIL.text.trim())
    expect(server.mailed.map(({ to }) => to)).toEqual([[MAIL.to]])
  })
})
