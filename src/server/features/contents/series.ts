import { eq } from 'drizzle-orm'
import { seriesEntity } from '../../../domain/contents/series.ts'
import { recordEvents } from '../../platform/audit/record-change.ts'
import { collection, type Removal } from '../../platform/collections/collection.ts'
import { episodes, series } from '../../platform/database/schema/series.ts'
import { originRules, presentedDerived, presentedLists, withImdb } from './films.ts'
import { seasonRules } from './seasons.ts'

/** Rule K22. */
const deleteEpisodes = async ({ tx, id, currentUser, date }: Removal): Promise<void> => {
  const gone = await tx.delete(episodes).where(eq(episodes.serieId, id)).returning()
  const events = gone.map(
    (row) => ({ action: 'delete', resource: 'episodes', record: row, before: row }) as const,
  )
  await recordEvents(tx, currentUser, date, events)
}

const lists = withImdb(presentedLists(series), series)

export const seriesCollection = collection({
  entity: seriesEntity,
  table: series,
  ...lists,
  sorts: { ...lists.sorts, episodes: series.episodes, imdbId: series.imdbIdKey },
  derive: (fields) => presentedDerived(fields, fields.imdbId),
  beforeDelete: deleteEpisodes,
  beforeWrite: async (write) => [...(await originRules(write)), ...(await seasonRules(write))],
})
