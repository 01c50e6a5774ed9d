import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channelShape } from '../../../src/domain/channels/channel.ts'
import { channelGuideShape } from '../../../src/domain/channels/channel-guide.ts'
import { channelListShape } from '../../../src/domain/channels/channel-list.ts'
import { categoryShape } from '../../../src/domain/contents/category.ts'
import { editedConcertShape } from '../../../src/domain/contents/concert.ts'
import { editedDocumentaryShape } from '../../../src/domain/contents/documentary.ts'
import { editedEpisodeShape } from '../../../src/domain/contents/episode.ts'
import { contentLinkShape } from '../../../src/domain/contents/link.ts'
import { editedMovieShape } from '../../../src/domain/contents/movie.ts'
import { editedOnDemandShape } from '../../../src/domain/contents/on-demand.ts'
import { radioShape } from '../../../src/domain/contents/radio.ts'
import { seasonBeside } from '../../../src/domain/contents/season.ts'
import { editedSeriesShape } from '../../../src/domain/contents/series.ts'
import { editedSportShape, sportLinkShape } from '../../../src/domain/contents/sport.ts'
import { backgroundImageShape } from '../../../src/domain/settings/background-image.ts'
import { check } from '../../../src/domain/validation/problems.ts'

const SHAPES: Readonly<Record<string, z.ZodObject>> = {
  category: categoryShape,
  channel: channelShape,
  guide: channelGuideShape,
  'channel list': channelListShape,
  radio: radioShape,
  film: editedMovieShape,
  documentary: editedDocumentaryShape,
  'on demand': editedOnDemandShape,
  concert: editedConcertShape,
  sport: editedSportShape,
  series: editedSeriesShape,
  season: seasonBeside([]),
  episode: editedEpisodeShape,
  link: contentLinkShape,
  'sport link': sportLinkShape,
  'background image': backgroundImageShape,
}

/** What `check` says of one field, whatever is wrong with the others. */
const saidOf = (shape: z.ZodObject, field: string, value: unknown): string[] => {
  const [head = '', ...rest] = field.split('.')
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  return check(shape, { [head]: nested })
    .filter((problem) => problem.field === field)
    .map(({ message }) => message)
}

const NOT_NUMBERS = [null, '7', '', 'siete', Number.NaN, [], {}, true]
const OUT_OF_ANY_RANGE = [-1, 1_000_000, 1.5, 1e308, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER]

/** The numbers of the catalogue: their text, and the first and the last that they may be. */
const NUMBERS: [entity: string, field: string, message: string, first: number, last: number][] = [
  ['channel', 'number', 'Debe especificar el número del canal.', 0, 999_999],
  ['radio', 'number', 'Debe especificar el número del Emisora.', 0, 999_999],
  ['film', 'year', 'Debe digitar el año.', 1900, 9999],
  ['documentary', 'year', 'Debe digitar el año.', 1900, 9999],
  ['on demand', 'year', 'Debe digitar el año.', 1900, 9999],
  ['concert', 'year', 'Debe digitar el año.', 1900, 9999],
  ['sport', 'year', 'Debe digitar el año.', 1900, 9999],
  ['series', 'year', 'Debe digitar el año.', 1800, 9999],
  ['episode', 'year', 'Debe digitar el año.', 1800, 9999],
  ['background image', 'info.year', 'Debe digitar el año.', 1800, 9999],
  ['season', 'number', 'Debe especificar el número de la temporada', 1, 9999],
  ['episode', 'season', 'Debe especificar la Temporada.', 1, 9999],
  ['episode', 'episode', 'Debe especificar el número del espisodio', 1, 9999],
  ['film', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['documentary', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['on demand', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['concert', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['sport', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['episode', 'runtime', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
  ['background image', 'info.duration', 'La duración debe ser un número entre 0 y 9999.', 0, 9999],
]
const OPTIONAL = new Set(['on demand year', 'episode year'])

const shapeOf = (entity: string): z.ZodObject => {
  const shape = SHAPES[entity]
  if (!shape) throw new Error(`There is no shape of ${entity}`)
  return shape
}

describe.each(NUMBERS)('the %s says of its %s: %s', (entity, field, message, first, last) => {
  const shape = shapeOf(entity)
  const isOptional =
    OPTIONAL.has(`${entity} ${field}`) || field.endsWith('runtime') || field.endsWith('duration')

  it.each([...NOT_NUMBERS.filter((value) => !(isOptional && value === null)), ...OUT_OF_ANY_RANGE])(
    'when it is %j',
    (value) => {
      expect(saidOf(shape, field, value)).toEqual([message])
    },
  )

  it('right beyond its range', () => {
    expect(saidOf(shape, field, first - 1)).toEqual([message])
    expect(saidOf(shape, field, last + 1)).toEqual([message])
  })

  it('and nothing within it', () => {
    expect(saidOf(shape, field, first)).toEqual([])
    expect(saidOf(shape, field, last)).toEqual([])
  })

  it(isOptional ? 'but not when it is missing' : 'when it is missing', () => {
    expect(saidOf(shape, field, undefined)).toEqual(isOptional ? [] : [message])
  })
})

const LONG = 'x'.repeat(20_000)
const HOSTILE = [
  null,
  undefined,
  7,
  1e308,
  1.5,
  true,
  '',
  '   ',
  'x',
  LONG,
  [],
  [null],
  [7],
  [[]],
  {},
  'a\u0000b',
]

const fieldsIn = (shape: z.ZodObject): string[] =>
  Object.entries(shape.shape).flatMap(([name, field]) =>
    'shape' in field && typeof field.shape === 'object' && field.shape !== null
      ? Object.keys(field.shape).map((inner) => `${name}.${inner}`)
      : [name],
  )

/** The last resort for what no field has words for, and the library's own. */
const GENERIC = /^El valor |\binvalid\b|expected|received|required|too (big|small|long)|must be/i

describe.each(Object.entries(SHAPES))('each field of a %s', (_entity, shape) => {
  it.each(fieldsIn(shape))('has words of its own for whatever is wrong with its %s', (field) => {
    const said = HOSTILE.flatMap((value) => {
      const [head = '', ...rest] = field.split('.')
      const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
      return check(shape, { [head]: nested })
        .filter((problem) => problem.field === field || problem.field.startsWith(`${field}.`))
        .map(({ message }) => message)
    })
    expect(said.length).toBeGreaterThan(0)
    for (const message of said) expect(message).not.toMatch(GENERIC)
  })
})

describe('an address that is too long', () => {
  const address = `https://a.example/${LONG}`

  it.each([
    ['channel', 'link', 'Link invalido.'],
    ['channel', 'image', 'Link invalido.'],
    ['channel', 'flag', 'Link invalido.'],
    ['guide', 'url', 'Link invalido.'],
    ['channel list', 'link', 'URL invalido.'],
    ['channel list', 'guideLink', 'URL invalido.'],
    ['radio', 'link', 'Link invalido.'],
    ['film', 'covertImage', 'Link invalido.'],
    ['film', 'fullImage', 'Link invalido.'],
    ['film', 'trailer', 'Link invalido.'],
    ['sport', 'trailer', 'Link invalido.'],
    ['series', 'provider', 'Link invalido.'],
    ['link', 'link', 'El link digitado no es valido'],
    ['background image', 'image', 'URL Inválida'],
    ['background image', 'content.link', 'URL Inválida'],
  ])('is no valid one: the %s says so of its %s', (entity, field, message) => {
    expect(saidOf(shapeOf(entity), field, address)).toEqual([message])
  })
})
