import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { ownFile } from '../../database/bundle.ts'

/** What the kept data tells of a film; sources and licences stand beside it in NOTICE.md. */
const sourceFilmShape = z.strictObject({
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
  article: z.string(),
})
export type SourceFilm = z.infer<typeof sourceFilmShape>

/** Reads the kept films one by one. */
export async function* sourceFilms(): AsyncGenerator<SourceFilm> {
  const file = createReadStream(ownFile('../demo/data/films.ndjson.gz', 'demo/data/films.ndjson.gz'))
  const lines = createInterface({ input: file.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield sourceFilmShape.parse(JSON.parse(line))
}
