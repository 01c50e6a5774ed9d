import { isCancelledError } from '@tanstack/react-query'
import type {
  DataProvider,
  fetchUtils,
  GetListParams,
  GetListResult,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'ra-core'
import simpleRest from 'ra-data-simple-rest'
import { API_PATHS, isResource, RECORD_ID, type Resource } from '../../domain/registry.ts'
import { SETTINGS_ID } from '../../domain/settings/public-settings.ts'
import { ApiError, call, errorOf, onWritten, parseJson, readToken } from './http.ts'
import { queryClient } from './query-client.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const idIn = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? '')

/** The client under ra-data-simple-rest: our session and errors, and records with react-admin's `id`. */
const httpClient: typeof fetchUtils.fetchJson = async (url, options = {}) => {
  const address = String(url)
  const method = METHODS.find((each) => each === options.method) ?? 'GET'
  const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : undefined
  const answer = await call(address, { method, body, signal: options.signal ?? undefined })
  return { ...answer, json: recordOf(parseJson(answer.body), method === 'POST' ? undefined : idIn(address)) }
}

const single = simpleRest('', httpClient)

/** Under which ra-data-simple-rest finds a resource: it puts a slash before it. */
const restName = (resource: string): string => addressOf(resource).slice(1)

type Writes = Pick<DataProvider, 'create' | 'update' | 'delete'>

const catalogueWrites: Writes = {
  create: (resource, params) => single.create(restName(resource), { ...params, data: created(params.data) }),
  update: (resource, params) => single.update(restName(resource), { ...params, data: editOf(params) }),
  delete: (resource, params) => single.delete(restName(resource), params),
}

const writesOf = (resource: string): Writes => {
  if (resource === 'settings') return { ...catalogueWrites, update: updateSettings }
  return resource === 'episodes' ? episodeWrites : catalogueWrites
}

/** React-Admin's data provider over the HTTP contract. */
export const dataProvider: DataProvider = {
  ...single,
  getList: async (resource, params) => {
    const { data, ...counted } = await getList(resource, params)
    return { ...counted, data: typed(data) }
  },
  getOne: async (resource, params) => {
    if (resource === 'settings') return getSettings(resource, params)
    // A word of the API would be answered by another endpoint.
    if (!RECORD_ID.test(String(params.id))) throw errorOf(404, '')
    return single.getOne(restName(resource), params)
  },
  getMany: async (resource, { ids, signal }) => {
    const pages = await Promise.all(
      chunked(ids, 100).map((some) => {
        const query = new URLSearchParams({ ids: some.join(','), limit: String(some.length) })
        return readRecords(`${addressOf(resource)}?${query}`, signal)
      }),
    )
    return { data: typed(pages.flat()) }
  },
  getManyReference: async (resource, { target, id, ...params }) => {
    const { data, ...counted } = await getList(resource, {
      ...params,
      filter: { ...params.filter, [target]: id },
    })
    return { ...counted, data: typed(data) }
  },
  create: (resource, params) => writesOf(resource).create(resource, params),
  update: (resource, params) => writesOf(resource).update(resource, params),
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await dataProvider.update(resource, { id, data, previousData: { id } })
    return { data: ids }
  },
  delete: (resource, params) => writesOf(resource).delete(resource, params),
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await dataProvider.delete(resource, { id })
    return { data: ids }
  },
  supportAbortSignal: true,
}

const NO_RECORD = 'El servidor no entregó un registro válido.'

const hasId = <R extends RaRecord>(record: RaRecord): record is R => record.id !== ''

/** Records under the type that React-Admin's caller names (`RowOf`, `RecordOf`); that each has its id is checked. */
const typed = <R extends RaRecord>(records: readonly RaRecord[]): R[] =>
  records.map((record) => {
    if (hasId<R>(record)) return record
    throw new Error(NO_RECORD)
  })

