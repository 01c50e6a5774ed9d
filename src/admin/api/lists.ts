import type { GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'
import { API_PATHS, type Resource } from '../../domain/access/resources.ts'
import { ApiError } from './api-error.ts'
import { type Count, Counts, countOf } from './counts.ts'
import { episodeListOf } from './episodes.ts'
import { call } from './http.ts'
import { filterQuery, listQuery } from './query.ts'
import { recordsOf } from './records.ts'
import { onTokenChange } from './session/token.ts'
import { activityListOf, issueListOf } from './support.ts'

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
