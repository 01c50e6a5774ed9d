import { useMemo } from 'react'
import { EPISODE_MESSAGES, newEpisodeShape } from '../../../domain/contents/episode.ts'
import { nextPlace } from '../../../domain/contents/season.ts'
import { CatalogueCreate } from '../../forms/CatalogueCreate.tsx'
import { RecordToCome } from '../../forms/FreshRecord.tsx'
import { EpisodeForm } from './EpisodeForm.tsx'
import { SerieLink } from './SerieLink.tsx'
import { useSeasons } from './use-seasons.ts'
import { useSerieId } from './use-serie-id.ts'

const TITLE = 'Episodio'

/** A new episode of a series: after the last one of its last season, unless somebody says otherwise. */
export const EpisodeCreate = () => {
  const serieId = useSerieId()
  const { data, isFetching, error, refetch } = useSeasons(serieId)
  // What was kept from before may know nothing of the last episode.
  const seasons = isFetching ? undefined : data?.seasons
  const first = useMemo(() => seasons && { serieId, ...nextPlace(seasons) }, [serieId, seasons])
  if (first === undefined)
    return <RecordToCome title={TITLE} error={isFetching ? null : error} retry={refetch} />
  return (
    <CatalogueCreate
      title={TITLE}
      shape={newEpisodeShape}
      incomplete={EPISODE_MESSAGES.incomplete}
      defaultValues={first}
      actions={<SerieLink />}
    >
      <EpisodeForm />
    </CatalogueCreate>
  )
}
