import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { OUTBOX_MESSAGES } from '../../../domain/outbox/outbox.ts'
import type { MailConfig } from '../../config.ts'
import type { Outcome } from './messages.ts'

export interface Mail {
  /** Stable over all attempts. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Address that ends the notifications of the recipient. */
  unsubscribe: string
  date: Date
}

/** Milliseconds for connecting and the greeting each, and for each answer. */
export interface MailLimits {
  connect: number
  answer: number
}

const LIMITS: MailLimits = { connect: 10_000, answer: 20_000 }

/** Milliseconds before each further attempt of a mail that was refused for now. */
const DELAYS = [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000]

/**
 * Sends a mail. It is tried again only if the server surely has not accepted it: it refused it, or the connection ended
 * before the server asked for the message. Once any of the message was sent, only an answer tells (rule N7).
 */
export const sendMail = async (
  { smtpUrl, from }: MailConfig,
  mail: Mail,
  attempt: number,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<Outcome> => {
  const composed = new MailComposer({
    from,
    // Not a text, in which a comma or a comment would make other addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: {
      'List-Unsubscribe': `<${mail.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }).compile()
  const message = await composed.build()
  let isSending = false
  const body = Readable.from(
    (function* () {
      isSending = true
      yield message
    })(),
  )
  try {
    const { response = '' } = await converse(smtpUrl, composed.getEnvelope(), body, signal, limits)
    return { state: 'sent', recipient: mail.to, status: statusOf(response), answer: response }
  } catch (error) {
    // The service stops. A server that is too slow had its attempt.
    if (signal.aborted && !isTimeout(signal.reason) && !isSending) return { state: 'released' }
    return { ...outcomeOf(error, isSending, attempt), recipient: mail.to }
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

type Envelope = ReturnType<ReturnType<MailComposer['compile']>['getEnvelope']>

const converse = (
  smtpUrl: string,
  envelope: Envelope,
  message: Readable,
  signal: AbortSignal,
  { connect, answer }: MailLimits,
): Promise<{ response?: string | undefined }> => {
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: answer,
  })
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    connection.on('error', reject)
    const send = () =>
      connection.send({ from: envelope.from, to: envelope.to }, message, (error, info) => {
        if (error || !info) reject(error ?? new Error('No answer'))
        else resolve(info)
      })
    connection.connect((error) => {
      if (error) return reject(error)
      if (!auth) return send()
      connection.login(auth, (failed) => (failed ? reject(failed) : send()))
    })
  }).finally(() => connection.close()) as Promise<{ response?: string | undefined }>
}

const statusOf = (response: string): number | undefined => Number(/^\d{3}/.exec(response)?.[0]) || undefined

interface SmtpError {
  code?: unknown
  response?: unknown
  responseCode?: unknown
}

const outcomeOf = (error: unknown, isSending: boolean, attempt: number): Outcome => {
  const { code, response, responseCode }: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const answer = typeof response === 'string' ? response : ''
  const after = DELAYS[attempt - 1]
  const later: Outcome = after === undefined ? { state: 'failed' } : { state: 'waiting', after }
  if (code === 'EAUTH') return { ...later, status, answer: OUTBOX_MESSAGES.signIn }
  if (status !== undefined) return { ...(status >= 500 ? { state: 'failed' } : later), status, answer }
  if (isSending) return { state: 'unconfirmed', answer: OUTBOX_MESSAGES.silent }
  return { ...later, answer: OUTBOX_MESSAGES.unreachable }
}