const typedOne = <R extends RaRecord>(record: RaRecord): R => {
  if (hasId<R>(record)) return record
  throw new Error(NO_RECORD)
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A record of the API for react-admin; what has no `_id` of its own gets the id it was asked by. */
const recordOf = (json: unknown, askedBy = ''): RaRecord => {
  const fields = isObject(json) ? json : {}
  return { ...fields, id: typeof fields._id === 'string' ? fields._id : askedBy }
}

const readRecords = async (url: string, signal: AbortSignal | undefined): Promise<RaRecord[]> => {
  const rows = parseJson((await call(url, { signal })).body)
  if (!Array.isArray(rows)) throw new Error('El servidor no entregó una lista.')
  return rows.map((row) => recordOf(row))
}

/** A page of a list, with the count that the paginator shows. */
const getList = async (resource: string, params: GetListParams): Promise<GetListResult<RaRecord>> => {
  const { list, size, filter } = listOf(resource, params.filter)
  const query = listQuery({ ...params, filter })
  const address = `${size}?${filterQuery(filter)}`
  const limit = Number(query.get('limit'))
  const [data, counted] = await Promise.all([
    readRecords(`${list}?${query}`, params.signal).catch((error: unknown) => {
      if (isBeyondEnd(error)) return String(error.body.errors?.page)
      throw error
    }),
    readCount(address),
  ])
  if (typeof data === 'string') return lastPageOf(resource, params, data, counted)
  const start = (Number(query.get('page')) - 1) * limit
  if (Number.isNaN(counted.total)) return { data, total: start + data.length }
  if (counted.meta?.approximate || !hasGap(counted.total, start, data.length, limit))
    return { data, ...counted }
  // The page and a cached count contradict each other: another user wrote in the meantime.
  queryClient.removeQueries({ queryKey: [COUNTS, address] })
  return { data, ...(await readCount(address)) }
}

/**
 * A page beyond the last one that can be reached (rule Q3): the rows of that one, since react-admin leaves a page without
 * rows, marked so that the list shows the server's message in their place.
 */
const lastPageOf = async (
  resource: string,
  params: GetListParams,
  message: string,
  { total, meta: { reachable = total } = {} }: Count,
): Promise<GetListResult<RaRecord>> => {
  const { page = 1, perPage = MAX_LIMIT } = params.pagination ?? {}
  const last = Math.max(1, Math.min(page - 1, Math.ceil(reachable / perPage)))
  const found = await getList(resource, { ...params, pagination: { page: last, perPage } })
  return { ...found, meta: { ...found.meta, beyond: { message, last } } }
}

const isBeyondEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 422 && typeof error.body.errors?.page === 'string'

/** The exact number of records that a list's filters find, however long it takes. */
export const readExactCount = async (resource: string, filter: GetListParams['filter']): Promise<number> => {
  const address = listOf(resource, filter)
  const query = filterQuery(address.filter)
  query.set('exact', 'true')
  return (await askCount(`${address.size}?${query}`)).total
}

const hasGap = (total: number, start: number, rows: number, limit: number): boolean => {
  const end = start + rows
  return rows > 0 && (end > total || (rows < limit && end < total))
}

const COUNTS = 'counts'
const COUNT_FRESH_FOR_MS = 15_000

/** Counts by address and filter: turning pages asks once, any write asks again. */
const readCount = (address: string): Promise<Count> =>
  cachedCount(address).catch((error: unknown) => {
    // A write drops the counts under way too: what they would say is outdated.
    if (isCancelledError(error) && readToken() !== undefined) return readCount(address)
    throw error
  })

const cachedCount = (address: string): Promise<Count> =>
  queryClient.fetchQuery({
    queryKey: [COUNTS, address],
    // Without the list's abort signal: the count serves the next pages too.
    queryFn: () => askCount(address),
    staleTime: COUNT_FRESH_FOR_MS,
    gcTime: COUNT_FRESH_FOR_MS,
    // The list around it is what is retried, and waits for the network.
    retry: false,
    networkMode: 'always',
  })

/** Counts of lists that somebody else changes, such as a job, are asked for again. */
export const forgetCounts = (): void => queryClient.removeQueries({ queryKey: [COUNTS] })

onWritten(forgetCounts)

const askCount = async (address: string): Promise<Count> => {
  try {
    return countOf(parseJson((await call(address)).body))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { total: Number.NaN }
    throw error
  }
}

interface Count {
  total: number
  meta?: {
    /** Estimated: there are too many to be counted (rule Q3). */
    approximate?: boolean
    /** How many records pages reach, where they are less than the total. */
    reachable?: number
  }
}

/** Reads a count as `{count}`, `{size}`, `{total}` or a bare number, for existing backends too. */
const countOf = (json: unknown): Count => {
  const found = isObject(json) ? (json.count ?? json.size ?? json.total) : json
  const total = Number(found)
  if (found === undefined || found === null || found === '' || !Number.isFinite(total))
    throw new Error('El servidor no entregó el total de registros.')
  if (!isObject(json)) return { total }
  const meta = {
    ...(json.approximate === true && { approximate: true }),
    ...(typeof json.reachable === 'number' && { reachable: json.reachable }),
  }
  return Object.keys(meta).length === 0 ? { total } : { total, meta }
}

/** Entities that list at their root path and have no /short (rule Q1). */
const WITHOUT_SHORT: ReadonlySet<string> = new Set<Resource>([
  'categories',
  'profiles',
  'histories',
  'license_transactions',
  'audit',
])

/** The address of a resource; throws for one that the API lacks. */
const addressOf = (name: string): string => {
  if (!isResource(name)) throw new Error(`The API has no ${name}`)
  return API_PATHS[name]
}

interface ListAddress {
  list: string
  size: string
  filter: GetListParams['filter']
}

/** Lists whose address depends on their filter. */
const BY_FILTER: Readonly<Record<string, (filter: GetListParams['filter']) => ListAddress>> = {
  /** The series of a filter's `serieId` is part of the address. */
  episodes: (all) => {
    const { serieId, ...filter } = { serieId: '', ...all }
    const list = `${API_PATHS.series}/all_episode/${encodeURIComponent(String(serieId))}`
    return { list, size: `${list}/size`, filter }
  },
  /** With `grouped`, the groups of reports by content and type. */
  issues: (all) => {
    const { grouped, ...filter } = { grouped: false, ...all }
    const list = grouped ? `${API_PATHS.issues}/groups` : API_PATHS.issues
    return { list, size: `${list}/size`, filter }
  },
  /** The user's name is part of the address. */
  activitys: (all) => {
    const { username, ...filter } = { username: '', ...all }
    const list = `${API_PATHS.activitys}/${encodeURIComponent(String(username))}`
    return { list, size: `${list}/size`, filter }
  },
}

/** With `inTrash`, what was deleted of a resource. */
const trashOf = (name: string, { inTrash: _, ...filter }: GetListParams['filter']): ListAddress => {
  const list = `${addressOf(name)}/trash`
  return { list, size: `${list}/size`, filter }
}

const listOf = (name: string, filter: GetListParams['filter']): ListAddress => {
  if (filter?.inTrash === true) return trashOf(name, filter)
  const byFilter = BY_FILTER[name]
  if (byFilter !== undefined) return byFilter(filter)
  const address = addressOf(name)
  return { list: WITHOUT_SHORT.has(name) ? address : `${address}/short`, size: `${address}/size`, filter }
}

/** The address of the export of a list, with its filters and its order. */
export const exportAddress = (
  name: string,
  { filter, sort }: Pick<GetListParams, 'filter' | 'sort'>,
): { path: string; query: URLSearchParams } => {
  const { list, filter: own } = listOf(name, filter)
  const query = filterQuery(own)
  setSort(query, sort)
  return { path: `${list.replace(/\/short$/, '')}/export`, query }
}

const chunked = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunked(items.slice(size), size)]

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
const listQuery = ({ filter, pagination, sort }: GetListParams): URLSearchParams => {
  const query = filterQuery(filter)
  const { page = 1, perPage = MAX_LIMIT } = pagination ?? {}
  query.set('page', String(page))
  query.set('limit', String(Math.min(perPage, MAX_LIMIT)))
  setSort(query, sort)
  return query
}

