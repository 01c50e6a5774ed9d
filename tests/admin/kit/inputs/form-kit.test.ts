import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  filledValues,
  initialValues,
  isRequired,
  messagesIn,
  ownValues,
  schemaResolver,
  toFieldErrors,
} from '../../../../src/admin/kit/inputs/form-kit.tsx'
import { channelSchema } from '../../../../src/domain/channels/channel.ts'
import { categorySchema } from '../../../../src/domain/contents/category.ts'
import { episodeEntity } from '../../../../src/domain/contents/episode.ts'
import { contentLinkSchema } from '../../../../src/domain/contents/link.ts'
import { newMovieSchema } from '../../../../src/domain/contents/movie.ts'
import { ENTITIES } from '../../../../src/domain/entities.ts'
import { validate } from '../../../../src/domain/validation/errors.ts'

const required = (schema: z.ZodObject) =>
  Object.keys(schema.shape).filter((field) => isRequired(schema, field))

describe('the required marks of a form', () => {
  it('are derived from the schema', () => {
    expect(required(categorySchema)).toEqual(['name', 'descriptionEnglish', 'type'])
    expect(required(newMovieSchema).sort()).toEqual([
      'content',
      'covertImage',
      'fullImage',
      'genres',
      'rated',
      'synopsis',
      'synopsisEng',
      'title',
      'trailer',
      'trailerProvider',
      'year',
    ])
  })
})

it('a select with a default is required', () => {
  expect(required(contentLinkSchema)).toEqual(['link', 'quality', 'audio', 'linkType'])
  expect(required(channelSchema)).toContain('linkInternal')
})

describe('the values of a new record', () => {
  it('are the defaults of the schema, or empty', () => {
    expect(initialValues(categorySchema)).toEqual({
      name: '',
      descriptionEnglish: '',
      type: null,
      status: true,
    })
    expect(initialValues(newMovieSchema)).toMatchObject({
      title: '',
      year: null,
      genres: [],
      content: [],
      trailerProvider: 'Y',
      runtime: null,
      status: true,
    })
  })

  it.each([...ENTITIES, episodeEntity].map(({ resource, schemas }) => [resource, schemas.new] as const))(
    'of %s are sent without empty optional ones',
    (_resource, schema) => {
      const sent = filledValues(schema, initialValues(schema))
      expect(sent).not.toHaveProperty('datePublish')
      expect(validate(schema, sent)).toEqual(validate(schema, initialValues(schema)))
      expect(filledValues(schema, { ...sent, datePublish: '2026-03-15T14:30:00.000Z' })).toHaveProperty(
        'datePublish',
      )
    },
  )
})

describe('the errors of a form', () => {
  const schema = z.strictObject({
    name: z.string().min(1, 'Falta.'),
    links: z.array(z.object({ url: z.url('Mal.') })),
  })

  it('are nested like in react-hook-form', () => {
    expect(
      toFieldErrors([
        { field: 'a', message: 'A' },
        { field: 'list.1.url', message: 'B' },
      ]),
    ).toEqual({
      a: { type: 'schema', message: 'A' },
      list: { 1: { url: { type: 'schema', message: 'B' } } },
    })
  })

  it('include the error of a list in addition to those of its items, in any order', () => {
    const both = { root: { type: 'schema', message: 'L' }, 0: { url: { type: 'schema', message: 'I' } } }
    const list = { field: 'list', message: 'L' }
    const item = { field: 'list.0.url', message: 'I' }
    expect(toFieldErrors([list, item])).toEqual({ list: both })
    expect(toFieldErrors([item, list])).toEqual({ list: both })
    expect(messagesIn(toFieldErrors([item, list]))).toHaveLength(2)
  })

  it('omit read-only fields of the record', async () => {
    const record = { _id: '1', id: '1', view: 3, name: 'x', links: [] }
    expect(ownValues(schema, record)).toEqual({ name: 'x', links: [] })
    expect(
      await schemaResolver(schema)(record, undefined, { fields: {}, shouldUseNativeValidation: false }),
    ).toEqual({
      values: record,
      errors: {},
    })
  })
})
