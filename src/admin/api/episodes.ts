import type { DataProvider, GetListParams } from 'ra-core'
import { API_PATHS } from '../../domain/registry.ts'
import { call } from './http.ts'
import { created, editOf, recordOf } from './records.ts'

/** Where the API lists the episodes of a series. */
export const episodesOf = (serieId: unknown): string =>
  `${API_PATHS.series}/all_episode/${encodeURIComponent(String(serieId))}`

/** The list behind a filter with a `serieId`: the series is part of the address. */
export const episodeListOf = (all: GetListParams['filter']) => {
  const { serieId, ...filter } = { serieId: '', ...all }
  const list = episodesOf(serieId)
  return { list, size: `${list}/size`, filter }
}

const addressOf = (...ids: unknown[]): string =>
  [API_PATHS.episodes, ...ids.map((id) => encodeURIComponent(String(id)))].join('/')

// React-admin's caller names the record's type; that the API keeps to it is the contract, which types can't see.
const asAsked = <T>(answer: unknown): T => answer as T

/** A PUT on the series creates an episode, or edits the one that the body names. */
const put = async <T>(serieId: unknown, body: object): Promise<{ data: T }> => {
  const { json } = await call(addressOf(serieId), { method: 'PUT', body })
  return { data: asAsked(recordOf(json)) }
}

/** How episodes are written: each below its series, which their records name as `serieId`. */
export const episodeVerbs: Pick<DataProvider, 'create' | 'update' | 'delete'> = {
  create: (_resource, { data }) => {
    const { serieId, ...fields } = created(data)
    return put(serieId, fields)
  },
  update: (_resource, params) => put(params.previousData?.serieId, { _id: params.id, ...editOf(params) }),
  delete: async (_resource, { id, previousData }) => {
    const { json } = await call(addressOf(previousData?.serieId, id), { method: 'DELETE' })
    return { data: asAsked(recordOf(json)) }
  },
}
