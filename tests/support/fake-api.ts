import { expect, onTestFailed, onTestFinished, vi } from 'vitest'
import { contractDifference } from './contract.ts'

export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Exempts the response from the contract, which it breaks on purpose. */
  outsideContract?: boolean
}
type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>

/** Delays a response `until` the test releases it. */
export const held = () => {
  let release = (): void => undefined
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release: () => release() }
}

const asBody = (body: unknown): string | null => {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The file and line that called `fakeApi`. */
const callerOf = ({ stack = '' }: Error): string =>
  /tests\/\S+?:\d+/.exec(stack.slice(stack.lastIndexOf('fake-api.ts')))?.[0] ?? 'the test'

/**
 * A fake of `fetch`: responds by 'METHOD /path' and returns the recorded requests. A test fails at its end if a
 * response breaks the contract; one that fails otherwise names the requests without a response.
 */
export const fakeApi = (answers: Answers): Asked[] => {
  const asked: Asked[] = []
  const differences = new Set<string>()
  const unanswered = new Set<string>()
  const caller = callerOf(new Error('fakeApi'))
  onTestFailed(() =>
    expect([...unanswered], `requests without an answer in fakeApi() of ${caller}`).toEqual([]),
  )
  onTestFinished(() => expect([...differences], 'answers outside the contract').toEqual([]))
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const question: Asked = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal ?? null,
    }
    asked.push(question)
    const endpoint = `${question.method} ${question.path}`
    const found = answers[endpoint]
    if (found === undefined) {
      unanswered.add(endpoint)
      throw new TypeError(`unexpected ${endpoint}: fakeApi() of ${caller} has no answer`)
    }
    const {
      status = 200,
      body,
      headers = {},
      outsideContract = false,
    } = typeof found === 'function' ? await found(question) : found
    const difference = contractDifference(question.method, question.path, status, body)
    if (difference && !outsideContract) differences.add(`${endpoint} ${difference}`)
    return new Response(status === 204 ? null : asBody(body), { status, headers })
  })
  return asked
}
