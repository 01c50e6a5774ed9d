import { isCancelledError } from '@tanstack/react-query'
import simpleRest from 'ra-data-simple-rest'
import type {
  DataProvider,
  fetchUtils,
  GetListParams,
  GetListResult,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'react-admin'
import { API_PATHS, isResource, RECORD_ID, type Resource } from '../../domain/registry.ts'
import { SETTINGS_ID } from '../../domain/settings/public-settings.ts'
import { isSameValue } from '../../domain/validation/same-value.ts'
import { ApiError, call, onWritten, parseJson, readToken, toApiError } from './http.ts'
import { queryClient } from './query-client.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

const lastSegment = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? '')

/** The HTTP client of ra-data-simple-rest: our session and errors, and records with react-admin's `id`. */
const httpClient: typeof fetchUtils.fetchJson = async (url, options = {}) => {
  const path = String(url)
  const method = METHODS.find((each) => each === options.method) ?? 'GET'
  const json = typeof options.body === 'string' ? options.body : undefined
  const response = await call(path, { method, json, signal: options.signal ?? undefined })
  return {
    ...response,
    json: toRecord(parseJson(response.body), method === 'POST' ? undefined : lastSegment(path)),
  }
}

const restProvider = simpleRest('', httpClient)

/** A resource's name for ra-data-simple-rest, which prefixes a slash. */
const restName = (resource: string): string => apiPath(resource).slice(1)

type Writes = Pick<DataProvider, 'create' | 'update' | 'delete'>

const catalogueWrites: Writes = {
  create: (resource, params) =>
    restProvider.create(restName(resource), { ...params, data: creationBody(params.data) }),
  update: (resource, params) =>
    restProvider.update(restName(resource), { ...params, data: editBody(params) }),
  delete: (resource, params) => restProvider.delete(restName(resource), params),
}

/** A password in an edit is another user's: one's own is changed on a separate screen. */
const updateUser: DataProvider['update'] = (resource, params) => {
  const body = editBody(params)
  const data = body.password ? { ...body, permissionToAlter: true } : body
  return restProvider.update(restName(resource), { ...params, data })
}

const writeMethods = (resource: string): Writes => {
  if (resource === 'users') return { ...catalogueWrites, update: updateUser }
  if (resource === 'settings') return { ...catalogueWrites, update: updateSettings }
  return resource === 'episodes' ? episodeWrites : catalogueWrites
}

export const dataProvider: DataProvider = {
  ...restProvider,
  getList: async (resource, params) => {
    const { data, ...counted } = await getList(resource, params)
    return { ...counted, data: castRecords(data) }
  },
  getOne: async (resource, params) => {
    if (resource === 'settings') return getSettings(resource, params)
    // A literal path segment of the API instead of an id would reach another endpoint.
    if (!RECORD_ID.test(String(params.id))) throw toApiError(404, '')
    return restProvider.getOne(restName(resource), params)
  },
  getMany: async (resource, { ids, signal }) => {
    const pages = await Promise.all(
      chunked(ids, 100).map((some) => {
        const query = new URLSearchParams({ ids: some.join(','), limit: String(some.length) })
        return readRecords(`${apiPath(resource)}?${query}`, signal)
      }),
    )
    return { data: castRecords(pages.flat()) }
  },
  getManyReference: async (resource, { target, id, ...params }) => {
    const { data, ...counted } = await getList(resource, {
      ...params,
      filter: { ...params.filter, [target]: id },
    })
    return { ...counted, data: castRecords(data) }
  },
  create: (resource, params) => writeMethods(resource).create(resource, params),
  update: (resource, params) => writeMethods(resource).update(resource, params),
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await dataProvider.update(resource, { id, data, previousData: { id } })
    return { data: ids }
  },
  delete: (resource, params) => writeMethods(resource).delete(resource, params),
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await dataProvider.delete(resource, { id })
    return { data: ids }
  },
  supportAbortSignal: true,
}

const NO_RECORD = 'El servidor no entregó un registro válido.'

const hasId = <R extends RaRecord>(record: RaRecord): record is R => record.id !== ''

