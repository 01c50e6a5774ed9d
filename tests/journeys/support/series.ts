import { episodeOf, seriesOf } from '../../support/series.ts'
import type { Api, Row, Stored } from './api.ts'

export async function storeSeries(api: Api, title: string, episodes: Row[] = []): Promise<Stored> {
  const serie = await api.post('/api/series', seriesOf({ title }))
  for (const each of episodes) await api.put(`/api/series/episode/${serie._id}`, episodeOf(each))
  return serie
}

/** API path of the episodes of a series. */
export const episodesOf = ({ _id }: Stored): string => `/api/series/all_episode/${_id}`
