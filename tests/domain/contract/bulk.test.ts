import { describe, expect, test } from 'vitest'
import { BULK_MESSAGES, bulkChanges, bulkInput, recordChanges } from '../../../src/domain/batches/bulk.ts'
import { channelEntity } from '../../../src/domain/channels/channel.ts'
import { movieEntity } from '../../../src/domain/contents/movie.ts'
import { toValidationErrors } from '../../../src/domain/validation/errors.ts'

const changes = bulkChanges(movieEntity.schemas.edited)
const input = bulkInput(changes)

const VALID = { ids: ['a', 'b'], expected: 2, action: 'update', changes: { status: false } }

test('accepts the switches of an entity, its publication dates, and its categories if it has any', () => {
  expect(Object.keys(changes.shape)).toEqual([
    'status',
    'monoAudio',
    'onlyEnglish',
    'children',
    'isDominican',
    'isYoutube',
    'hasOscar',
    'isPremiere',
    'datePublish',
    'dateUnpublish',
    'addCategories',
    'takeCategories',
  ])
  expect(Object.keys(bulkChanges(channelEntity.schemas.edited).shape)).toEqual([
    'isAdult',
    'children',
    'status',
    'datePublish',
    'dateUnpublish',
  ])
})

test.each([
  ['ids', VALID],
  ['a filter', { ...VALID, ids: undefined, filter: {} }],
  ['a deletion', { ids: ['a'], expected: 1, action: 'delete' }],
])('accepts %s', (_name, body) => {
  expect(input.safeParse(body).success).toBe(true)
})

test('reads the values of a filter like query parameters', () => {
  const filter = { search: 'x', status: true, page: 2 }
  const parsed = input.parse({ ...VALID, ids: undefined, filter })
  expect(parsed.filter).toEqual({ search: 'x', status: 'true', page: '2' })
})

const UNKNOWN = 'El campo no existe o no se puede modificar.'

describe('rejects', () => {
  test.each<[string, object, Record<string, string>]>([
    ['neither ids nor filter', { ids: undefined }, { ids: BULK_MESSAGES.which }],
    ['both', { filter: {} }, { ids: BULK_MESSAGES.which }],
    ['no ids', { ids: [] }, { ids: BULK_MESSAGES.ids }],
    ['too many ids', { ids: Array.from({ length: 10_001 }, (_, n) => `i${n}`) }, { ids: BULK_MESSAGES.ids }],
    ['no number', { expected: undefined }, { expected: BULK_MESSAGES.expected }],
    ['none expected', { expected: 0 }, { expected: BULK_MESSAGES.expected }],
    ['another action', { action: 'renew' }, { action: 'Debe ser update o delete.' }],
    ['no changes', { changes: {} }, { changes: BULK_MESSAGES.noChanges }],
    ['a field that is not a switch', { changes: { title: 'x' } }, { 'changes.title': UNKNOWN }],
    [
      'a switch of another type',
      { changes: { status: 'no' } },
      { 'changes.status': 'Debe ser verdadero o falso.' },
    ],
    [
      'a category both added and removed',
      { changes: { addCategories: ['a'], takeCategories: ['a'] } },
      { 'changes.takeCategories': BULK_MESSAGES.both },
    ],
    ['changes of a deletion', { action: 'delete' }, { changes: UNKNOWN }],
  ])('%s', (_name, part, errors) => {
    const { error } = input.safeParse({ ...VALID, ...part })
    const found = error ? toValidationErrors(error) : []
    expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toMatchObject(errors)
  })
})

test('adds and removes categories of a record', () => {
  const stored = { categories: ['a', 'b'] }
  expect(recordChanges({ status: true }, stored)).toEqual({ status: true })
  expect(recordChanges({ addCategories: ['b', 'c'], takeCategories: ['a'] }, stored)).toEqual({
    categories: ['b', 'c'],
  })
})