/** Casts records to the caller's type (`RowOf`, `RecordOf`); checks that each has its id. */
const castRecords = <R extends RaRecord>(records: readonly RaRecord[]): R[] =>
  records.map((record) => {
    if (hasId<R>(record)) return record
    throw new Error(NO_RECORD)
  })

const castRecord = <R extends RaRecord>(record: RaRecord): R => {
  if (hasId<R>(record)) return record
  throw new Error(NO_RECORD)
}

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A record of the API with react-admin's `id`; without `_id`, the id that it was requested by. */
const toRecord = (json: unknown, requestedId = ''): RaRecord => {
  const fields = isObject(json) ? json : {}
  return { ...fields, id: typeof fields._id === 'string' ? fields._id : requestedId }
}

const readRecords = async (url: string, signal: AbortSignal | undefined): Promise<RaRecord[]> => {
  const rows = parseJson((await call(url, { signal })).body)
  if (!Array.isArray(rows)) throw new Error('El servidor no entregó una lista.')
  return rows.map((row) => toRecord(row))
}

/** A page of a list, with the count for the paginator. */
const getList = async (resource: string, params: GetListParams): Promise<GetListResult<RaRecord>> => {
  const { list, size, filter } = listEndpoints(resource, params.filter)
  const query = listQuery({ ...params, filter })
  const countUrl = `${size}?${filterQuery(filter)}`
  const limit = Number(query.get('limit'))
  const [data, counted] = await Promise.all([
    readRecords(`${list}?${query}`, params.signal).catch((error: unknown) => {
      if (isBeyondEnd(error)) return String(error.body.errors?.page)
      throw error
    }),
    readCount(countUrl),
  ])
  if (typeof data === 'string') return readLastPage(resource, params, data, counted)
  const start = (Number(query.get('page')) - 1) * limit
  if (Number.isNaN(counted.total)) return { data, total: start + data.length }
  if (counted.meta?.approximate || !hasGap(counted.total, start, data.length, limit))
    return { data, ...counted }
  // The page contradicts the cached count: another user wrote in the meantime.
  queryClient.removeQueries({ queryKey: [COUNTS, countUrl] })
  return { data, ...(await readCount(countUrl)) }
}

/**
 * For a page beyond the last reachable one (rule Q3): the rows of the last one, since react-admin leaves an empty page.
 * Marked, so that the list shows the server's message instead.
 */
const readLastPage = async (
  resource: string,
  params: GetListParams,
  message: string,
  { total, meta: { reachable = total } = {} }: Count,
): Promise<GetListResult<RaRecord>> => {
  const { page = 1, perPage = MAX_LIMIT } = params.pagination ?? {}
  const last = Math.max(1, Math.min(page - 1, Math.ceil(reachable / perPage)))
  const lastPage = await getList(resource, { ...params, pagination: { page: last, perPage } })
  return { ...lastPage, meta: { ...lastPage.meta, beyond: { message, last } } }
}

const isBeyondEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 422 && typeof error.body.errors?.page === 'string'

/** The exact number of a filter's matches, however long counting takes. */
export const readExactCount = async (resource: string, filter: GetListParams['filter']): Promise<number> => {
  const endpoints = listEndpoints(resource, filter)
  const query = filterQuery(endpoints.filter)
  query.set('exact', 'true')
  return (await requestCount(`${endpoints.size}?${query}`)).total
}

const hasGap = (total: number, start: number, rows: number, limit: number): boolean => {
  const end = start + rows
  return rows > 0 && (end > total || (rows < limit && end < total))
}

const COUNTS = 'counts'
const COUNT_FRESH_FOR_MS = 15_000

/** Cached by URL and filter until the next write: paging counts once. */
const readCount = (url: string): Promise<Count> =>
  cachedCount(url).catch((error: unknown) => {
    // A write also cancels pending counts, whose results would be outdated.
    if (isCancelledError(error) && readToken() !== undefined) return readCount(url)
    throw error
  })

const cachedCount = (url: string): Promise<Count> =>
  queryClient.fetchQuery({
    queryKey: [COUNTS, url],
    // Without the list's abort signal, since the count is shared by the next pages.
    queryFn: () => requestCount(url),
    staleTime: COUNT_FRESH_FOR_MS,
    gcTime: COUNT_FRESH_FOR_MS,
    // The list retries, and waits for the network.
    retry: false,
    networkMode: 'always',
  })

