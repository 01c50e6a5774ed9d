import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '../../../src/admin/api/session.ts'
import {
  dropOpenTransaction,
  openTransactionWith,
  sameOpenTransaction,
  storeOpenTransaction,
} from '../../../src/admin/features/credits/transaction-retries.ts'

const asked = (fields: object = {}) => ({
  userLicensed: 'u7',
  type: 1,
  period: 'MESES' as const,
  count: 1,
  description: '',
  ...fields,
})
const MINUTE = 60_000

beforeEach(() => {
  window.localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-03-16T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  endSession()
})

const keep = (key: string, fields: object = {}, seller = 'u1') =>
  storeOpenTransaction(seller, { key, asked: asked(fields), sentAt: Date.now() })

describe('a transaction whose outcome is unknown', () => {
  it('can be looked up by its user and its input, for its seller only', () => {
    keep('k1')
    keep('k2', { userLicensed: 'u8', count: 3 })
    expect(openTransactionWith('u1', 'u8')?.key).toBe('k2')
    expect(sameOpenTransaction('u1', asked())?.key).toBe('k1')
    expect(sameOpenTransaction('u1', asked({ count: 2 }))).toBeUndefined()
    expect(openTransactionWith('u2', 'u7')).toBeUndefined()
  })

  it('is removed once it is settled, and others are not', () => {
    keep('k1')
    keep('k2', { userLicensed: 'u8' })
    dropOpenTransaction('u1', 'k1')
    expect(openTransactionWith('u1', 'u7')).toBeUndefined()
    expect(openTransactionWith('u1', 'u8')?.key).toBe('k2')
    dropOpenTransaction('u1', 'k2')
    expect(window.localStorage).toHaveLength(0)
  })

  it('is removed after fifteen minutes, and if the clock was set back', () => {
    keep('k1')
    vi.setSystemTime(Date.now() + 15 * MINUTE)
    expect(openTransactionWith('u1', 'u7')?.key).toBe('k1')
    vi.setSystemTime(Date.now() + 1)
    expect(openTransactionWith('u1', 'u7')).toBeUndefined()
    vi.setSystemTime(Date.now() - 40 * MINUTE)
    expect(openTransactionWith('u1', 'u7')).toBeUndefined()
  })

  it('is removed on sign-out, and other entries are not', () => {
    keep('k1')
    keep('k2', {}, 'u2')
    window.localStorage.setItem('other', 'x')
    endSession()
    expect(openTransactionWith('u1', 'u7')).toBeUndefined()
    expect({ ...window.localStorage }).toEqual({ other: 'x' })
  })

  it('is ignored if the storage holds other data', () => {
    for (const text of [
      'no json',
      '{}',
      '[1]',
      '[{"key":"k","sentAt":1}]',
      JSON.stringify([{ key: 'k', asked: asked({ count: 0 }), sentAt: Date.now() }]),
    ]) {
      window.localStorage.setItem('cartelera.transactions:u1', text)
      expect(openTransactionWith('u1', 'u7'), text).toBeUndefined()
    }
  })

  it('is held in memory if the storage is not writable', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keep('k1')
    expect(openTransactionWith('u1', 'u7')?.key).toBe('k1')
    dropOpenTransaction('u1', 'k1')
    expect(openTransactionWith('u1', 'u7')).toBeUndefined()
  })
})
