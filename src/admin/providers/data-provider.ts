import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'
import simpleRest from 'ra-data-simple-rest'
import { API_PATHS, type Resource } from '../../domain/access/resources.ts'
import { fetchMe, type Me } from '../session/me.ts'
import { onTokenChange } from '../session/token.ts'
import { ApiError } from './api-error.ts'
import { type Count, Counts, countOf } from './counts.ts'
import { episodeListOf, episodeVerbs } from './episodes.ts'
import { call } from './http.ts'
import { filterQuery, listQuery } from './query.ts'
import { created, editOf, recordsOf } from './records.ts'
import { httpClient } from './rest-client.ts'

export interface PasswordChange {
  oldPassword?: string
  newPassword: string
}

/** What a film is looked up by; at least a title or an IMDb id. */
export interface FilmLookup {
  title?: string
  imdbId?: string
  year?: string | number
  type?: string
}

/** React-admin's verbs and the product's own. */
export interface CarteleraDataProvider extends DataProvider {
  /** Sets a user's password; throws a 422 on `oldPassword` when the current one is wrong. */
  setPassword: (id: Identifier, change: PasswordChange) => Promise<void>
  /** Deletes the expired demo users and gives how many there were. */
  removeDemos: () => Promise<number>
  /** Asks the film database through the server: its fields, or an ApiError that says why not. */
  lookupFilm: (params: FilmLookup, signal?: AbortSignal) => Promise<Readonly<Record<string, unknown>>>
  me: () => Promise<Me>
}

/** Lists whose root path is the list itself, having no /short (decisions D3). */
const WITHOUT_SHORT: ReadonlySet<string> = new Set<Resource>([
  'categories',
  'profiles',
  'histories',
  'issues',
  'license_transactions',
])

const isResource = (name: string): name is Resource => name in API_PATHS

const addressOf = (name: string): string => {
  if (!isResource(name)) throw new Error(`The API keeps no ${name}`)
  return API_PATHS[name]
}

interface ListPlace {
  list: string
  size: string
  filter: GetListParams['filter']
}

const listOf = (name: string, filter: GetListParams['filter']): ListPlace => {
  if (name === 'episodes') return episodeListOf(filter)
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

const getList = async (resource: string, params: GetListParams): Promise<GetListResult<RaRecord>> => {
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

const getMany = async (
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

const single = simpleRest('', httpClient)

/** Under which ra-data-simple-rest finds a resource: it puts a slash before it. */
const restName = (resource: string): string => addressOf(resource).slice(1)

/** A write makes every kept count doubtful, whatever became of it. */
export const writing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } finally {
    counts.clear()
  }
}

// React-admin's caller names the record's type; that the API keeps to it is the contract, which types can't see.
const asAsked = <T>(answer: unknown): T => answer as T

type Writes = Pick<DataProvider, 'create' | 'update' | 'delete'>

const catalogueWrites: Writes = {
  create: (resource, params) =>
    single.create(restName(resource), { ...params, data: asAsked(created(params.data)) }),
  update: (resource, params) =>
    single.update(restName(resource), { ...params, data: asAsked(editOf(params)) }),
  delete: (resource, params) => single.delete(restName(resource), params),
}

const writesOf = (resource: string): Writes => (resource === 'episodes' ? episodeVerbs : catalogueWrites)

const verbs: DataProvider = {
  ...single,
  getList: async (resource, params) => asAsked(await getList(resource, params)),
  getOne: (resource, params) => single.getOne(restName(resource), params),
  getMany: async (resource, { ids, signal }) => asAsked({ data: await getMany(resource, ids, signal) }),
  getManyReference: async (resource, { target, id, ...params }) =>
    asAsked(await getList(resource, { ...params, filter: { ...params.filter, [target]: id } })),
  create: (resource, params) => writing(writesOf(resource).create(resource, params)),
  update: (resource, params) => writing(writesOf(resource).update(resource, params)),
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await verbs.update(resource, { id, data: asAsked(data), previousData: asAsked({}) })
    return { data: ids }
  },
  delete: (resource, params) => writing(writesOf(resource).delete(resource, params)),
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await verbs.delete(resource, { id })
    return { data: ids }
  },
  supportAbortSignal: true,
}

/** What react-admin reads and writes with, over the contract of decisions D3. */
export const dataProvider: CarteleraDataProvider = {
  ...verbs,
  setPassword: async (id, change) => {
    const address = `${API_PATHS.users}/${encodeURIComponent(id)}/password`
    await writing(call(address, { method: 'PUT', body: change }))
  },
  removeDemos: async () =>
    countOf((await writing(call(`${API_PATHS.users}/demo`, { method: 'DELETE' }))).json).total,
  lookupFilm: async (params, signal) => {
    const query = filterQuery({ ...params })
    const { json } = await call(`/api/lookups/film?${query}`, { signal })
    return asAsked(json)
  },
  me: () => fetchMe(),
}
