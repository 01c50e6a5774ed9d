import type { CategoryType } from '../../domain/contents/category.ts'
import {
  channelCollection,
  channelGuideCollection,
  channelListCollection,
} from '../features/channels/collections.ts'
import { categoryCollection } from '../features/contents/categories.ts'
import { radioCollection } from '../features/contents/collections.ts'
import { episodeCollection } from '../features/contents/episodes.ts'
import {
  concertCollection,
  documentaryCollection,
  movieCollection,
  onDemandCollection,
  sportCollection,
} from '../features/contents/films.ts'
import { seriesCollection } from '../features/contents/series.ts'
import { insertRows } from '../platform/collections/records.ts'
import type { Collection } from '../platform/database/collection.ts'
import type { Tx } from '../platform/database/open.ts'
import { guideChannels, guideReadings } from '../platform/database/schema/channels.ts'
import { demoCategories } from './categories.ts'
import { composeChannel, composeChannelLists, composeGuides } from './channels/channels.ts'
import { composeGuideChannels } from './channels/guides.ts'
import { composeRadio } from './channels/radios.ts'
import { composeConcert } from './contents/concerts.ts'
import type { Surroundings } from './contents/content.ts'
import { composeDocumentary } from './contents/documentaries.ts'
import { composeEpisodes } from './contents/episodes.ts'
import { composeMovie } from './contents/movies.ts'
import { composeOnDemand } from './contents/on-demand.ts'
import { composeSeries } from './contents/series.ts'
import {
  type SourceEpisode,
  type SourceFilm,
  type SourceStation,
  sourceEpisodeSchema,
  sourceFilmSchema,
  sourceRows,
  sourceSeriesSchema,
  sourceStationSchema,
} from './contents/source.ts'
import { composeSport } from './contents/sports.ts'
import { createRandom, idAt } from './random.ts'
import { type DemoRecord, type Span, toRow } from './record.ts'
import { DEMO_MAILS } from './settings.ts'

/** Rows per insert: PostgreSQL takes 65,535 parameters, and memory use stays low. */
const BATCH = 200

const CATALOGUER = 'catalogo'

type Compose = (film: SourceFilm, surroundings: Surroundings) => DemoRecord

/** Kinds of content with the same source format: their rows, category type, collection and composer. */
export const FILMS: readonly (readonly [
  string | readonly SourceFilm[],
  CategoryType,
  Collection,
  Compose,
])[] = [
  ['films', 'PELICULA', movieCollection, composeMovie],
  ['documentaries', 'DOCUMENTAL', documentaryCollection, composeDocumentary],
  ['on-demand', 'DISCOVER', onDemandCollection, composeOnDemand],
  ['concerts', 'MUSICA', concertCollection, composeConcert],
  ['sports', 'DEPORTE', sportCollection, composeSport],
]

type CategoriesByType = (type: CategoryType) => ReadonlyMap<string, string>

export async function loadCatalogue(tx: Tx, span: Span): Promise<void> {
  const categoriesByType = await insertCategories(tx, span.since)
  const around = (type: CategoryType) => ({ ...span, mails: DEMO_MAILS, categories: categoriesByType(type) })
  for (const [source, type, collection, compose] of FILMS) {
    const surroundings = around(type)
    await insert(
      tx,
      collection,
      composed(filmsIn(source), (film) => compose(film, surroundings)),
    )
  }
  await insertSeries(tx, around('SERIE'))
  await insertChannels(tx, span)
}

/** The rows of a data file, or those given. */
export const filmsIn = (
  source: (typeof FILMS)[number][0],
): AsyncIterable<SourceFilm> | Iterable<SourceFilm> =>
  typeof source === 'string' ? sourceRows(source, sourceFilmSchema) : source

async function* composed<Source>(
  sources: AsyncIterable<Source> | Iterable<Source>,
  compose: (source: Source, position: number) => DemoRecord,
): AsyncGenerator<DemoRecord> {
  let position = 0
  for await (const source of sources) {
    position += 1
    yield compose(source, position)
  }
}

/** Inserts records in batches, validated with their collection's schema. */
async function insert(
  tx: Tx,
  collection: Collection,
  records: AsyncIterable<DemoRecord> | Iterable<DemoRecord>,
): Promise<void> {
  let batch: Record<string, unknown>[] = []
  const flush = async () => {
    if (batch.length > 0) await insertRows(tx, collection.table, batch)
    batch = []
  }
  for await (const record of records) {
    batch.push(toRow(collection, record, CATALOGUER))
    if (batch.length === BATCH) await flush()
  }
  await flush()
}

/** Inserts the categories; the result gives the ids of a type by name. */
async function insertCategories(tx: Tx, date: Date): Promise<CategoriesByType> {
  const random = createRandom('categories')
  const records = demoCategories().map((input) => ({
    id: idAt(date, random),
    input,
    dateCreate: date,
    dateUpdate: date,
  }))
  await insert(tx, categoryCollection, records)
  return (wanted) =>
    new Map(records.filter(({ input }) => input.type === wanted).map(({ id, input }) => [input.name, id]))
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
  const rows = composeGuideChannels(sources, guides, now)
  for (let from = 0; from < rows.length; from += BATCH)
    await tx.insert(guideChannels).values(rows.slice(from, from + BATCH))
}

async function insertSeries(tx: Tx, surroundings: Surroundings): Promise<void> {
  const episodes = new Map<string, SourceEpisode[]>()
  for await (const episode of sourceRows('episodes', sourceEpisodeSchema))
    episodes.set(episode.series, [...(episodes.get(episode.series) ?? []), episode])
  const records: [DemoRecord, SourceEpisode[]][] = []
  for await (const source of sourceRows('series', sourceSeriesSchema)) {
    const seriesEpisodes = episodes.get(source.key) ?? []
    records.push([composeSeries(source, seriesEpisodes, surroundings), seriesEpisodes])
  }
  await insert(
    tx,
    seriesCollection,
    records.map(([series]) => series),
  )
  await insert(
    tx,
    episodeCollection,
    records.flatMap(([series, seriesEpisodes]) => composeEpisodes(seriesEpisodes, series, surroundings)),
  )
}

async function insertChannels(tx: Tx, span: Span): Promise<void> {
  const guides = composeGuides(span)
  await insert(tx, channelGuideCollection, guides.values())
  await insert(tx, channelListCollection, composeChannelLists(span))
  const sources: SourceStation[] = []
  for await (const source of sourceRows('channels', sourceStationSchema)) sources.push(source)
  await insert(
    tx,
    channelCollection,
    sources.map((source, index) => composeChannel(source, index + 1, guides, span)),
  )
  await insertReadings(tx, sources, guides, span.now)
  const radios = sourceRows('radios', sourceStationSchema)
  await insert(
    tx,
    radioCollection,
    composed(radios, (source, number) => composeRadio(source, number, span)),
  )
}
