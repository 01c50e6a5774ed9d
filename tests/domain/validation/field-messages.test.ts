import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { channelSchema } from '../../../src/domain/channels/channel.ts'
import { channelGuideSchema } from '../../../src/domain/channels/channel-guide.ts'
import { channelListSchema } from '../../../src/domain/channels/channel-list.ts'
import { categorySchema } from '../../../src/domain/contents/category.ts'
import { editedConcertSchema } from '../../../src/domain/contents/concert.ts'
import { editedDocumentarySchema } from '../../../src/domain/contents/documentary.ts'
import { editedEpisodeSchema } from '../../../src/domain/contents/episode.ts'
import { contentLinkSchema } from '../../../src/domain/contents/link.ts'
import { editedMovieSchema } from '../../../src/domain/contents/movie.ts'
import { editedOnDemandSchema } from '../../../src/domain/contents/on-demand.ts'
import { radioSchema } from '../../../src/domain/contents/radio.ts'
import { uniqueSeasonSchema } from '../../../src/domain/contents/season.ts'
import { editedSeriesSchema } from '../../../src/domain/contents/series.ts'
import { editedSportSchema, sportLinkSchema } from '../../../src/domain/contents/sport.ts'
import { backgroundImageSchema } from '../../../src/domain/settings/background-image.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const SHAPES: Readonly<Record<string, z.ZodObject>> = {
  category: categorySchema,
  channel: channelSchema,
  guide: channelGuideSchema,
  'channel list': channelListSchema,
  radio: radioSchema,
  film: editedMovieSchema,
  documentary: editedDocumentarySchema,
  'on demand': editedOnDemandSchema,
  concert: editedConcertSchema,
  sport: editedSportSchema,
  series: editedSeriesSchema,
  season: uniqueSeasonSchema([]),
  episode: editedEpisodeSchema,
  link: contentLinkSchema,
  'sport link': sportLinkSchema,
  'background image': backgroundImageSchema,
}

/** The message of `check` for one field. */
const saidOf = (schema: z.ZodObject, field: string, value: unknown): string[] => {
  const [head = '', ...rest] = field.split('.')
  const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  return validate(schema, { [head]: nested })
    .filter((error) => error.field === field)
    .map(({ message }) => message)
}

const NOT_NUMBERS = [null, '7', '', 'siete', Number.NaN, [], {}, true]
const OUT_OF_ANY_RANGE = [-1, 1_000_000, 1.5, 1e308, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER]

/** Numeric fields of the catalogue: message, minimum and maximum. */
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
  const schema = SHAPES[entity]
  if (!schema) throw new Error(`There is no schema of ${entity}`)
  return schema
}

describe.each(NUMBERS)('the %s reports for its %s: %s', (entity, field, message, first, last) => {
  const schema = shapeOf(entity)
  const isOptional =
    OPTIONAL.has(`${entity} ${field}`) || field.endsWith('runtime') || field.endsWith('duration')

  it.each([...NOT_NUMBERS.filter((value) => !(isOptional && value === null)), ...OUT_OF_ANY_RANGE])(
    'when it is %j',
    (value) => {
      expect(saidOf(schema, field, value)).toEqual([message])
    },
  )

  it('just outside of its range', () => {
    expect(saidOf(schema, field, first - 1)).toEqual([message])
    expect(saidOf(schema, field, last + 1)).toEqual([message])
  })

  it('but not within it', () => {
    expect(saidOf(schema, field, first)).toEqual([])
    expect(saidOf(schema, field, last)).toEqual([])
  })

  it(isOptional ? 'but not when it is missing' : 'when it is missing', () => {
    expect(saidOf(schema, field, undefined)).toEqual(isOptional ? [] : [message])
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

const fieldsIn = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).flatMap(([name, field]) =>
    'shape' in field && typeof field.shape === 'object' && field.shape !== null
      ? Object.keys(field.shape).map((inner) => `${name}.${inner}`)
      : [name],
  )

/** Fallback messages, ours and the library's. */
const GENERIC = /^El valor |\binvalid\b|expected|received|required|too (big|small|long)|must be/i

describe.each(Object.entries(SHAPES))('each field of a %s', (_entity, schema) => {
  it.each(fieldsIn(schema))('has a specific message for any invalid %s', (field) => {
    const said = HOSTILE.flatMap((value) => {
      const [head = '', ...rest] = field.split('.')
      const nested = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
      return validate(schema, { [head]: nested })
        .filter((error) => error.field === field || error.field.startsWith(`${field}.`))
        .map(({ message }) => message)
    })
    expect(said.length).toBeGreaterThan(0)
    for (const message of said) expect(message).not.toMatch(GENERIC)
  })
})

describe('a URL that is too long', () => {
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
  ])('is rejected for a %s in its field %s', (entity, field, message) => {
    expect(saidOf(shapeOf(entity), field, address)).toEqual([message])
  })
})
