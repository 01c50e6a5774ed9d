import { afterEach, describe, expect, it } from 'vitest'
import { saveDraft, takeDraft } from '../../../src/admin/api/draft.ts'
import { endSession } from '../../../src/admin/api/session.ts'

afterEach(() => window.sessionStorage.clear())

const draft = { userId: 'u1', values: { title: 'La isla', content: [{ link: 'x' }] }, dateUpdate: 'd1' }

describe('a draft', () => {
  it('is restored once, for the same user at the same path', () => {
    saveDraft('form:/movie/5', draft)
    expect(takeDraft('form:/movie/6', 'u1')).toBeUndefined()
    expect(takeDraft('form:/movie/5', 'u1')).toEqual(draft)
    expect(takeDraft('form:/movie/5', 'u1')).toBeUndefined()
  })

  it('is discarded for another user', () => {
    saveDraft('form:/movie/5', draft)
    expect(takeDraft('form:/movie/5', 'u2')).toBeUndefined()
    expect(takeDraft('form:/movie/5', 'u1')).toBeUndefined()
  })

  it('never contains a password', () => {
    saveDraft('form:/signup', {
      userId: 'u1',
      values: {
        name: 'ana',
        password: 's3creta',
        oldPassword: 's3creta',
        nested: { newPassword: 's3creta' },
      },
    })
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('s3creta')
    expect(takeDraft('form:/signup', 'u1')?.values).toEqual({ name: 'ana', nested: {} })
  })

  it('is not stored if it contains only a password', () => {
    saveDraft('form:/settings', { userId: 'u1', values: { newPassword: 'x' } })
    expect(window.sessionStorage).toHaveLength(0)
  })

  it('is removed on sign-out, and other entries are not', () => {
    saveDraft('form:/movie/5', draft)
    window.sessionStorage.setItem('other', 'x')
    endSession()
    expect(takeDraft('form:/movie/5', 'u1')).toBeUndefined()
    expect(window.sessionStorage.getItem('other')).toBe('x')
  })

  it('is ignored if the storage holds other data', () => {
    window.sessionStorage.setItem('cartelera.draft:form:/a', '{"x":1}')
    window.sessionStorage.setItem('cartelera.draft:form:/b', 'not json')
    expect(takeDraft('form:/a', 'u1')).toBeUndefined()
    expect(takeDraft('form:/b', 'u1')).toBeUndefined()
  })
})
