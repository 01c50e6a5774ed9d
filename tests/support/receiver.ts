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
  /** Answers further requests like this; by default with 204. */
  answer(how: (response: ServerResponse, request: Received) => void): void
}

/** Call it at the top of the test file. */
export const receiver = (): Receiver => {
  const received: Received[] = []
  const usual = (response: ServerResponse) => response.writeHead(204).end()
  let answering: (response: ServerResponse, request: Received) => void = usual
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { url: path = '', method = '', headers } = request
    const got = { path, method, headers, body }
    received.push(got)
    answering(response, got)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => {
    received.length = 0
    answering = usual
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    received,
    url: (path = '/hook') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer(how) {
      answering = how
    },
  }
}
