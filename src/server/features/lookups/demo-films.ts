import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { FoundFilm, LookupQuery } from '../../../domain/contents/film-lookup.ts'
import { imdbColumn, movies, series } from '../../platform/database/schema/contents.ts'
import { searchCondition, sortKey } from '../../platform/database/search.ts'
import type { Context } from '../../platform/http/context.ts'
import type { LookupResult } from './film-database.ts'

/** Stands in for the film database in a demo without a key: finds the demo's own films and series. */
export const demoFilms = (context: Pick<Context, 'db'>) => ({
  async find(query: LookupQuery): Promise<LookupResult> {
    const film = (await findMovie(context, query)) ?? (await findSeries(context, query))
    return film === undefined ? { failure: 'notFound' } : { film }
  },
})

type Find = (context: Pick<Context, 'db'>, query: LookupQuery) => Promise<FoundFilm | undefined>

const findMovie: Find = async ({ db }, query) => {
  if (query.type !== '' && query.type !== 'movie') return undefined
  const [row] = await db
    .select({ ...foundColumns(movies), rated: movies.rated, runtime: movies.runtime })
    .from(movies)
    .where(matches(movies, query))
    .orderBy(...closestFirst(movies, query))
    .limit(1)
  return row && { ...withoutEmpty(row), type: 'movie', rated: row.rated, runtime: row.runtime ?? undefined }
}

const findSeries: Find = async ({ db }, query) => {
  if (query.type !== '' && query.type !== 'series') return undefined
  const [row] = await db
    .select({ ...foundColumns(series), rated: series.rated })
    .from(series)
    .where(matches(series, query))
    .orderBy(...closestFirst(series, query))
    .limit(1)
  return row && { ...withoutEmpty(row), type: 'series', rated: row.rated }
}

type FilmTable = typeof movies | typeof series

const foundColumns = ({
  title,
  year,
  released,
  rating,
  genres,
  synopsisEng,
  imdbId,
  covertImage,
  actors,
}: FilmTable) => ({ title, year, released, rating, genres, synopsisEng, imdbId, covertImage, actors })

const matches = (table: FilmTable, { title, imdbId, year }: LookupQuery) =>
  and(
    imdbId.trim() === ''
      ? or(eq(table.titleKey, sortKey(title)), searchCondition(table.titleKey, title))
      : eq(imdbColumn(table.imdbId), imdbId.trim().toLowerCase()),
    year === '' ? undefined : eq(table.year, Number(year)),
  )

/** The same title first, else the shortest one with all the words. */
const closestFirst = ({ titleKey, year, _id }: FilmTable, { title }: LookupQuery) => [
  desc(eq(titleKey, sortKey(title))),
  sql`length(${titleKey})`,
  desc(year),
  _id,
]

interface StoredFilm {
  title: string
  year: number
  released: string
  rating: number | null
  genres: string[]
  synopsisEng: string
  imdbId: string
  covertImage: string
  actors: string
}

const withoutEmpty = (film: StoredFilm): FoundFilm => ({
  title: film.title,
  year: film.year,
  released: film.released || undefined,
  rating: film.rating ?? undefined,
  genres: film.genres,
  synopsisEng: film.synopsisEng || undefined,
  imdbId: film.imdbId || undefined,
  covertImage: film.covertImage || undefined,
  actors: film.actors || undefined,
})
