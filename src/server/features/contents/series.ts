import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { SERIES_RATINGS } from '../../../domain/contents/ratings.ts'
import { editedSeriesShape, newSeriesShape } from '../../../domain/contents/series.ts'
import { recordDeeds } from '../../platform/audit/record-change.ts'
import { collection, type Removal } from '../../platform/collections/collection.ts'
import { episodes, series } from '../../platform/database/schema/series.ts'
import { filmRules } from './film-rules.ts'
import {
  filmDatabaseWire,
  presentedDerived,
  presentedLists,
  presentedWireShape,
  trailerWire,
  withImdb,
} from './films.ts'
import { seasonRules } from './seasons.ts'

const wireShape = presentedWireShape.extend({
  ...filmDatabaseWire,
  ...trailerWire,
  year: z.number(),
  released: z.string(),
  rated: z.enum(SERIES_RATINGS),
  provider: z.string(),
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
  seasons: z.array(z.object({ number: z.number(), description: z.string() })),
  episodes: z.number().meta({ description: 'Cuántos episodios tiene' }),
})

/** Rule K22. */
const deleteEpisodes = async ({ tx, id, caller, date }: Removal): Promise<void> => {
  const gone = await tx.delete(episodes).where(eq(episodes.serieId, id)).returning()
  const deeds = gone.map(
    (row) => ({ action: 'delete', resource: 'episodes', record: row, before: row }) as const,
  )
  await recordDeeds(tx, caller, date, deeds)
}

const lists = withImdb(presentedLists(series), series)

export const seriesCollection = collection({
  resource: 'series',
  label: { one: 'una serie', many: 'Series' },
  table: series,
  newShape: newSeriesShape,
  editedShape: editedSeriesShape,
  wireShape,
  rowShape: wireShape.omit({ synopsis: true, synopsisEng: true }),
  ...lists,
  sorts: { ...lists.sorts, episodes: series.episodes, imdbId: series.imdbIdKey },
  derive: (fields) => presentedDerived(fields, fields.imdbId),
  beforeDelete: deleteEpisodes,
  beforeWrite: async (write) => [...(await filmRules('SERIE')(write)), ...(await seasonRules(write))],
})
