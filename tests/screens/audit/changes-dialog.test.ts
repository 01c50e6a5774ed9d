import { expect, test } from 'vitest'
import type { RowOf } from '../../../src/admin/api/http.ts'
import { authorText, recordText } from '../../../src/admin/features/audit/ChangesDialog.tsx'
import { onlyDifferent } from '../../../src/admin/features/audit/ChangesTable.tsx'

const event: RowOf<'audit'> = {
  id: '1',
  _id: '1',
  date: '2026-03-15T14:30:00.000Z',
  action: 'update',
  resource: 'users',
  record: 'u2',
  recordName: 'eva',
  user: 'u1',
  userName: 'ana',
  address: '203.0.113.7',
  batch: null,
  changes: [],
}

test('an event names its user and record', () => {
  expect([authorText(event), recordText(event)]).toEqual(['ana', 'eva'])
})

test('an event of a deleted or anonymous user has no name', () => {
  const gone = { ...event, userName: '', recordName: '' }
  expect([authorText(gone), recordText(gone)]).toEqual(['Usuario eliminado', 'Usuario eliminado'])
  expect(authorText({ ...gone, user: null })).toBe('Sin sesión')
  expect(recordText({ ...gone, record: null })).toBe('')
  expect(recordText({ ...gone, resource: 'settings' })).toBe('')
})

const change = (before: unknown, after: unknown) => ({ field: 'content', before, after })

test('lists that differ show only the differing items', () => {
  const [kept, old, renewed] = [{ link: 'a' }, { link: 'b' }, { link: 'c' }]
  expect(onlyDifferent(change([kept, old], [kept, renewed]))).toEqual({ before: [old], after: [renewed] })
})

test('reordered lists are shown in full', () => {
  expect(onlyDifferent(change([1, 2], [2, 1]))).toEqual({ before: [1, 2], after: [2, 1] })
})

test('other values are shown as they are', () => {
  expect(onlyDifferent(change(null, 'x'))).toEqual({ before: null, after: 'x' })
})
