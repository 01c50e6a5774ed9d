import { vi } from 'vitest'

export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Answers = Readonly<Record<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>>

const asBody = (body: unknown): string | null => {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** A fake of `fetch`: answers by 'METHOD /path' and records the requests. */
export const fakeApi = (answers: Answers): Asked[] => {
  const asked: Asked[] = []
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
    const found = answers[`${question.method} ${question.path}`]
    if (found === undefined) throw new TypeError(`unexpected ${question.method} ${question.path}`)
    const { status = 200, body, headers = {} } = typeof found === 'function' ? await found(question) : found
    return new Response(status === 204 ? null : asBody(body), { status, headers })
  })
  return asked
}