const setSort = (query: URLSearchParams, sort: GetListParams['sort']): void => {
  // `id` is how react-admin says that no order is asked: the list's own one applies.
  if (!sort?.field || sort.field === 'id') return
  query.set('sort', sort.field)
  query.set('order', sort.order.toLowerCase())
}

type Fields = Partial<RaRecord>

// A field that was never set and an empty one look the same in a form.
const comparable = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null))

/** What is sent of a new record: everything but the ids, which the server gives. */
const created = ({ id: _, _id: __, ...fields }: Fields): Fields => fields

/**
 * What is sent of an edit: the fields that changed, with the stamp that tells the server which version was edited;
 * `meta.unstamped` leaves that out, for a toggle that no concurrent edit must stop.
 */
const editOf = ({ data, previousData = {}, meta }: Omit<UpdateParams, 'id'>): Fields => {
  const { id: _, _id: __, dateUpdate: ___, ...fields }: Fields = data
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && comparable(value) !== comparable(previousData[name]),
  )
  const isStamped = meta?.unstamped !== true && previousData.dateUpdate
  return { ...Object.fromEntries(changed), ...(isStamped ? { dateUpdate: previousData.dateUpdate } : {}) }
}

const answered = async (url: string, request: Parameters<typeof call>[1], askedBy?: string) =>
  recordOf(parseJson((await call(url, request)).body), askedBy)

