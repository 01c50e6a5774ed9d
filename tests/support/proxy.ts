import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can hang: connections stay open, but no data is forwarded. */
export interface Proxy {
  /** URL of the server through the proxy. */
  url: string
  freeze(): void
  /** Stops forwarding the data of open connections; new ones are not affected. */
  hold(): void
  /** Number of connections so far. */
  opened: () => number
  /** Number of closed connections. */
  passed: () => number
  /** Forwards the withheld data and everything afterwards. */
  thaw(): void
  close(): Promise<void>
}

/** Starts a proxy in front of the server of a URL. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  let opened = 0
  let passed = 0
  const server = createServer((near) => {
    opened++
    near.on('close', () => passed++)
    const far = connect(Number(target.port || 5432), target.hostname)
    keep(near)
    keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => to.write(data)).on('end', () => to.end())
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(address && typeof address === 'object' ? address.port : 0)
  return {
    url: proxied.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    hold() {
      for (const socket of sockets) socket.pause()
    },
    opened: () => opened,
    passed: () => passed,
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
