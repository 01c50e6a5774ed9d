import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { locateFile } from '../../platform/database/locate-file.ts'

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
  const file = createReadStream(
    locateFile(`../../demo/data/${name}.ndjson.gz`, `demo/data/${name}.ndjson.gz`),
  )
  const lines = createInterface({ input: file.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield schema.parse(JSON.parse(line))
}
