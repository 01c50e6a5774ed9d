import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { saleOf } from '../support/credits.ts'

export type Kind = 'sales' | 'visits' | 'lists' | 'edits'
export const KINDS: readonly Kind[] = ['sales', 'visits', 'lists', 'edits']

/** Requests started per second, by kind. */
export type Rates = Record<Kind, number>

/** One attempt of a request: end time on the `performance` clock, duration, and success. */
interface Attempt {
  kind: Kind
  end: number
  took: number
  isDone: boolean
}

export interface Seller {
  id: string
  token: string
  customers: readonly string[]
}

/** The users of the load test. */
export interface Cast {
  url: string
  sellers: readonly Seller[]
  viewers: readonly string[]
  films: readonly string[]
  /** Token for reading the lists. */
  reader: string
}

export interface Answer {
  status: number
  text: string
}

/** Milliseconds after which an unanswered request counts as failed. */
const PATIENCE = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends a request; rejects without a complete response. */
export function ask(
  url: string,
  token: string,
  method = 'GET',
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body)
    const asked = request(
      url,
      {
        method,
        agent,
        signal: AbortSignal.timeout(PATIENCE),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(sent ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) } : {}),
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    asked.on('error', reject).end(sent)
  })
}

/** The value of a text or number in a JSON object. */
export function valueIn(text: string, name: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

type AttemptParameters = [kind: Kind, token: string, ...request: RequestParameters]
type RequestParameters = [path: string, method?: string, body?: object, headers?: Record<string, string>]

/** A response for which a retry is useless: the product refused a valid request. */
class Refused extends Error {
  constructor(what: string, { status, text }: Answer) {
    super(`${what}: ${status} ${text.slice(0, 300)}`)
  }
}

/** The load, and what was confirmed to its clients. */
export class Storm {
  readonly attempts: Attempt[] = []
  /** Keys of the sales whose processing was confirmed. */
  readonly sold: string[] = []
  /** Sales that were started but never confirmed. */
  readonly open = new Set<string>()
  /** Failed attempts by reason. */
  readonly failures = new Map<string, number>()
  /** Confirmed visits, and those without a response. */
  readonly visits = { done: 0, unknown: 0 }
  /** Refused valid requests. */
  readonly refused: string[] = []
  /** A user's own changes missing in a list. */
  readonly stale: string[] = []
  readonly #cast: Cast
  readonly #edited = new Set<string>()
  readonly #underWay = new Set<Promise<void>>()
  #isOver = false
  #turn = 0

  constructor(cast: Cast) {
    this.#cast = cast
  }

  /** Starts requests at the given rates, regardless of their duration, until `end`. */
  begin(rates: Rates): void {
    const works: Record<Kind, () => Promise<void>> = {
      sales: () => this.#sell(),
      visits: () => this.#visit(),
      lists: () => this.#list(),
      edits: () => this.#edit(),
    }
    for (const kind of KINDS) if (rates[kind] > 0) void this.#keepUp(works[kind], rates[kind])
  }

  async #keepUp(work: () => Promise<void>, rate: number): Promise<void> {
    const start = performance.now()
    for (let begun = 0; !this.#isOver; ) {
      const due = Math.floor(((performance.now() - start) / 1000) * rate)
      for (; begun < due; begun++) {
        const underWay = work().catch((error) => {
          this.refused.push(String(error))
        })
        this.#underWay.add(underWay)
        void underWay.finally(() => this.#underWay.delete(underWay))
      }
      await pause(10)
    }
  }

  /** Starts no more requests, and waits until all are confirmed or given up. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#underWay)
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#turn++ % items.length]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  /** One attempt; undefined if it should be repeated. */
  async #attempt(...[kind, token, path, ...rest]: AttemptParameters): Promise<Answer | undefined> {
    const start = performance.now()
    let failure = ''
    const answer = await ask(`${this.#cast.url}${path}`, token, ...rest).catch((error) => {
      failure = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
      return undefined
    })
    const end = performance.now()
    const isDone = answer !== undefined && answer.status < 300
    this.attempts.push({ kind, end, took: end - start, isDone })
    if (isDone) return answer
    // HAProxy's own responses are not JSON.
    if (answer) failure = `${answer.status}${answer.text.startsWith('{') ? '' : ' of HAProxy'}`
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1)
    if (answer && answer.status < 500) throw new Refused(`${rest[0] ?? 'GET'} ${path}`, answer)
    return undefined
  }

  /** Repeats an attempt for a minute until it succeeds. */
  async #insist(...parameters: AttemptParameters): Promise<Answer | undefined> {
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await pause(100)) {
      const answer = await this.#attempt(...parameters)
      if (answer) return answer
    }
    return undefined
  }

  async #sell(): Promise<void> {
    const { token, customers } = this.#pick(this.#cast.sellers)
    const path = '/api/license_transactions'
    const key = randomUUID()
    this.open.add(key)
    const sale = saleOf(this.#pick(customers))
    const created = await this.#insist('sales', token, path, 'POST', sale, { 'idempotency-key': key })
    if (!created) return
    const id = String(valueIn(created.text, '_id'))
    const processed = await this.#insist('sales', token, `${path}/${id}`, 'PUT', { status: 'PROCESSED' })
    if (!processed) return
    this.open.delete(key)
    this.sold.push(key)
  }

  /** Not repeated, since visits have no idempotency key. */
  async #visit(): Promise<void> {
    const visit = { contentId: this.#pick(this.#cast.films), mediaType: 'Movie' }
    const answer = await this.#attempt(
      'visits',
      this.#pick(this.#cast.viewers),
      '/api/histories',
      'POST',
      visit,
    )
    if (answer) this.visits.done++
    else this.visits.unknown++
  }

  async #list(): Promise<void> {
    const lists = [
      '/api/users?limit=25',
      '/api/users/size',
      '/api/movies/short?limit=25&sort=title',
      '/api/histories?limit=25',
      '/api/users?limit=25&search=cliente',
    ]
    await this.#attempt('lists', this.#cast.reader, this.#pick(lists))
  }

  /** Changes a customer that no other request is changing, and reads the list at once. */
  async #edit(): Promise<void> {
    const { token, customers } = this.#pick(this.#cast.sellers)
    const id = customers.find((customer) => !this.#edited.has(customer))
    if (id === undefined) return
    this.#edited.add(id)
    const comment = randomUUID()
    // Without a response, the change may still happen later: this customer is not changed again.
    if (!(await this.#attempt('edits', token, `/api/users/${id}`, 'PUT', { comment }))) return
    const list = await this.#attempt('edits', token, `/api/users?ids=${id}`)
    if (list && !list.text.includes(comment)) this.stale.push(`${id} ${comment}`)
    this.#edited.delete(id)
  }
}
