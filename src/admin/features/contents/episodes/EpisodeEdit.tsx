import { Navigate, useRecordContext } from 'ra-core'
import type { ReactNode } from 'react'
import { EPISODE_MESSAGES, editedEpisodeSchema } from '../../../../domain/contents/episode.ts'
import { pathOf } from '../../../api/addresses.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { EpisodeForm } from './EpisodeForm.tsx'
import { EpisodeNeighbours } from './EpisodeNeighbours.tsx'
import { SerieLink } from './SerieLink.tsx'
import { useSerieId } from './use-serie-id.ts'

/** An address that names another series leads to the episode's own. */
const InItsSeries = ({ children }: { children: ReactNode }) => {
  const serieId = useSerieId()
  const record = useRecordContext()
  if (typeof record?.serieId !== 'string' || record.serieId === serieId) return children
  return <Navigate to={pathOf('episode-edit', record.serieId, String(record.id))} replace />
}

/** A stored episode. */
export const EpisodeEdit = () => (
  <MediaEdit
    title="Episodio"
    schema={editedEpisodeSchema}
    incomplete={EPISODE_MESSAGES.incomplete}
    actions={
      <>
        <SerieLink />
        <EpisodeNeighbours />
      </>
    }
  >
    <InItsSeries>
      <EpisodeForm />
    </InItsSeries>
  </MediaEdit>
)
