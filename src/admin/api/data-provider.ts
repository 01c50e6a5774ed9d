import type { DataProvider, fetchUtils, Identifier } from 'ra-core'
import simpleRest from 'ra-data-simple-rest'
import { API_PATHS } from '../../domain/registry.ts'
import { SETTINGS_ID } from '../../domain/settings/public-settings.ts'
import { episodeVerbs } from './episodes.ts'
import { call, type HttpRequest } from './http.ts'
import { addressOf, countOf, getList, getMany, writing } from './lists.ts'
import { created, editOf, recordOf } from './records.ts'
import { fetchMe, type Me } from './session/me.ts'

export interface PasswordChange {
  oldPassword?: string
  newPassword: string
}

/** React-admin's verbs and the product's own. */
export interface CarteleraDataProvider extends DataProvider {
  /** Sets a user's password; throws a 422 on `oldPassword` when the current one is wrong. */
  setPassword: (id: Identifier, change: PasswordChange) => Promise<void>
  /** Deletes the expired demo users and gives how many there were. */
  removeDemos: () => Promise<number>
  me: () => Promise<Me>
}

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

const single = simpleRest('', httpClient)

/** Under which ra-data-simple-rest finds a resource: it puts a slash before it. */
const restName = (resource: string): string => addressOf(resource).slice(1)

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

const writesOf = (resource: string): Writes => {
  if (resource === 'settings') return { ...catalogueWrites, update: settingsVerbs.update }
  return resource === 'episodes' ? episodeVerbs : catalogueWrites
}

const verbs: DataProvider = {
  ...single,
  getList: async (resource, params) => asAsked(await getList(resource, params)),
  getOne: (resource, params) =>
    resource === 'settings'
      ? settingsVerbs.getOne(resource, params)
      : single.getOne(restName(resource), params),
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

/** React-Admin's data provider over the HTTP contract. */
export const dataProvider: CarteleraDataProvider = {
  ...verbs,
  setPassword: async (id, change) => {
    const address = `${API_PATHS.users}/${encodeURIComponent(id)}/password`
    await writing(call(address, { method: 'PUT', body: change }))
  },
  removeDemos: async () =>
    countOf((await writing(call(`${API_PATHS.users}/demo`, { method: 'DELETE' }))).json).total,
  me: () => fetchMe(),
}

const ask = async <T>(request: HttpRequest): Promise<{ data: T }> => {
  const { json } = await call(API_PATHS.settings, request)
  return { data: asAsked(recordOf(json, SETTINGS_ID)) }
}

/** How the settings are read and written: a record without an id in its address. */
export const settingsVerbs: Pick<DataProvider, 'getOne' | 'update'> = {
  getOne: (_resource, { signal }) => ask({ signal }),
  update: (_resource, params) => ask({ method: 'PUT', body: editOf(params) }),
}
