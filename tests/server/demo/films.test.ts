import { beforeAll, describe, expect, it } from 'vitest'
import { MOVIE_GENRES } from '../../../src/domain/contents/genres.ts'
import { newMovieShape } from '../../../src/domain/contents/movie.ts'
import { demoCategories } from '../../../src/server/demo/categories.ts'
import { DAY, shift } from '../../../src/server/demo/clock.ts'
import { composeFilms, type DemoFilm } from '../../../src/server/demo/films/compose.ts'
import { type SourceFilm, sourceFilms } from '../../../src/server/demo/films/source.ts'
import { composeSynopsis, listNames, sayRuntime } from '../../../src/server/demo/films/synopsis.ts'
import { createRandom } from '../../../src/server/demo/random.ts'
import { DEMO_MAILS } from '../../../src/server/demo/settings.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const since = shift(now, -1280 * DAY)
const films: DemoFilm[] = []

beforeAll(async () => {
  const categories = new Map(
    demoCategories()
      .filter(({ type }) => type === 'PELICULA')
      .map(({ name }, index) => [name, `category-${index}`]),
  )
  for await (const film of composeFilms(sourceFilms(), { now, since, mails: DEMO_MAILS, categories }))
    films.push(film)
})

describe('the films of the demo', () => {
  it('are more than 2,000 real ones of every decade, each once', () => {
    expect(films.length).toBeGreaterThanOrEqual(2000)
    const names = films.map(({ input }) => `${input.title} ${input.year}`.toLowerCase())
    expect(new Set(names).size).toBe(films.length)
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    const decades = new Set(films.map(({ input }) => Math.floor(Number(input.year) / 10)))
    expect(decades.size).toBeGreaterThan(10)
    for (const title of ['Casablanca', 'Jaws', 'The Matrix', 'The Batman', 'Toy Story', 'Pulp Fiction'])
      expect(films.map(({ input }) => input.title)).toContain(title)
  })

  it('fit the shape of films', () => {
    for (const { input } of films) expect(newMovieShape.parse(input)).toEqual(input)
  })

  it('use most genres, and links of every state and kind', () => {
    const parsed = films.map(({ input }) => newMovieShape.parse(input))
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

  it('lead to no host that somebody could have', () => {
    const addresses = films.flatMap(({ input }) =>
      [...JSON.stringify({ ...input, synopsisEng: '' }).matchAll(/\b(?:https?|rtmp|udp):\/\/([^/"]+)/g)].map(
        ([, host]) => host,
      ),
    )
    expect(addresses.length).toBeGreaterThan(films.length)
    expect(addresses.filter((host) => !host?.endsWith('.example'))).toEqual([])
  })

  it('name the article that each English text comes from', () => {
    for (const { input } of films) expect(input.reference).toMatch(/^Wikipedia: \S/)
  })

  it('have coherent dates', () => {
    for (const { dateCreate, dateUpdate } of films)
      expect(since <= dateCreate && dateCreate <= dateUpdate && dateUpdate <= now).toBe(true)
  })
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
  it('says the kind, the year, the director and the cast', () => {
    const text = composeSynopsis(film, ['Crimen'], createRandom('a'))
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
    expect(composeSynopsis(film, genres, createRandom('a'))).toMatch(expected)
  })

  it('says lists and running times as people do', () => {
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
