import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/http.ts'

/** The seasons of a series; invalidated together with its episodes. */
export const useSeasons = (serieId: string | undefined) =>
  useQuery({
    queryKey: ['episodes', 'seasons', serieId],
    queryFn: ({ signal }) =>
      request('GET /api/series/all_episode/:id/seasons', { params: { id: serieId ?? '' }, signal }),
    enabled: serieId !== undefined,
  })
