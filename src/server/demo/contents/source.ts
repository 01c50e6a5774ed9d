import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ownFile } from '../../platform/database/bundle.ts'

/** What the kept data tells of a film or another content; sources and licences stand beside it in NOTICE.md. */
export const sourceFilmSchema = z.strictObject({
  title: z.string(),
  year: z.number(),
  /** Day of the first showing. */
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
  /** Which of the sources' series it is: its episodes name it. */
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

/** What the kept data tells of a channel or a radio station. */
export const sourceStationSchema = z.strictObject({
  title: z.string(),
  /** In English, or in whatever the station calls itself. */
  category: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  epgId: z.string().optional(),
  isAdult: z.boolean().optional(),
})
export type SourceStation = z.infer<typeof sourceStationSchema>

/** Reads kept rows one by one: `films` for films.ndjson.gz. */
export async function* sourceRows<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  const file = createReadStream(ownFile(`../../demo/data/${name}.ndjson.gz`, `demo/data/${name}.ndjson.gz`))
  const lines = createInterface({ input: file.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield schema.parse(JSON.parse(line))
}