/** Brings a deleted record back. */
export const restoreRecord = async (resource: string, id: Identifier): Promise<void> => {
  await call(`${addressOf(resource)}/${encodeURIComponent(String(id))}/restore`, { method: 'POST' })
}

const getSettings: DataProvider['getOne'] = async (_resource, { signal }) => ({
  data: typedOne(await answered(API_PATHS.settings, { signal }, SETTINGS_ID)),
})

const updateSettings: DataProvider['update'] = async (_resource, params) => ({
  data: typedOne(await answered(API_PATHS.settings, { method: 'PUT', body: editOf(params) }, SETTINGS_ID)),
})

const episodeUrl = (...ids: unknown[]): string =>
  [API_PATHS.episodes, ...ids.map((id) => encodeURIComponent(String(id)))].join('/')

// A PUT on the series creates an episode, or edits the one that the body names.
const putEpisode = (serieId: unknown, body: Fields) => answered(episodeUrl(serieId), { method: 'PUT', body })

/** Each episode is written below its series, which its record names as `serieId`. */
const episodeWrites: Writes = {
  create: async (_resource, { data }) => {
    const { serieId, ...fields } = created(data)
    return { data: typedOne(await putEpisode(serieId, fields)) }
  },
  update: async (_resource, params) => {
    const body = { _id: params.id, ...editOf(params) }
    return { data: typedOne(await putEpisode(params.previousData?.serieId, body)) }
  },
  delete: async (_resource, { id, previousData }) => {
    const url = episodeUrl(previousData?.serieId, id)
    return { data: typedOne(await answered(url, { method: 'DELETE' }, String(id))) }
  },
}

/** What is done to many records. */
export type BulkRequest =
  | { action: 'update'; changes: Readonly<Record<string, unknown>> }
  | { action: 'delete' | 'restore' }

type BulkBody = BulkRequest & {
  ids?: readonly string[]
  /** The parameters of the list. */
  filter?: Readonly<Record<string, string>>
  /** How many records the operator saw. */
  expected: number
}

/** Changes, deletes or restores many records in a batch, whose id it gives. */
export const startBatch = async (resource: string, body: BulkBody): Promise<string> => {
  const { batch } = await answered(`${addressOf(resource)}/bulk`, { method: 'POST', body })
  return String(batch)
}