/** Drops the cached counts after changes made elsewhere, for example by a job. */
export const clearCounts = (): void => queryClient.removeQueries({ queryKey: [COUNTS] })

onWritten(clearCounts)

const requestCount = async (url: string): Promise<Count> => {
  try {
    return parseCount(parseJson((await call(url)).body))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { total: Number.NaN }
    throw error
  }
}

interface Count {
  total: number
  meta?: {
    /** Estimated, as there are too many to count (rule Q3). */
    approximate?: boolean
    /** Number of records that pages reach, if less than the total. */
    reachable?: number
  }
}

/** Reads a count as `{count}`, `{size}`, `{total}` or a bare number, to support existing backends. */
const parseCount = (json: unknown): Count => {
  const count = isObject(json) ? (json.count ?? json.size ?? json.total) : json
  const total = Number(count)
  if (count === undefined || count === null || count === '' || !Number.isFinite(total))
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
  'outbox',
  'jobs',
  'keys',
])

/** The API path of a resource; throws if there is none. */
const apiPath = (name: string): string => {
  if (!isResource(name)) throw new Error(`The API has no ${name}`)
  return API_PATHS[name]
}

interface ListEndpoints {
  list: string
  size: string
  filter: GetListParams['filter']
}

/** Contents whose links may be reserved: their list requests always include `onlyLinkReserved`. */
const RESERVED: ReadonlySet<string> = new Set<Resource>([
  'movies',
  'documentaries',
  'musics',
  'sports',
  'discoveries',
  'episodes',
])

/** Lists whose URL depends on their filter. */
const BY_FILTER: Readonly<Record<string, (filter: GetListParams['filter']) => ListEndpoints>> = {
  /** The series in `serieId` is part of the path. */
  episodes: (all) => {
    const { serieId, ...filter } = { serieId: '', ...all }
    const list = `${API_PATHS.series}/all_episode/${encodeURIComponent(String(serieId))}`
    return { list, size: `${list}/size`, filter }
  },
  /** `grouped`: lists the groups of reports by content and type. */
  issues: (all) => {
    const { grouped, ...filter } = { grouped: false, ...all }
    const list = grouped ? `${API_PATHS.issues}/groups` : API_PATHS.issues
    return { list, size: `${list}/size`, filter }
  },
  /** The user's name is part of the path. */
  activitys: (all) => {
    const { username, ...filter } = { username: '', ...all }
    const list = `${API_PATHS.activitys}/${encodeURIComponent(String(username))}`
    return { list, size: `${list}/size`, filter }
  },
}

/** `inTrash`: lists deleted records instead. */
const trashEndpoints = (name: string, { inTrash: _, ...filter }: GetListParams['filter']): ListEndpoints => {
  const list = `${apiPath(name)}/trash`
  return { list, size: `${list}/size`, filter }
}

const listEndpoints = (name: string, requested: GetListParams['filter']): ListEndpoints => {
  if (requested?.inTrash === true) return trashEndpoints(name, requested)
  const filter = RESERVED.has(name) ? { onlyLinkReserved: false, ...requested } : requested
  const byFilter = BY_FILTER[name]
  if (byFilter !== undefined) return byFilter(filter)
  const path = apiPath(name)
  return { list: WITHOUT_SHORT.has(name) ? path : `${path}/short`, size: `${path}/size`, filter }
}

