import { useQuery } from '@tanstack/react-query'
import type { FilledSeason } from '../../../../domain/contents/season.ts'
import { episodesOf } from '../../../api/episodes.ts'
import { call } from '../../../api/http.ts'

export interface SeriesSeasons {
  _id: string
  title: string
  seasons: FilledSeason[]
}

// The contract: the seasons of a series, in their order.
const asSeasons = (json: unknown): SeriesSeasons => json as SeriesSeasons

/** The seasons of a series; doubtful as soon as an episode is written. */
export const useSeasons = (serieId: string | undefined) =>
  useQuery({
    queryKey: ['episodes', 'seasons', serieId],
    queryFn: async ({ signal }) => asSeasons((await call(`${episodesOf(serieId)}/seasons`, { signal })).json),
    enabled: serieId !== undefined,
  })

/** How many episodes the seasons hold together. */
export const countEpisodes = ({ seasons }: SeriesSeasons): number =>
  seasons.reduce((sum, { episodes }) => sum + episodes, 0)
