import { useState } from 'react'
import { EPISODE_MESSAGES, newEpisodeSchema } from '../../../../domain/contents/episode.ts'
import { nextPlace } from '../../../../domain/contents/season.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { RecordToCome } from '../../../kit/form/CatalogueEdit.tsx'
import { EpisodeForm } from './EpisodeForm.tsx'
import { SerieLink } from './SerieLink.tsx'
import { useSeasons } from './use-seasons.ts'
import { useSerieId } from './use-serie-id.ts'

const TITLE = 'Episodio'

/** A new episode's first values, once the seasons were read for it; from then on they stay. */
const useFirst = (serieId: string) => {
  const { data, isFetching, error, refetch } = useSeasons(serieId)
  const [first, setFirst] = useState<Record<string, unknown>>()
  // What was kept from before may know nothing of the last episode.
  if (first === undefined && !isFetching && data !== undefined)
    setFirst({ serieId, ...nextPlace(data.seasons) })
  return { first, isFetching, error, refetch }
}

const Create = ({ serieId }: { serieId: string }) => {
  const { first, isFetching, error, refetch } = useFirst(serieId)
  if (first === undefined)
    return <RecordToCome title={TITLE} error={isFetching ? null : error} retry={refetch} />
  return (
    <CatalogueCreate
      title={TITLE}
      schema={newEpisodeSchema}
      incomplete={EPISODE_MESSAGES.incomplete}
      defaultValues={first}
      actions={<SerieLink />}
    >
      <EpisodeForm />
    </CatalogueCreate>
  )
}

/** A new episode of a series: after the last one of its last season, unless somebody says otherwise. */
export const EpisodeCreate = () => {
  const serieId = useSerieId()
  return <Create key={serieId} serieId={serieId} />
}
