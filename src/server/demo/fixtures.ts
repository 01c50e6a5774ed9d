import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { CATEGORY_TYPES } from '../../domain/contents/category.ts'
import { locateFile } from '../platform/database/locate-file.ts'

const locate = (file: string): string => locateFile(`../../demo/data/${file}`, `demo/data/${file}`)

const table = z.record(z.string(), z.string())

/** `data/catalogue.json`: the words of which contents, channels and radio stations are composed. */
const catalogueSchema = z.strictObject({
  /** Spanish and English names. */
  categories: z.partialRecord(
    z.enum(CATEGORY_TYPES),
    z.array(z.tuple([z.string(), z.string()]).rest(z.literal('inactive'))),
  ),
  /** Genres by beginnings of words of the English text, or whole words with a blank; the most telling first. */
  genresByWords: z.record(
    z.enum(['documentaries', 'concerts', 'sports']),
    z.record(z.string(), z.array(z.string())),
  ),
  categoriesByGenre: z.record(z.enum(['documentaries', 'concerts', 'sports', 'series']), table),
  /** The product's English genre for those of the sources that it lacks. */
  sourceGenres: table,
  channelCategories: table,
  /** Categories by beginnings of words of the station's tags. */
  radioCategories: z.record(z.string(), z.array(z.string())),
  /** Titles of programmes by the category of their channel; those of others by ''. */
  programmes: z.record(z.string(), z.array(z.string())),
  episodeTitles: z.strictObject({ openings: z.array(z.string()), endings: z.array(z.string()) }),
})

/** `data/people.json`: names, addresses and devices of customers, and the staff. */
const peopleSchema = z.strictObject({
  women: z.array(z.string()),
  men: z.array(z.string()),
  secondNamesOfWomen: z.array(z.string()),
  secondNamesOfMen: z.array(z.string()),
  surnames: z.array(z.string()),
  /** The first one is home, the others are abroad; `areas` are those of telephone numbers. */
  regions: z.array(
    z.strictObject({ streets: z.array(z.string()), places: z.array(z.string()), areas: z.array(z.string()) }),
  ),
  comments: z.array(z.string()),
  /** `platform`: a part of the application identifier; '' for all others. */
  devices: z.array(
    z.strictObject({
      platform: z.string(),
      model: z.string(),
      product: z.string(),
      description: z.string(),
      sdks: z.array(z.string()),
    }),
  ),
  /** The first of them creates the others. */
  staff: z.array(z.strictObject({ name: z.string(), fullName: z.string(), profile: z.string() })),
})

const readWords = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(readFileSync(locate(`${name}.json`), 'utf8')))

export const CATALOGUE = readWords('catalogue', catalogueSchema)
export const PEOPLE = readWords('people', peopleSchema)

/** A film or other content of the data files; sources and licences are in `data/NOTICE.md`. */
export const sourceFilmSchema = z.strictObject({
  title: z.string(),
  year: z.number(),
  released: z.string().optional(),
  /** Minutes. */
  runtime: z.number().optional(),
  rated: z.string().optional(),
  rating: z.number().optional(),
  director: z.string().optional(),
  /** In English. */
  genres: z.array(z.string()),
  actors: z.array(z.string()),
  synopsisEng: z.string(),
  imdbId: z.string().optional(),
  /** The Wikipedia article that the English synopsis is taken from. */
  article: z.string().optional(),
})
export type SourceFilm = z.infer<typeof sourceFilmSchema>

export const sourceSeriesSchema = z.strictObject({
  /** Key of a series, which its episodes refer to. */
  key: z.string(),
  title: z.string(),
  year: z.number(),
  released: z.string().optional(),
  rating: z.number().optional(),
  genres: z.array(z.string()),
  synopsisEng: z.string(),
  imdbId: z.string().optional(),
  network: z.string().optional(),
  country: z.string().optional(),
  language: z.string().optional(),
  /** The page that the text is taken from. */
  url: z.string().optional(),
})
export type SourceSeries = z.infer<typeof sourceSeriesSchema>

export const sourceEpisodeSchema = z.strictObject({
  /** The key of its series. */
  series: z.string(),
  title: z.string(),
  season: z.number(),
  episode: z.number(),
  released: z.string().optional(),
  year: z.number().optional(),
  runtime: z.number().optional(),
  rating: z.number().optional(),
})
export type SourceEpisode = z.infer<typeof sourceEpisodeSchema>

/** A channel or radio station of the data files. */
export const sourceStationSchema = z.strictObject({
  title: z.string(),
  /** In English, or the station's own tags. */
  category: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  epgId: z.string().optional(),
  isAdult: z.boolean().optional(),
})
export type SourceStation = z.infer<typeof sourceStationSchema>

/** Streams the rows of a data file: `films` for films.ndjson.gz. */
export async function* sourceRows<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  const file = createReadStream(locate(`${name}.ndjson.gz`))
  const lines = createInterface({ input: file.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield schema.parse(JSON.parse(line))
}
