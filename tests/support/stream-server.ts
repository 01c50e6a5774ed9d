import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

type Handler = (response: ServerResponse, request: IncomingMessage) => void

/** A host of streams: what each path answers, and what was requested. */
export interface StreamServer {
  readonly requested: string[]
  url(path: string): string
  /** Answers a path; by default with 404. */
  on(path: string, answer: Handler | string): void
}

/** Call it at the top of the test file. */
export const streamServer = (): StreamServer => {
  const requested: string[] = []
  const answers = new Map<string, Handler | string>()
  const server = createServer((request, response) => {
    const { url = '' } = request
    requested.push(url)
    const answer = answers.get(url.split('?')[0] ?? '')
    if (answer === undefined) response.writeHead(404).end('nothing here')
    else if (typeof answer === 'string') response.end(answer)
    else answer(response, request)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  beforeEach(() => {
    requested.length = 0
    answers.clear()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    requested,
    url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    on: (path, answer) => void answers.set(path, answer),
  }
}
