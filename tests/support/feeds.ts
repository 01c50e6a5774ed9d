import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A local server of files or handlers that a test sets, on a free port; other paths are a 404. */
export interface Feeds {
  /** URL of a path. */
  at(path: string, host?: string): string
  /** Serves a path with a body or a handler. */
  serve(path: string, answer: string | Uint8Array | Answer): void
  /** Number of requests for a path. */
  asked(path: string): number
}

/** Starts a server of feeds; the caller closes it. */
export async function startFeeds(): Promise<Feeds & { close(): Promise<void> }> {
  const answers = new Map<string, string | Uint8Array | Answer>()
  const counts = new Map<string, number>()
  const listen: RequestListener = (request, response) => {
    const path = request.url ?? '/'
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer === undefined) response.writeHead(404).end()
    else if (typeof answer === 'function') answer(response, request)
    else response.end(answer)
  }
  const server = createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port')
  return {
    at: (path, host = '127.0.0.1') => `http://${host}:${address.port}${path}`,
    serve: (path, answer) => void answers.set(path, answer),
    asked: (path) => counts.get(path) ?? 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
