import type { GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'
import { API_PATHS, type Resource } from '../../domain/registry.ts'
import { ApiError } from './api-error.ts'
import { episodeListOf } from './episodes.ts'
import { call } from './http.ts'
import { recordsOf } from './records.ts'
import { onTokenChange } from './session/token.ts'

/** Entities that list at their root path and have no /short (rule Q1). */
const WITHOUT_SHORT: ReadonlySet<string> = new Set<Resource>([
  'categories',
  'profiles',
  'histories',
  'license_transactions',
  'audit',
])

const isResource = (name: string): name is Resource => name in API_PATHS

/** The address of a resource; throws for one that the API does not keep. */
export const addressOf = (name: string): string => {
  if (!isResource(name)) throw new Error(`The API keeps no ${name}`)
  return API_PATHS[name]
}

interface ListPlace {
  list: string
  size: string
  filter: GetListParams['filter']
}

/** The list of reports; a filter `grouped` means that of their groups by content and type. */
export const issueListOf = (all: GetListParams['filter']) => {
  const { grouped, ...filter } = { grouped: false, ...all }
  const list = grouped ? `${API_PATHS.issues}/groups` : API_PATHS.issues
  return { list, size: `${list}/size`, filter }
}

/** The activity of the user in the filter, whose name is part of the address. */
export const activityListOf = (all: GetListParams['filter']) => {
  const { username, ...filter } = { username: '', ...all }
  const list = `${API_PATHS.activitys}/${encodeURIComponent(String(username))}`
  return { list, size: `${list}/size`, filter }
}

/** Lists that are found by their filter. */
const SPECIAL: Readonly<Record<string, (filter: GetListParams['filter']) => ListPlace>> = {
  episodes: episodeListOf,
  issues: issueListOf,
  activitys: activityListOf,
}

const listOf = (name: string, filter: GetListParams['filter']): ListPlace => {
  const special = SPECIAL[name]
  if (special !== undefined) return special(filter)
  const address = addressOf(name)
  return { list: WITHOUT_SHORT.has(name) ? address : `${address}/short`, size: `${address}/size`, filter }
}

const FRESH_FOR_MS = 15_000

export interface Count {
  total: number
  /** The database would have needed too long to be exact (histories alone). */
  approximate?: boolean
}

interface Kept {
  count: Promise<Count>
  at: number
}

const numberIn = (json: object): unknown => {
  if ('count' in json) return json.count
  if ('size' in json) return json.size
  return 'total' in json ? json.total : undefined
}

/** Reads a count as `{count}`, `{size}`, `{total}` or a bare number, for existing backends too. */
export const countOf = (json: unknown): Count => {
  const found = typeof json === 'object' && json !== null ? numberIn(json) : json
  const total = Number(found)
  if (found === undefined || found === null || found === '' || !Number.isFinite(total))
    throw new Error('El servidor no entregó el total de registros.')
  const approximate =
    typeof json === 'object' && json !== null && 'approximate' in json && json.approximate === true
  return approximate ? { total, approximate } : { total }
}

/** Counts by address and filter: turning pages asks once, any write asks again. */
export class Counts {
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The count kept under a key, or the one that `ask` gives. */
  get(key: string, ask: () => Promise<Count>): Promise<Count> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.#now() - kept.at < FRESH_FOR_MS) return kept.count
    const count = ask()
    this.#kept.set(key, { count, at: this.#now() })
    // An aborted or failed question must not be the answer to the next one.
    count.catch(() => {
      if (this.#kept.get(key)?.count === count) this.#kept.delete(key)
    })
    return count
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}

const counts = new Counts()
// Somebody else sees other rows, and so another count.
onTokenChange(() => counts.clear())

const askCount = async (address: string): Promise<Count> => {
  try {
    // Without the list's abort signal: the count serves the next pages too.
    return countOf((await call(address)).json)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { total: Number.NaN }
    throw error
  }
}

const hasGap = (total: number, start: number, rows: number, limit: number): boolean => {
  const end = start + rows
  return rows > 0 && (end > total || (rows < limit && end < total))
}

/** A page of a list, with the count that the paginator shows. */
export const getList = async (resource: string, params: GetListParams): Promise<GetListResult<RaRecord>> => {
  const { list, size, filter } = listOf(resource, params.filter)
  const query = listQuery({ ...params, filter })
  const address = `${size}?${filterQuery(filter)}`
  const [{ json }, counted] = await Promise.all([
    call(`${list}?${query}`, { signal: params.signal }),
    counts.get(address, () => askCount(address)),
  ])
  const data = recordsOf(json)
  const limit = Number(query.get('limit'))
  const start = (Number(query.get('page')) - 1) * limit
  if (Number.isNaN(counted.total)) return { data, total: start + data.length }
  if (!hasGap(counted.total, start, data.length, limit) || counted.approximate)
    return { data, total: counted.total, ...(counted.approximate ? { meta: { approximate: true } } : {}) }
  // The page and a kept count contradict each other: somebody else wrote in the meantime.
  counts.forget(address)
  const { total } = await counts.get(address, () => askCount(address))
  return { data, total }
}

const chunked = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunked(items.slice(size), size)]

/** The records of some ids, however many. */
export const getMany = async (
  resource: string,
  ids: readonly Identifier[],
  signal?: AbortSignal,
): Promise<RaRecord[]> => {
  const pages = await Promise.all(
    chunked(ids, 100).map(async (some) => {
      const query = new URLSearchParams({ ids: some.join(','), limit: String(some.length) })
      return recordsOf((await call(`${addressOf(resource)}?${query}`, { signal })).json)
    }),
  )
  return pages.flat()
}

/** A write makes every kept count doubtful, whatever became of it. */
export const writing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } finally {
    counts.clear()
  }
}

const MAX_LIMIT = 100

const asText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined
  if (value instanceof Date) return value.toISOString()
  return String(value)
}

/** The filters of a list as the API names them: `q` is its `search`, the rest goes as it is; empty ones stay out. */
export const filterQuery = (filter: Readonly<Record<string, unknown>> = {}): URLSearchParams => {
  const query = new URLSearchParams()
  const { q, ...others } = filter
  for (const [name, value] of Object.entries({ search: q, ...others })) {
    const text = asText(value)
    if (text !== undefined) query.set(name, text)
  }
  return query
}

/** The query of a list page (rule Q1). */
export const listQuery = ({ filter, pagination, sort }: GetListParams): URLSearchParams => {
  const query = filterQuery(filter)
  const { page = 1, perPage = MAX_LIMIT } = pagination ?? {}
  query.set('page', String(page))
  query.set('limit', String(Math.min(perPage, MAX_LIMIT)))
  // `id` is react-admin's word for no order asked: the list's own order stands.
  if (sort?.field && sort.field !== 'id') {
    query.set('sort', sort.field)
    query.set('order', sort.order.toLowerCase())
  }
  return query
}
