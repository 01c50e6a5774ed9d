import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerError } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A message received by the server, whatever it responded. */
export interface Mailed {
  from: string
  to: string[]
  /** As it was sent, with its headers. */
  source: string
}

export interface Behaviour {
  /** Status of the response to this command, instead of a success. */
  rcpt?: number
  data?: number
  /** Never responds from that point on. */
  hangs?: 'greeting' | 'data'
  /** Closes the connection at that point. */
  closes?: 'rcpt' | 'data'
}

export const USER = 'cartelera'
export const PASSWORD = 'clave del correo'

/** An SMTP server on a free port, which accepts everything unless `behave` was called. */
export interface MailServer {
  readonly mailed: Mailed[]
  /** Its URL, for SMTP_URL. */
  url(credentials?: string): string
  /** Sets the behaviour for further messages. */
  behave(how: Behaviour): void
}

const failed = (responseCode: number): SMTPServerError =>
  Object.assign(new Error(`no: ${responseCode}`), { responseCode })

export interface RunningMailServer extends MailServer {
  close(): void
}

/** Starts a server, which responds to a message after `onMail`; the caller closes it. */
export const startMailServer = async (onMail: () => Promise<void> | void = () => undefined) => {
  const mailed: Mailed[] = []
  const sockets = new Map<number, Socket>()
  let behaviour: Behaviour = {}
  const close = ({ remotePort }: { remotePort: number }) => sockets.get(remotePort)?.destroy()
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(null, { user: username })
      else done(failed(535))
    },
    onConnect(_session, done) {
      if (behaviour.hangs !== 'greeting') done()
    },
    onRcptTo(_address, session, done) {
      if (behaviour.closes === 'rcpt') return close(session)
      done(behaviour.rcpt === undefined ? null : failed(behaviour.rcpt))
    },
    async onData(stream, session, done) {
      // Undefined if the client disconnects meanwhile: a partial message does not count.
      const source = await text(stream).catch(() => undefined)
      if (source === undefined) return
      const { mailFrom, rcptTo } = session.envelope
      const mail = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source,
      }
      mailed.push(mail)
      await onMail()
      if (behaviour.closes === 'data') return close(session)
      if (behaviour.hangs !== 'data') done(behaviour.data === undefined ? null : failed(behaviour.data))
    },
  })
  // Tests disconnect clients on purpose.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mailed,
    url: (credentials = '') => `smtp://${credentials && `${credentials}@`}127.0.0.1:${port}`,
    behave(how: Behaviour) {
      behaviour = how
    },
    close() {
      for (const socket of sockets.values()) socket.destroy()
      server.close()
    },
  }
}

/** Call it at the top of the test file. */
export const mailServer = (): MailServer => {
  let running: RunningMailServer | undefined
  const current = () => {
    if (!running) throw new Error('The mail server runs only while tests and their hooks run')
    return running
  }
  beforeAll(async () => {
    running = await startMailServer()
  })
  beforeEach(() => {
    current().mailed.length = 0
    current().behave({})
  })
  afterAll(() => running?.close())
  return {
    get mailed() {
      return current().mailed
    },
    url: (credentials) => current().url(credentials),
    behave: (how) => current().behave(how),
  }
}

/** A URL at which no server listens. */
export const deadUrl = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(`smtp://127.0.0.1:${port}`))
    })
  })

export interface ReadMail {
  headers: Record<string, string>
  text: string
  html: string
}

/** Parses a message: decoded headers, and its text and HTML parts. */
export const readMail = ({ source }: Pick<Mailed, 'source'>): ReadMail => {
  const { headers, body } = partOf(source)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')))
  const of = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type))
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  return { headers, text: of('text/plain'), html: of('text/html') }
}

const partOf = (source: string) => {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())]
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

/** Decodes the encoded words of a header (RFC 2047). */
const words = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      /b/i.test(encoding) ? decoded(word, 'base64') : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    )

const decoded = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}
