import { groupBy } from 'es-toolkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { channelSchema } from '../../../src/domain/channels/channel.ts'
import { channelGuideSchema } from '../../../src/domain/channels/channel-guide.ts'
import { channelListSchema } from '../../../src/domain/channels/channel-list.ts'
import type { CategoryType } from '../../../src/domain/contents/category.ts'
import { newEpisodeSchema } from '../../../src/domain/contents/episode.ts'
import { MOVIE_GENRES } from '../../../src/domain/contents/genres.ts'
import { newMovieSchema } from '../../../src/domain/contents/movie.ts'
import { radioSchema } from '../../../src/domain/contents/radio.ts'
import { newSeriesSchema } from '../../../src/domain/contents/series.ts'
import { fold } from '../../../src/domain/format/text.ts'
import { DAY, shift } from '../../../src/server/demo/clock.ts'
import { composeFilm, FILM_KINDS } from '../../../src/server/demo/contents/films.ts'
import { demoCategories } from '../../../src/server/demo/contents/load-catalogue.ts'
import { composeSeries } from '../../../src/server/demo/contents/series.ts'
import {
  composeChannel,
  composeChannelLists,
  composeGuides,
  composeRadio,
} from '../../../src/server/demo/contents/stations.ts'
import {
  composeSynopsis,
  filmKind,
  listNames,
  sayRuntime,
} from '../../../src/server/demo/contents/synopsis.ts'
import {
  type SourceFilm,
  sourceEpisodeSchema,
  sourceFilmSchema,
  sourceRows,
  sourceSeriesSchema,
  sourceStationSchema,
} from '../../../src/server/demo/fixtures.ts'
import { createRandom } from '../../../src/server/demo/random.ts'
import type { DemoRecord } from '../../../src/server/demo/record.ts'
import { DEMO_MAILS } from '../../../src/server/demo/settings.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const since = shift(now, -1280 * DAY)
const span = { now, since }

const around = (type: CategoryType) => {
  const names = demoCategories().filter((category) => category.type === type)
  const categories = new Map(names.map(({ name }, index) => [name, `category-${index}`]))
  return { ...span, mails: DEMO_MAILS, categories }
}

const all = async <Row>(rows: AsyncIterable<Row> | Iterable<Row>): Promise<Row[]> => {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

/** Records of each kind by resource, and their schema. */
const records: Record<string, DemoRecord[]> = {}
const KINDS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    FILM_KINDS.map(({ collection: { entity } }) => [entity.resource, entity.schemas.new]),
  ),
  series: newSeriesSchema,
  episodes: newEpisodeSchema,
  channels: channelSchema,
  guides: channelGuideSchema,
  channel_lists: channelListSchema,
  radios: radioSchema,
}
/** Minimum numbers of records by kind; one for the others. */
const LEAST: Readonly<Record<string, number>> = {
  movies: 2000,
  documentaries: 400,
  discoveries: 100,
  musics: 150,
  sports: 200,
  series: 500,
  episodes: 4000,
  channels: 1300,
  guides: 5,
  channel_lists: 5,
  radios: 1000,
}
const of = (kind: string): DemoRecord[] => records[kind] ?? []

beforeAll(async () => {
  for (const kind of FILM_KINDS) {
    const films = await all(sourceRows(kind.source, sourceFilmSchema))
    records[kind.collection.entity.resource] = films.map((film) => composeFilm(kind, film, around(kind.type)))
  }
  const episodes = await all(sourceRows('episodes', sourceEpisodeSchema))
  const series = (await all(sourceRows('series', sourceSeriesSchema))).map((source) => {
    const known = episodes.filter((episode) => episode.series === source.key)
    return composeSeries(source, known, around('SERIE'))
  })
  records.series = series.map((each) => each.series)
  records.episodes = series.flatMap((each) => each.episodes)
  const guides = composeGuides(span)
  records.guides = [...guides.values()]
  records.channel_lists = composeChannelLists(span)
  records.channels = (await all(sourceRows('channels', sourceStationSchema))).map((source, index) =>
    composeChannel(source, index + 1, guides, span),
  )
  records.radios = (await all(sourceRows('radios', sourceStationSchema))).map((source, index) =>
    composeRadio(source, index + 1, span),
  )
})

