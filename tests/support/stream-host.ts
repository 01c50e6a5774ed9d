import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (response: ServerResponse, request: IncomingMessage) => void

/** A host of streams, with a response per path and the requested paths. */
export interface StreamServer {
  readonly requested: string[]
  url(path: string): string
  /** Sets the response of a path; the default is 404. */
  on(path: string, answer: Handler | string): void
}

export interface StreamHost extends StreamServer {
  listen(): Promise<void>
  clear(): void
  close(): void
}

/** Creates a host that does not listen yet. */
export const streamHost = (): StreamHost => {
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
  return {
    requested,
    url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    on: (path, answer) => void answers.set(path, answer),
    async listen() {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    },
    clear() {
      requested.length = 0
      answers.clear()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
