import { describe, expect, test } from 'vitest'
import {
  defaultChoices,
  findConflicts,
  mergeLists,
  onlyUnshared,
  resolvedValues,
  type Versions,
} from '../../../../src/admin/kit/form/conflict.ts'
import { categorySchema } from '../../../../src/domain/contents/category.ts'
import { editedMovieSchema } from '../../../../src/domain/contents/movie.ts'
import { editedUserSchema } from '../../../../src/domain/users/user.ts'

const versions = (opened: object, theirs: object, mine: object): Versions => ({
  opened: { ...opened },
  theirs: { ...opened, ...theirs },
  mine: { ...opened, ...mine },
})

const opened = { name: 'Estrenos', descriptionEnglish: 'New', type: 'PELICULA', status: true }
const link = (address: string) => ({ link: address, quality: 'HD', status: true })

describe('the differences between the form and the stored record', () => {
  test('tell which side changed each field, in the order of the form', () => {
    const found = findConflicts(
      categorySchema,
      versions(opened, { name: 'Ajena', status: false }, { name: 'Mía', descriptionEnglish: 'Mine' }),
    )
    expect(found.map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['name', 'both'],
      ['descriptionEnglish', 'me'],
      ['status', 'them'],
    ])
    expect(found[0]).toMatchObject({ opened: 'Estrenos', theirs: 'Ajena', mine: 'Mía' })
  })

  test('omit equal changes of both sides, and treat empty and missing texts as equal', () => {
    const both = { name: 'Igual' }
    expect(findConflicts(categorySchema, versions(opened, both, both))).toEqual([])
    const none = { ...opened, descriptionEnglish: null }
    expect(findConflicts(categorySchema, versions(none, {}, { descriptionEnglish: '' }))).toEqual([])
  })

  test('count a field that records lack as changed in the form only', () => {
    const user = { name: 'ana', fullName: 'Ana' }
    const found = findConflicts(editedUserSchema, {
      opened: { ...user, password: '' },
      theirs: { ...user, fullName: 'Ana M.' },
      mine: { ...user, password: 'secreta' },
    })
    expect(found.map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['fullName', 'them'],
      ['password', 'me'],
    ])
  })
})

describe('the merged record', () => {
  const both = versions(opened, { name: 'Ajena', status: false }, { name: 'Mía', descriptionEnglish: 'Mine' })

  test('proposes the change if one side made it, and nothing for conflicts', () => {
    expect(defaultChoices(findConflicts(categorySchema, both))).toEqual({
      descriptionEnglish: 'mine',
      status: 'theirs',
    })
  })

  test('follows the choices field by field', () => {
    const conflicts = findConflicts(categorySchema, both)
    const own = { name: 'mine', descriptionEnglish: 'theirs', status: 'mine' } as const
    expect(resolvedValues(conflicts, own, both)).toEqual({ name: 'Mía', status: true })
    const stored = { name: 'theirs', descriptionEnglish: 'theirs', status: 'theirs' } as const
    expect(resolvedValues(conflicts, stored, both)).toEqual({})
  })

  test('merges lists with the additions and removals of both sides', () => {
    const lists = versions(
      { content: [link('a'), link('b'), link('c')] },
      { content: [link('a'), link('b'), link('d')] },
      { content: [link('b'), link('c'), link('e')] },
    )
    const [conflict] = findConflicts(editedMovieSchema, lists)
    expect(conflict).toMatchObject({ field: 'content', changedBy: 'both', isJoinable: true })
    expect(resolvedValues(conflict ? [conflict] : [], { content: 'joined' }, lists)).toEqual({
      content: [link('b'), link('d'), link('e')],
    })
  })

  test('has equal additions of both sides once', () => {
    expect(mergeLists({ opened: [], theirs: ['Drama'], mine: ['Drama', 'Crimen'] })).toEqual([
      'Drama',
      'Crimen',
    ])
  })
})

describe('the differences of lists', () => {
  test('are the items missing in one of them', () => {
    expect(onlyUnshared({ opened: [1, 2], theirs: [1, 2, 3], mine: [1] })).toEqual({
      opened: [2],
      theirs: [2, 3],
      mine: [],
    })
  })

  test('are the whole lists if only their order differs', () => {
    const lists = { opened: [1, 2], theirs: [2, 1], mine: [1, 2] }
    expect(onlyUnshared(lists)).toEqual(lists)
  })
})