describe.each(Object.entries(KINDS))('the %s of the demo', (kind, schema) => {
  it('are many and unique', () => {
    expect(of(kind).length).toBeGreaterThanOrEqual(LEAST[kind] ?? 1)
    expect(new Set(of(kind).map(({ id }) => id)).size).toBe(of(kind).length)
  })

  it('are valid', () => {
    for (const { input } of of(kind)) {
      const { serieId: _series, ...fields } = input
      // Some records get publication dates later.
      const dates =
        schema instanceof z.ZodObject && 'datePublish' in schema.shape
          ? { datePublish: null, dateUnpublish: null }
          : {}
      expect(schema.parse(fields)).toEqual({ ...dates, ...fields })
    }
  })

  it('link to reserved host names and the demo itself only', () => {
    const hosts = of(kind).flatMap(({ input }) =>
      [...JSON.stringify({ ...input, synopsisEng: '' }).matchAll(/\b(?:https?|rtmp|udp):\/\/([^/"]+)/g)].map(
        ([, host]) => host,
      ),
    )
    expect(hosts.filter((host) => host !== 'localhost' && !host?.endsWith('.example'))).toEqual([])
  })

  it('have coherent dates', () => {
    for (const { dateCreate, dateUpdate } of of(kind))
      expect(since <= dateCreate && dateCreate <= dateUpdate && dateUpdate <= now).toBe(true)
  })
})

describe('the films of the demo', () => {
  it('are real films of every decade', () => {
    const names = of('movies').map(({ input }) => `${input.title} ${input.year}`.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    const decades = new Set(of('movies').map(({ input }) => Math.floor(Number(input.year) / 10)))
    expect(decades.size).toBeGreaterThan(10)
    for (const title of ['Casablanca', 'Jaws', 'The Matrix', 'The Batman', 'Toy Story', 'Pulp Fiction'])
      expect(of('movies').map(({ input }) => input.title)).toContain(title)
  })

  it('use most genres, and links of every state and kind', () => {
    const parsed = of('movies').map(({ input }) => newMovieSchema.parse(input))
    const genres = new Set(parsed.flatMap((film) => film.genres))
    expect(genres.size).toBeGreaterThan(18)
    for (const genre of genres) expect(Object.keys(MOVIE_GENRES)).toContain(genre)
    const links = parsed.flatMap(({ content }) => content)
    expect(links.some(({ status }) => !status)).toBe(true)
    expect(links.some(({ isLinkReserved }) => isLinkReserved)).toBe(true)
    expect(links.some(({ linkType }) => linkType === 'E')).toBe(true)
    expect(new Set(parsed.map(({ content }) => content.length))).toEqual(new Set([1, 2, 3]))
    expect(parsed.some(({ monoAudio }) => monoAudio)).toBe(true)
    expect(parsed.some(({ status }) => !status)).toBe(true)
    expect(parsed.filter(({ categories }) => categories.length > 0).length).toBeGreaterThan(1000)
  })

  it('name the source article of each English text', () => {
    for (const { input } of of('movies')) expect(input.reference).toMatch(/^Wikipedia: \S/)
  })
})

describe('the episodes of the demo', () => {
  it('exist for every series, with active links, and share its views', () => {
    const groups = groupBy(of('episodes'), ({ input }) => String(input.serieId))
    for (const { id, input, serverColumns } of of('series')) {
      const episodes = groups[id] ?? []
      expect(episodes.length, String(input.title)).toBeGreaterThan(0)
      expect(
        episodes.some((episode) => episode.input.status),
        String(input.title),
      ).toBe(true)
      const views = episodes.reduce((sum, episode) => sum + Number(episode.serverColumns?.view), 0)
      expect(views).toBeLessThanOrEqual(Number(serverColumns?.view))
    }
  })

  it('were released before now', () => {
    const today = now.toISOString().slice(0, 10)
    expect(of('episodes').filter(({ input }) => String(input.released) > today)).toEqual([])
  })

  it('belong to seasons of their series', () => {
    const seasons = new Map(of('series').map(({ id, input }) => [id, newSeriesSchema.parse(input).seasons]))
    for (const { input } of of('episodes'))
      expect(seasons.get(String(input.serieId))?.map(({ number }) => number)).toContain(input.season)
  })
})

it('no episode of the demo exists twice in its series', () => {
  const keys = of('episodes').map(({ input }) =>
    JSON.stringify([input.serieId, input.episode, fold(String(input.title)), input.imdbId]),
  )
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([])
})

const film: SourceFilm = {
  title: "Brooklyn's Finest",
  year: 2010,
  released: '2010-03-05',
  runtime: 133,
  director: 'Antoine Fuqua',
  genres: ['Crime'],
  actors: ['Richard Gere', 'Don Cheadle', 'Ethan Hawke', 'Wesley Snipes', 'Will Patton'],
  synopsisEng: 'A film.',
  article: "Brooklyn's_Finest",
}

describe('a Spanish synopsis', () => {
  it('contains kind, year, director and cast', () => {
    const text = composeSynopsis(film, filmKind(['Crimen']), createRandom('a'))
    expect(text).toMatch(/^Película de crimen de 2010 dirigida por Antoine Fuqua/)
    expect(text).toMatch(/Richard Gere/)
  })

  it.each([
    [['Comedia', 'Romance'], /^Comedia romántica de 2010 dirigida por/],
    [['Comedia', 'Drama'], /^Comedia dramática de 2010 dirigida por/],
    [['Drama', 'Guerra'], /^Drama bélico de 2010 dirigido por/],
    [['Animación', 'Comedia'], /^Película de animación de 2010 dirigida por/],
    [['Oeste'], /^Película del Oeste de 2010 dirigida por/],
    [['Documental'], /^Documental de 2010 dirigido por/],
  ])('agrees with %j', (genres, expected) => {
    expect(composeSynopsis(film, filmKind(genres), createRandom('a'))).toMatch(expected)
  })

  it('formats lists and durations in Spanish', () => {
    expect(listNames(['Ana', 'Luis', 'Inés'])).toBe('Ana, Luis e Inés')
    expect(listNames(['Ana', 'Luis'])).toBe('Ana y Luis')
    expect(listNames(['Ana', 'Ice Cube'])).toBe('Ana y Ice Cube')
    expect(listNames(['Ana'])).toBe('Ana')
    expect([45, 60, 61, 133].map(sayRuntime)).toEqual([
      '45 minutos',
      '1 hora',
      '1 hora y 1 minuto',
      '2 horas y 13 minutos',
    ])
  })
})
