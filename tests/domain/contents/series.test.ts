import { describe, expect, it } from 'vitest'
import { newEpisodeSchema } from '../../../src/domain/contents/episode.ts'
import {
  nextPosition,
  nextSeason,
  removedSeasonErrors,
  type SeasonSummary,
  seasonsSchema,
  uniqueSeasonSchema,
} from '../../../src/domain/contents/season.ts'
import { editedSeriesSchema, newSeriesSchema, SERIES_MESSAGES } from '../../../src/domain/contents/series.ts'
import { validate } from '../../../src/domain/validation/errors.ts'
import { linkOf } from '../../support/films.ts'
import { episodeOf, seriesOf } from '../../support/series.ts'

const series = (changes: Record<string, unknown> = {}) => validate(newSeriesSchema, seriesOf(changes))
const episode = (changes: Record<string, unknown> = {}) => validate(newEpisodeSchema, episodeOf(changes))
const season = (number: number, description = `Temporada ${number}`) => ({ number, description })
const filled = (number: number, episodes: number, lastEpisode = episodes): SeasonSummary => ({
  ...season(number),
  episodes,
  lastEpisode,
})

describe('a series', () => {
  it('is valid with its required fields only, and has no links, runtime or audio', () => {
    expect(series()).toEqual([])
    for (const field of ['content', 'runtime', 'monoAudio', 'onlyEnglish', 'children', 'episodes'])
      expect(series({ [field]: 1 })).toMatchObject([{ field }])
  })

  it.each([
    ['year', 1800, true],
    ['year', 9999, true],
    ['year', 1799, false],
    ['year', null, false],
    ['rated', 'TV-Y7-FV', true],
    ['rated', 'N/A', false],
    ['rated', 'PG-13', false],
    ['rating', 10, true],
    ['rating', 10.1, false],
    ['provider', '', true],
    ['provider', '/pictures/logo/Canal.svg', true],
    ['provider', 'logo.png', false],
    ['trailer', '', false],
    ['genres', ['Drama', 'Oeste'], true],
    ['genres', ['Western'], false],
    ['seasons', [], true],
    ['reference', 'x'.repeat(151), false],
  ])('with the %s %j is valid: %s', (field, value, isRight) => {
    expect(series({ [field]: value }).map((error) => error.field)).toEqual(isRight ? [] : [field])
  })

  it('states what is deleted with it', () => {
    expect(SERIES_MESSAGES.deletesEpisodes(1)).toBe('También se elimina su único episodio.')
    expect(SERIES_MESSAGES.deletesEpisodes(12)).toBe('También se eliminan sus 12 episodios.')
    expect(SERIES_MESSAGES.deletesEpisodes(undefined)).toBe('También se eliminan sus episodios.')
  })

  it('requires its creation date in update mode', () => {
    expect(validate(editedSeriesSchema, seriesOf())).toMatchObject([{ field: 'dateCreate' }])
  })
})

describe('the seasons', () => {
  it.each([
    [0, 'number'],
    [10_000, 'number'],
    [1.5, 'number'],
    [null, 'number'],
  ])('reject the number %j', (number, field) => {
    expect(validate(seasonsSchema, [{ number, description: 'x' }])).toMatchObject([{ field: `0.${field}` }])
  })

  it('have unique numbers; a repeated one is reported', () => {
    expect(validate(seasonsSchema, [season(1), season(2), season(1, 'Otra')])).toEqual([
      { field: '2.number', message: 'Ya está agreada la temporada especificada' },
    ])
    expect(validate(uniqueSeasonSchema([1, 3]), season(3))).toEqual([
      { field: 'number', message: 'Ya está agreada la temporada especificada' },
    ])
    expect(validate(uniqueSeasonSchema([1, 3]), season(2))).toEqual([])
  })

  it('cannot be removed while they have episodes', () => {
    const held = [filled(1, 1), filled(2, 10), filled(3, 0)]
    expect(removedSeasonErrors([season(1), season(2)], held)).toEqual([])
    expect(removedSeasonErrors([season(3)], held)).toEqual([
      { field: 'seasons', message: 'No puede eliminar la temporada 1, tiene 1 episodio.' },
      { field: 'seasons', message: 'No puede eliminar la temporada 2, tiene 10 episodios.' },
    ])
  })

  it('are proposed after the last one', () => {
    expect(nextSeason([])).toEqual(season(1))
    expect(nextSeason([4, 2])).toEqual(season(5))
    expect(nextSeason([9999]).number).toBe(9999)
  })
})

describe('an episode', () => {
  it('is valid with its required fields only', () => {
    expect(episode()).toEqual([])
  })

  it.each([
    ['season', 0],
    ['season', 10_000],
    ['season', '1'],
    ['episode', 0],
    ['episode', 1.5],
    ['episode', null],
    ['year', 1799],
    ['runtime', 10_000],
    ['covertImage', 'x.png'],
    ['title', ' '],
    ['fullImage', '/x.png'],
    ['content', [linkOf({ status: false })]],
  ])('is rejected with the %s %j', (field, value) => {
    expect(episode({ [field]: value }).map((error) => error.field)).toEqual([field])
  })

  it('has one audio language in each link with Modo Audio', () => {
    const content = [linkOf({ audio: ['ESP', 'ING'] })]
    expect(episode({ content })).toEqual([])
    expect(episode({ content, monoAudio: true })).toMatchObject([{ field: 'content' }])
  })

  it('is proposed after the last one of the last season', () => {
    expect(nextPosition([])).toBeUndefined()
    expect(nextPosition([filled(2, 3, 7), filled(1, 20)])).toEqual({ season: 2, episode: 8 })
    expect(nextPosition([filled(1, 20), filled(5, 0)])).toEqual({ season: 5, episode: 1 })
    expect(nextPosition([filled(1, 1, 9999)])).toEqual({ season: 1, episode: 9999 })
  })
})
