import type { fetchUtils } from 'ra-core'
import { call, type HttpRequest } from './http.ts'
import { recordOf } from './records.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const methodOf = (name: string | undefined): NonNullable<HttpRequest['method']> =>
  METHODS.find((method) => method === name) ?? 'GET'

const idIn = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? '')

/** The client under ra-data-simple-rest: our session and errors, and records with react-admin's `id`. */
export const httpClient: typeof fetchUtils.fetchJson = async (url, options = {}) => {
  const address = String(url)
  const method = methodOf(options.method)
  const sent: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined
  const answer = await call(address, { method, body: sent, signal: options.signal ?? undefined })
  const json = recordOf(answer.json ?? {}, method === 'POST' ? undefined : idIn(address))
  return { ...answer, json }
}
