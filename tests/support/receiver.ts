import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export interface Received {
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: string
}

/** Receives webhooks. */
export interface Receiver {
  readonly received: Received[]
  url(path?: string): string
  /** Sets the response to further requests; the default is 204. */
  answer(how: (response: ServerResponse, request: Received) => void): void
}

export interface RunningReceiver extends Receiver {
  clear(): void
  close(): void
}

/** Starts a receiver; the caller closes it. */
export const startReceiver = async (): Promise<RunningReceiver> => {
  const received: Received[] = []
  const usual = (response: ServerResponse) => response.writeHead(204).end()
  let answering: (response: ServerResponse, request: Received) => void = usual
  const server = createServer(async (request, response) => {
    let body = ''
    try {
      for await (const part of request) body += part
    } catch {
      // The sender was killed.
      return
    }
    const { url: path = '', method = '', headers } = request
    const got = { path, method, headers, body }
    received.push(got)
    answering(response, got)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    answer(how) {
      answering = how
    },
    clear() {
      received.length = 0
      answering = usual
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Call it at the top of the test file. */
export const receiver = (): Receiver => {
  let running: RunningReceiver | undefined
  const current = () => {
    if (!running) throw new Error('The receiver runs only while tests and their hooks run')
    return running
  }
  beforeAll(async () => {
    running = await startReceiver()
  })
  beforeEach(() => current().clear())
  afterAll(() => running?.close())
  return {
    get received() {
      return current().received
    },
    url: (path) => current().url(path),
    answer: (how) => current().answer(how),
  }
}
