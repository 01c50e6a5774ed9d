import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countErrors } from '../../../../src/admin/kit/form/form-state.ts'
import { errorsOf, shapeResolver } from '../../../../src/admin/kit/form/shape-resolver.ts'
import { initialValues, isRequired, ownValues } from '../../../../src/admin/kit/inputs/shape.ts'
import { channelShape } from '../../../../src/domain/channels/channel.ts'
import { categoryShape } from '../../../../src/domain/contents/category.ts'
import { contentLinkShape } from '../../../../src/domain/contents/link.ts'
import { newMovieShape } from '../../../../src/domain/contents/movie.ts'

const required = (shape: z.ZodObject) => Object.keys(shape.shape).filter((field) => isRequired(shape, field))

describe('what a form marks as required', () => {
  it('follows from the shape', () => {
    expect(required(categoryShape)).toEqual(['name', 'descriptionEnglish', 'type'])
    expect(required(newMovieShape).sort()).toEqual([
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

it('what is chosen from listed values is required, although it has a first one', () => {
  expect(required(contentLinkShape)).toEqual(['link', 'quality', 'audio', 'linkType'])
  expect(required(channelShape)).toContain('linkInternal')
})

describe('the values of a new record', () => {
  it('are the defaults of the shape, else empty', () => {
    expect(initialValues(categoryShape)).toEqual({
      name: '',
      descriptionEnglish: '',
      type: null,
      status: true,
    })
    expect(initialValues(newMovieShape)).toMatchObject({
      title: '',
      year: null,
      genres: [],
      content: [],
      trailerProvider: 'Y',
      runtime: null,
      status: true,
    })
  })
})

describe('the problems of a form', () => {
  const shape = z.strictObject({
    name: z.string().min(1, 'Falta.'),
    links: z.array(z.object({ url: z.url('Mal.') })),
  })

  it('are nested as react-hook-form nests them', () => {
    expect(
      errorsOf([
        { field: 'a', message: 'A' },
        { field: 'list.1.url', message: 'B' },
      ]),
    ).toEqual({
      a: { type: 'shape', message: 'A' },
      list: { 1: { url: { type: 'shape', message: 'B' } } },
    })
  })

  it('keep the problem of a list beside those of its items, whichever comes first', () => {
    const both = { root: { type: 'shape', message: 'L' }, 0: { url: { type: 'shape', message: 'I' } } }
    const list = { field: 'list', message: 'L' }
    const item = { field: 'list.0.url', message: 'I' }
    expect(errorsOf([list, item])).toEqual({ list: both })
    expect(errorsOf([item, list])).toEqual({ list: both })
    expect(countErrors(errorsOf([item, list]))).toBe(2)
  })

  it('leave out what the record has and nobody writes', async () => {
    const record = { _id: '1', id: '1', view: 3, name: 'x', links: [] }
    expect(ownValues(shape, record)).toEqual({ name: 'x', links: [] })
    expect(
      await shapeResolver(shape)(record, undefined, { fields: {}, shouldUseNativeValidation: false }),
    ).toEqual({
      values: record,
      errors: {},
    })
  })
})
