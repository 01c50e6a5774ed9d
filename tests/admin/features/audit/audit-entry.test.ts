import { expect, test } from 'vitest'
import { type AuditEntry, authorText, recordText } from '../../../../src/admin/features/audit/audit-entry.ts'

const entry: AuditEntry = {
  id: '1',
  date: '2026-03-15T14:30:00.000Z',
  action: 'update',
  resource: 'users',
  record: 'u2',
  recordName: 'eva',
  user: 'u1',
  userName: 'ana',
  address: '203.0.113.7',
  changes: [],
}

test('an entry names who did it and what to', () => {
  expect([authorText(entry), recordText(entry)]).toEqual(['ana', 'eva'])
})

test('users who are deleted have no name any more, and who is not signed in has none', () => {
  const gone = { ...entry, userName: '', recordName: '' }
  expect([authorText(gone), recordText(gone)]).toEqual(['Usuario eliminado', 'Usuario eliminado'])
  expect(authorText({ ...gone, user: null })).toBe('Sin sesión')
  expect(recordText({ ...gone, record: null })).toBe('')
  expect(recordText({ ...gone, resource: 'settings' })).toBe('')
})
