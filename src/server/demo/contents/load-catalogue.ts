import { CATEGORY_TYPES, type CategoryInput, type CategoryType } from '../../../domain/contents/category.ts'
import {
  channelCollection,
  channelGuideCollection,
  channelListCollection,
} from '../../features/channels/collections.ts'
import { categoryCollection } from '../../features/contents/categories.ts'
import { radioCollection } from '../../features/contents/collections.ts'
import { episodeCollection } from '../../features/contents/episodes.ts'
import { seriesCollection } from '../../features/contents/series.ts'
import type { Collection } from '../../platform/database/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import { guideChannels, guideReadings } from '../../platform/database/schema/channels.ts'
import {
  CATALOGUE,
  type SourceEpisode,
  type SourceStation,
  sourceEpisodeSchema,
  sourceFilmSchema,
  sourceRows,
  sourceSeriesSchema,
  sourceStationSchema,
} from '../fixtures.ts'
import { createRandom, idAt } from '../random.ts'
import { type DemoRecord, insertRows, type Span, toRow } from '../record.ts'
import { DEMO_MAILS } from '../settings.ts'
import { composeFilm, FILM_KINDS, type Surroundings } from './films.ts'
import { composeSeries } from './series.ts'
import {
  composeChannel,
  composeChannelLists,
  composeGuideChannels,
  composeGuides,
  composeRadio,
} from './stations.ts'

/** Records composed at once, so that memory use stays low. */
const BATCH = 200

const CATALOGUER = 'catalogo'

type Records = AsyncIterable<DemoRecord> | Iterable<DemoRecord>

/** Inserts categories, films and the like, series with their episodes, channels and radio stations. */
export async function loadCatalogue(tx: Tx, span: Span): Promise<void> {
  const categories = composeCategories(span.since)
  await insert(tx, categoryCollection, categories)
  const surroundings = (type: CategoryType) => ({
    ...span,
    mails: DEMO_MAILS,
    categories: new Map(
      categories.filter(({ input }) => input.type === type).map(({ id, input }) => [input.name, id]),
    ),
  })
  for (const kind of FILM_KINDS) {
    const around = surroundings(kind.type)
    const films = sourceRows(kind.source, sourceFilmSchema)
    await insert(
      tx,
      kind.collection,
      composeAll(films, (film) => composeFilm(kind, film, around)),
    )
  }
  for await (const { series, episodes } of readSeries(surroundings('SERIE'))) {
    await insert(tx, seriesCollection, series)
    await insert(tx, episodeCollection, episodes)
  }
  await insertStations(tx, span)
}

export const demoCategories = (): CategoryInput[] =>
  CATEGORY_TYPES.flatMap((type) =>
    (CATALOGUE.categories[type] ?? []).map(([name, descriptionEnglish, state]) => ({
      ...{ name, descriptionEnglish, type },
      status: state !== 'inactive',
    })),
  )

const composeCategories = (date: Date): (DemoRecord & { input: CategoryInput })[] => {
  const random = createRandom('categories')
  return demoCategories().map((input) => ({
    id: idAt(date, random),
    input,
    dateCreate: date,
    dateUpdate: date,
  }))
}

async function* composeAll<Source>(
  sources: AsyncIterable<Source>,
  compose: (source: Source, position: number) => DemoRecord,
): AsyncGenerator<DemoRecord> {
  let position = 0
  for await (const source of sources) {
    position += 1
    yield compose(source, position)
  }
}

/** Series with their episodes, a batch at a time. */
async function* readSeries(
  surroundings: Surroundings,
): AsyncGenerator<{ series: DemoRecord[]; episodes: DemoRecord[] }> {
  const known = new Map<string, SourceEpisode[]>()
  for await (const episode of sourceRows('episodes', sourceEpisodeSchema))
    known.set(episode.series, [...(known.get(episode.series) ?? []), episode])
  let batch = { series: [] as DemoRecord[], episodes: [] as DemoRecord[] }
  for await (const source of sourceRows('series', sourceSeriesSchema)) {
    const { series, episodes } = composeSeries(source, known.get(source.key) ?? [], surroundings)
    batch.series.push(series)
    batch.episodes.push(...episodes)
    if (batch.series.length < BATCH) continue
    yield batch
    batch = { series: [], episodes: [] }
  }
  yield batch
}

async function insertStations(tx: Tx, span: Span): Promise<void> {
  const guides = composeGuides(span)
  await insert(tx, channelGuideCollection, guides.values())
  await insert(tx, channelListCollection, composeChannelLists(span))
  const sources: SourceStation[] = []
  for await (const source of sourceRows('channels', sourceStationSchema)) sources.push(source)
  const channels = sources.map((source, index) => composeChannel(source, index + 1, guides, span))
  await insert(tx, channelCollection, channels)
  await insertReadings(tx, sources, guides, span.now)
  const radios = sourceRows('radios', sourceStationSchema)
  await insert(
    tx,
    radioCollection,
    composeAll(radios, (source, number) => composeRadio(source, number, span)),
  )
}

/** The guides as if they had just been read: the demo contacts no host. */
async function insertReadings(
  tx: Tx,
  sources: readonly SourceStation[],
  guides: ReadonlyMap<string, DemoRecord>,
  now: Date,
): Promise<void> {
  const readings = [...guides.values()].map(({ id, input }) => ({
    guide: id,
    url: String(input.url),
    readAt: now,
  }))
  await tx.insert(guideReadings).values(readings)
  await insertRows(tx, guideChannels, composeGuideChannels(sources, guides, now))
}

/** Inserts records in batches, validated with their collection's schema. */
async function insert(tx: Tx, collection: Collection, records: Records): Promise<void> {
  let batch: Record<string, unknown>[] = []
  const flush = async () => {
    await insertRows(tx, collection.table, batch)
    batch = []
  }
  for await (const record of records) {
    batch.push(toRow(collection, record, CATALOGUER))
    if (batch.length === BATCH) await flush()
  }
  await flush()
}
