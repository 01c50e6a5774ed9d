import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Faults that the film database can simulate. */
export type Disturbance = keyof typeof DISTURBANCES

/** A local film database that speaks the OMDb protocol. */
export interface FilmDatabase {
  /** For OMDB_URL. */
  url: string
  /** For OMDB_API_KEY. */
  key: string
  /** The requests so far. */
  requests: URLSearchParams[]
  /** Makes every request fail in this way until called without one; the title `error:limit` does so once. */
  disturb(disturbance?: Disturbance): void
  close(): Promise<void>
}

type Title = Record<string, unknown> & { Title: string; Year: string; imdbID: string; Type: string }

const titles: Title[] = JSON.parse(
  readFileSync(fileURLToPath(new URL('../data/film-database.json', import.meta.url)), 'utf8'),
)

const KEY = 'clave-de-prueba'
const POSTER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="#14508c"/></svg>'

const send = (response: ServerResponse, status: number, type: string, body: string) =>
  response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)

const json = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body))

const fail = (response: ServerResponse, status: number, error: string) =>
  json(response, status, { Response: 'False', Error: error })

const html = '<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>'

const DISTURBANCES = {
  key: (response: ServerResponse) => fail(response, 401, 'Invalid API key!'),
  /** An error with status 200, as from some proxies. */
  'key-200': (response: ServerResponse) => fail(response, 200, 'Invalid API key!'),
  limit: (response: ServerResponse) => fail(response, 401, 'Request limit reached!'),
  fault: (response: ServerResponse) => fail(response, 200, 'Something went wrong.'),
  html: (response: ServerResponse) => send(response, 522, 'text/html', html),
  garbage: (response: ServerResponse) => send(response, 200, 'application/json', '{"Title":"Ince'),
  nonsense: (response: ServerResponse) => json(response, 200, { Response: 'True', Title: 7, Year: null }),
  oversize: (response: ServerResponse) =>
    json(response, 200, { Response: 'True', Title: 'Inception', Plot: 'x'.repeat(1024 * 1024) }),
  redirect: (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  hangUp: (response: ServerResponse) => response.destroy(),
  silence: () => {},
} as const

const isDisturbance = (name: string): name is Disturbance => name in DISTURBANCES

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function answer(query: URLSearchParams, response: ServerResponse, poster: string): void {
  const [i, t, y, type] = ['i', 't', 'y', 'type'].map((name) => query.get(name) ?? '')
  if (i && !/^tt\d{7,8}$/.test(i)) return void fail(response, 200, 'Incorrect IMDb ID.')
  if (!i && !t) return void fail(response, 200, 'Incorrect IMDb ID.')
  const found = titles.find(
    (title) =>
      (i ? title.imdbID === i : sameText(title.Title, t ?? '')) &&
      (!y || title.Year.startsWith(y)) &&
      (!type || title.Type === type),
  )
  if (!found) return void fail(response, 200, i ? 'Error getting data.' : 'Movie not found!')
  json(response, 200, found.Poster === 'N/A' ? found : { ...found, Poster: poster })
}

/** Starts a film database on a free port; its responses name no other host. */
export async function startFilmDatabase(): Promise<FilmDatabase> {
  const requests: URLSearchParams[] = []
  let disturbed: Disturbance | undefined
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/poster.svg') return void send(response, 200, 'image/svg+xml', POSTER)
    requests.push(searchParams)
    const named = /^error:(.+)$/.exec(searchParams.get('t') ?? '')?.[1] ?? ''
    const disturbance = isDisturbance(named) ? named : disturbed
    if (disturbance) return void DISTURBANCES[disturbance](response)
    if (!searchParams.has('apikey')) return void fail(response, 401, 'No API key provided.')
    if (searchParams.get('apikey') !== KEY) return void fail(response, 401, 'Invalid API key!')
    answer(searchParams, response, `${url}poster.svg`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server.address())}/`
  return {
    url,
    key: KEY,
    requests,
    disturb(disturbance) {
      disturbed = disturbance
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port')
  return address.port
}
