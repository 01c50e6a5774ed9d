import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

const CANCEL_CODE = 80_877_102
const TLS_CODE = 80_877_103
const TIME_LIMIT = 5_000

/** A connection with the key that the server gave it: who presents the key may cancel the connection's statement. */
export interface Cancellable {
  host: string
  port: number
  ssl: boolean | object
  processID: number | null
  secretKey: number | null
}

const integers = (...values: number[]): Buffer => {
  const packet = Buffer.alloc(4 * (values.length + 1))
  packet.writeInt32BE(packet.length)
  for (const [index, value] of values.entries()) packet.writeInt32BE(value, 4 * (index + 1))
  return packet
}

/**
 * Asks the server, over a connection of its own, to cancel what another connection runs. The key travels, not
 * `pg_cancel_backend`: behind a pooler the process id is not the server's. There is no answer to wait for.
 */
export function requestCancel({ host, port, ssl, processID, secretKey }: Cancellable): void {
  if (processID === null || secretKey === null) return
  const packet = integers(CANCEL_CODE, processID, secretKey)
  const socket = host.startsWith('/') ? connectPlain(`${host}/.s.PGSQL.${port}`) : connectPlain(port, host)
  guard(socket)
  socket.once('connect', () => {
    if (!ssl) return void socket.end(packet)
    socket.write(integers(TLS_CODE))
    socket.once('data', (answer) => {
      if (String(answer) !== 'S') return void socket.destroy()
      const name = isIP(host) === 0 ? { servername: host } : {}
      const secure = connectTls({ host, ...name, ...(typeof ssl === 'object' ? ssl : {}), socket })
      guard(secure)
      secure.once('secureConnect', () => secure.end(packet))
    })
  })
}

/** A cancellation that cannot be delivered changes nothing: the statement ends at its time limit. */
const guard = (socket: Socket): void => {
  socket.setTimeout(TIME_LIMIT, () => socket.destroy())
  socket.on('error', () => socket.destroy()).unref()
}
