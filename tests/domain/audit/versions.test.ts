import { describe, expect, test } from 'vitest'
import { MASK } from '../../../src/domain/audit/audit-event.ts'
import {
  canUndo,
  undoChanges,
  versionChanges,
  withoutDeletedIds,
} from '../../../src/domain/audit/versions.ts'

const update = (field: string, before: unknown, after: unknown) => ({
  action: 'update' as const,
  changes: [{ field, before, after }],
})

describe('a version of a record', () => {
  test('reverts every change since, newest first', () => {
    const record = { title: 'Tres', year: 2003, reference: 'Caja 1' }
    const since = [update('title', 'Dos', 'Tres'), update('year', 2001, 2003), update('title', 'Uno', 'Dos')]
    expect(versionChanges('movies', record, since)).toEqual({
      fields: [
        { field: 'title', before: 'Tres', after: 'Uno' },
        { field: 'year', before: 2003, after: 2001 },
      ],
      unknown: [],
    })
  })

  test('omits fields that have the same value again, and derived fields', () => {
    const since = [
      update('title', 'Dos', 'Uno'),
      update('hasLinkReserved', true, false),
      update('title', 'Uno', 'Dos'),
    ]
    expect(versionChanges('movies', { title: 'Uno', hasLinkReserved: false }, since).fields).toEqual([])
  })

  test('restores empty texts as text and empty references as null', () => {
    const record = { reference: 'Caja 1', channelGuide: 'a-guide' }
    const since = [update('reference', null, 'Caja 1'), update('channelGuide', null, 'a-guide')]
    expect(versionChanges('channels', record, since).fields).toEqual([
      { field: 'reference', before: 'Caja 1', after: '' },
      { field: 'channelGuide', before: 'a-guide', after: null },
    ])
  })

  test('is the same if the record was deleted and restored in between', () => {
    const all = { action: 'restore' as const, changes: [{ field: 'title', before: null, after: 'Dos' }] }
    const gone = { action: 'delete' as const, changes: [{ field: 'title', before: 'Dos', after: null }] }
    const since = [all, gone, update('title', 'Uno', 'Dos')]
    expect(versionChanges('movies', { title: 'Dos' }, since).fields).toEqual([
      { field: 'title', before: 'Dos', after: 'Uno' },
    ])
  })

  test('of a user has the fields of its form: no password, expiry, balance or device', () => {
    const record = { fullName: 'Ana', status: 'enable' }
    const since = [
      update('fullName', 'Eva', 'Ana'),
      update('password', MASK, MASK),
      update('dateExpire', '2026-01-01', '2026-02-01'),
      update('creditToResell', 5, 3),
      update('device', { model: 'TV' }, null),
      update('seller', 'a', 'b'),
    ]
    expect(versionChanges('users', record, since)).toEqual({
      fields: [{ field: 'fullName', before: 'Ana', after: 'Eva' }],
      unknown: [],
    })
  })

  test('of a profile does not affect its saved views', () => {
    const since = [update('savedView', null, { viewName: 'Mías' }), update('accessWeb', false, true)]
    expect(versionChanges('profiles', { accessWeb: true }, since).fields).toEqual([
      { field: 'accessWeb', before: true, after: false },
    ])
  })

  test('lists the fields that the audit log masks', () => {
    expect(versionChanges('movies', { password: '' }, [update('password', MASK, MASK)])).toEqual({
      fields: [],
      unknown: ['password'],
    })
  })
})

test('deleted records are omitted from restored references', () => {
  const gone = new Set(['b'])
  expect(withoutDeletedIds(['a', 'b', 'c'], gone)).toEqual(['a', 'c'])
  expect(withoutDeletedIds('b', gone)).toBeUndefined()
  expect(withoutDeletedIds('a', gone)).toBe('a')
  expect(withoutDeletedIds(null, gone)).toBeNull()
})

describe('undoing one change', () => {
  test('restores the previous values, and flags fields that were changed again since', () => {
    const changes = [
      { field: 'title', before: 'Uno', after: 'Dos' },
      { field: 'year', before: 2001, after: 2002 },
      { field: 'reference', before: null, after: 'Caja 1' },
    ]
    const record = { title: 'Dos', year: 2003, reference: 'Caja 1' }
    expect(undoChanges('movies', record, changes)).toEqual([
      { field: 'title', before: 'Dos', after: 'Uno', isChangedSince: false },
      { field: 'year', before: 2003, after: 2001, isChangedSince: true },
      { field: 'reference', before: 'Caja 1', after: '', isChangedSince: false },
    ])
  })

  test('omits fields that have their previous value again, and derived and masked ones', () => {
    const changes = [
      { field: 'title', before: 'Uno', after: 'Dos' },
      { field: 'hasLinkReserved', before: true, after: false },
    ]
    expect(undoChanges('movies', { title: 'Uno', hasLinkReserved: false }, changes)).toEqual([])
    expect(
      undoChanges('users', { password: '' }, [{ field: 'password', before: MASK, after: MASK }]),
    ).toEqual([])
  })

  test('treats lists with and without default values as equal', () => {
    const changes = [{ field: 'content', before: [{ link: 'a' }], after: [{ status: true, link: 'b' }] }]
    const content = [{ link: 'b', status: true, provider: null, closedCaption: [], isYoutube: false }]
    expect(undoChanges('movies', { content }, changes)).toEqual([
      { field: 'content', before: content, after: [{ link: 'a' }], isChangedSince: false },
    ])
  })

  test('is offered for edits and merges that changed such a field, and for nothing else', () => {
    const title = [{ field: 'title', before: 'Uno', after: 'Dos' }]
    expect(canUndo('movies', { action: 'update', changes: title })).toBe(true)
    expect(canUndo('movies', { action: 'merge', changes: title })).toBe(true)
    expect(canUndo('movies', { action: 'create', changes: title })).toBe(false)
    expect(canUndo('movies', { action: 'restore', changes: title })).toBe(false)
    expect(
      canUndo('users', { action: 'update', changes: [{ field: 'password', before: MASK, after: MASK }] }),
    ).toBe(false)
    expect(
      canUndo('users', { action: 'update', changes: [{ field: 'dateExpire', before: null, after: 'x' }] }),
    ).toBe(false)
    expect(canUndo('keys', { action: 'update', changes: title })).toBe(false)
  })
})
