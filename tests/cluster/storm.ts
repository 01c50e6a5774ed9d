import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { saleOf } from '../support/credits.ts'

export type Kind = 'sales' | 'visits' | 'lists' | 'edits'
export const KINDS: readonly Kind[] = ['sales', 'visits', 'lists', 'edits']

/** How many of each kind begin per second. */
export type Rates = Record<Kind, number>

/** One attempt of one kind: when it ended, on the clock of `performance`, how long it took, and whether it was answered well. */
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

/** Who does what in the storm. */
export interface Cast {
  url: string
  sellers: readonly Seller[]
  viewers: readonly string[]
  films: readonly string[]
  /** Reads the lists. */
  reader: string
}

export interface Answer {
  status: number
  text: string
}

/** A request that is not answered counts as failed, as for a person. */
const PATIENCE = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends a request; rejects when there is no whole answer. */
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

/** An answer that no repetition can mend: the product refused a correct request. */
class Refused extends Error {
  constructor(what: string, { status, text }: Answer) {
    super(`${what}: ${status} ${text.slice(0, 300)}`)
  }
}

/** What was done, and what was promised. */
export class Storm {
  readonly attempts: Attempt[] = []
  /** Keys of the sales whose processing was confirmed. */
  readonly sold: string[] = []
  /** Sales that were begun, and not confirmed in the end. */
  readonly open = new Set<string>()
  /** How often attempts failed, by the reason. */
  readonly failures = new Map<string, number>()
  /** Visits that were confirmed, and those without an answer. */
  readonly visits = { done: 0, unknown: 0 }
  /** Correct requests that were refused. */
  readonly refused: string[] = []
  /** Own changes that a list did not show. */
  readonly stale: string[] = []
  readonly #cast: Cast
  readonly #edited = new Set<string>()
  readonly #underWay = new Set<Promise<void>>()
  #isOver = false
  #turn = 0

  constructor(cast: Cast) {
    this.#cast = cast
  }

  /** Begins work at the given rates, however long each takes, until `end`. */
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

  /** Begins nothing more, and waits until all that was begun is confirmed or given up. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#underWay)
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#turn++ % items.length]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }

  /** One attempt; undefined where it should be made again. */
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
    // HAProxy's own answers are no JSON.
    if (answer) failure = `${answer.status}${answer.text.startsWith('{') ? '' : ' of HAProxy'}`
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1)
    if (answer && answer.status < 500) throw new Refused(`${rest[0] ?? 'GET'} ${path}`, answer)
    return undefined
  }

  /** Repeats until it is answered, for a minute. */
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

  /** Not repeated: nothing tells a visit from its repetition. */
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

  /** Changes a customer that nobody else is changing, and reads the list at once. */
  async #edit(): Promise<void> {
    const { token, customers } = this.#pick(this.#cast.sellers)
    const id = customers.find((customer) => !this.#edited.has(customer))
    if (id === undefined) return
    this.#edited.add(id)
    const comment = randomUUID()
    // Without an answer the change may still come: this customer is not changed again.
    if (!(await this.#attempt('edits', token, `/api/users/${id}`, 'PUT', { comment }))) return
    const list = await this.#attempt('edits', token, `/api/users?ids=${id}`)
    if (list && !list.text.includes(comment)) this.stale.push(`${id} ${comment}`)
    this.#edited.delete(id)
  }
}
