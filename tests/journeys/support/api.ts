import type { APIResponse, Page, Request, Route } from '@playwright/test'
import { expect } from '../../support/browser.ts'

export type Row = Record<string, unknown>
export type Stored = Row & { _id: string }

/** The API, called with the session of the signed-in user. */
export interface Api {
  /** Reads the record or the list at a path. */
  get<Body = Row>(path: string): Promise<Body>
  count(path: string): Promise<number>
  /** The only record of a list whose field has this value. */
  find(path: string, field: string, value: string): Promise<Stored>
  post(path: string, body: Row): Promise<Stored>
  put(path: string, body: Row): Promise<Stored>
  /** The raw response, for requests that are expected to fail. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Row): Promise<APIResponse>
}

/**
 * Ends a session, like an administrator or another tab would, when the page sends the awaited request, so that no
 * earlier request is affected.
 */
export async function endSessionAt(page: Page, token: string, isAwaited: (request: Request) => boolean) {
  let isEnded = false
  const end = async (route: Route) => {
    if (isEnded || !isAwaited(route.request())) return route.fallback()
    isEnded = true
    const headers = { authorization: `Bearer ${token}` }
    expect((await page.request.post('/auth/logout', { headers })).ok()).toBe(true)
    await route.continue()
  }
  await page.route('**/api/**', end)
}

/** True for write requests. */
export const isWrite = (request: Request): boolean => request.method() !== 'GET'

/** Calls the API with a token; all methods but `ask` fail the test on an error status. */
export function apiOf(page: Page, token: string): Api {
  const ask: Api['ask'] = (method, path, body) =>
    page.request.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { data: body } : {}),
    })
  const done = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: Row) => {
    const answer = await ask(method, path, body)
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  return {
    ask,
    get: (path) => done('GET', path),
    post: (path, body) => done('POST', path, body),
    put: (path, body) => done('PUT', path, body),
    count: async (path) => (await done('GET', path)).count,
    find: async (path, field, value) => {
      const rows: Stored[] = await done('GET', `${path}?limit=100&search=${encodeURIComponent(value)}`)
      const found = rows.filter((row) => row[field] === value)
      expect(found, `${field} ${value} at ${path}`).toHaveLength(1)
      return found[0] ?? { _id: '' }
    },
  }
}
