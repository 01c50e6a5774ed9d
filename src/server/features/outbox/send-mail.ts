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
  /** Address that ends the notifications of the recipient; not of mails to the operator. */
  unsubscribe?: string
  date: Date
}

/** Time limits in milliseconds: for connecting and the greeting each, and for each response. */
export interface MailLimits {
  connect: number
  response: number
}

const LIMITS: MailLimits = { connect: 10_000, response: 20_000 }

/** Milliseconds before each further attempt of a mail that was temporarily refused. */
const DELAYS = [60_000, 300_000, 1_800_000, 7_200_000, 18_000_000]

/**
 * Sends a mail. It is retried only if the server certainly has not accepted it: after a refusal, or if the connection
 * ended before the message was sent. After that, without a response, the outcome is unconfirmed (rule N7).
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
    // An object: in a text, a comma or a comment would add addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: {
      ...(mail.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
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
    const { from: sender, to } = composed.getEnvelope()
    const send = sendMessage({ from: sender, to }, body)
    const { response = '' } = await withSmtp(smtpUrl, signal, limits, send)
    return { state: 'sent', recipient: mail.to, status: parseStatus(response), answer: response }
  } catch (error) {
    // A shutdown is no attempt; a time-out is one.
    if (signal.aborted && !isTimeout(signal.reason) && !isSending) return { state: 'released' }
    return { ...failureOutcome(error, isSending, attempt), recipient: mail.to }
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

type Envelope = Parameters<SMTPConnection['send']>[0]

const sendMessage =
  (envelope: Envelope, message: Readable) =>
  (connection: SMTPConnection): Promise<{ response?: string | undefined }> =>
    new Promise((resolve, reject) => {
      connection.send(envelope, message, (error, info) => {
        if (error || !info) reject(error ?? new Error('No response'))
        else resolve(info)
      })
    })

/** Connects to the mail server, with TLS and the credentials of its URL as for a mail; sends none. */
export const verifyMailServer = ({ smtpUrl }: MailConfig, signal: AbortSignal): Promise<void> =>
  withSmtp(smtpUrl, signal, LIMITS, async () => undefined)

/** Closes the connection after the work. */
const withSmtp = <Result>(
  smtpUrl: string,
  signal: AbortSignal,
  { connect, response }: MailLimits,
  work: (connection: SMTPConnection) => Promise<Result>,
): Promise<Result> => {
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: response,
  })
  return new Promise<Result>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (signal.aborted) reject(signal.reason)
    connection.on('error', reject)
    const proceed = () => work(connection).then(resolve, reject)
    connection.connect((error) => {
      if (error) return reject(error)
      if (!auth) return proceed()
      connection.login(auth, (failed) => (failed ? reject(failed) : proceed()))
    })
  }).finally(() => connection.close())
}

const parseStatus = (response: string): number | undefined =>
  Number(/^\d{3}/.exec(response)?.[0]) || undefined

interface SmtpError {
  code?: unknown
  response?: unknown
  responseCode?: unknown
}

const failureOutcome = (error: unknown, isSending: boolean, attempt: number): Outcome => {
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