/** URL of a list's export, with its filters and order. */
export const exportUrl = (
  name: string,
  { filter, sort }: Pick<GetListParams, 'filter' | 'sort'>,
): { path: string; query: URLSearchParams } => {
  const { list, filter: listFilter } = listEndpoints(name, filter)
  const query = filterQuery(listFilter)
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

/** Converts filters to query parameters: `q` becomes `search`; empty ones are omitted. */
export const filterQuery = (filter: Readonly<Record<string, unknown>> = {}): URLSearchParams => {
  const query = new URLSearchParams()
  const { q, ...others } = filter
  for (const [name, value] of Object.entries({ search: q, ...others })) {
    const text = asText(value)
    if (text !== undefined) query.set(name, text)
  }
  return query
}

/** Query parameters of a list page (rule Q1). */
const listQuery = ({ filter, pagination, sort }: GetListParams): URLSearchParams => {
  const query = filterQuery(filter)
  const { page = 1, perPage = MAX_LIMIT } = pagination ?? {}
  query.set('page', String(page))
  query.set('limit', String(Math.min(perPage, MAX_LIMIT)))
  setSort(query, sort)
  return query
}

const setSort = (query: URLSearchParams, sort: GetListParams['sort']): void => {
  // React-admin requests no particular order with `id`: the list's default applies.
  if (!sort?.field || sort.field === 'id') return
  query.set('sort', sort.field)
  query.set('order', sort.order.toLowerCase())
}

type Fields = Partial<RaRecord>

/** Body of a new record, without the ids, which the server assigns. */
const creationBody = ({ id: _, _id: __, ...fields }: Fields): Fields => fields

/**
 * Body of an edit: the changed fields, with the `dateUpdate` of the edited version; `meta.unstamped` omits that, for
 * toggles that must not conflict with concurrent edits.
 */
const editBody = ({ data, previousData = {}, meta }: Omit<UpdateParams, 'id'>): Fields => {
  const { id: _, _id: __, dateUpdate: ___, ...fields }: Fields = data
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isSameValue(value, previousData[name]),
  )
  const isStamped = meta?.unstamped !== true && previousData.dateUpdate
  return { ...Object.fromEntries(changed), ...(isStamped ? { dateUpdate: previousData.dateUpdate } : {}) }
}

const requestRecord = async (url: string, request: Parameters<typeof call>[1], requestedId?: string) =>
  toRecord(parseJson((await call(url, request)).body), requestedId)

export const restoreRecord = async (resource: string, id: Identifier): Promise<void> => {
  await call(`${apiPath(resource)}/${encodeURIComponent(String(id))}/restore`, { method: 'POST' })
}

const getSettings: DataProvider['getOne'] = async (_resource, { signal }) => ({
  data: castRecord(await requestRecord(API_PATHS.settings, { signal }, SETTINGS_ID)),
})

const updateSettings: DataProvider['update'] = async (_resource, params) => ({
  data: castRecord(
    await requestRecord(API_PATHS.settings, { method: 'PUT', body: editBody(params) }, SETTINGS_ID),
  ),
})

const episodeUrl = (...ids: unknown[]): string =>
  [API_PATHS.episodes, ...ids.map((id) => encodeURIComponent(String(id)))].join('/')

// A PUT on the series creates an episode, or edits the one named in the body.
const putEpisode = (serieId: unknown, body: Fields) =>
  requestRecord(episodeUrl(serieId), { method: 'PUT', body })

/** Episodes are written below their series, given by `serieId`. */
const episodeWrites: Writes = {
  create: async (_resource, { data }) => {
    const { serieId, ...fields } = creationBody(data)
    return { data: castRecord(await putEpisode(serieId, fields)) }
  },
  update: async (_resource, params) => {
    const body = { _id: params.id, ...editBody(params) }
    return { data: castRecord(await putEpisode(params.previousData?.serieId, body)) }
  },
  delete: async (_resource, { id, previousData }) => {
    const url = episodeUrl(previousData?.serieId, id)
    return { data: castRecord(await requestRecord(url, { method: 'DELETE' }, String(id))) }
  },
}

export type BulkRequest =
  | { action: 'update'; changes: Readonly<Record<string, unknown>> }
  | { action: 'replaceLinks'; from: string; to: string; group: string }
  | { action: 'delete' | 'restore' }

type BulkBody = BulkRequest & {
  ids?: readonly string[]
  filter?: Readonly<Record<string, string>>
  /** The number of records shown to the user. */
  expected: number
}

/** Starts a batch of many records, and returns its id. */
export const startBatch = async (resource: string, body: BulkBody): Promise<string> => {
  const { batch } = await requestRecord(`${apiPath(resource)}/bulk`, { method: 'POST', body })
  return String(batch)
}
