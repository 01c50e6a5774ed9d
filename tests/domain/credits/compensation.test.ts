import { describe, expect, test } from 'vitest'
import { batchProgress, batchTitle } from '../../../src/domain/batches/batch-texts.ts'
import {
  COMPENSATION_MESSAGES,
  newCompensation,
  planCompensation,
  planReversal,
} from '../../../src/domain/credits/compensation.ts'
import { CREDIT_DEFAULTS, plannedExpiry } from '../../../src/domain/credits/rules.ts'

const now = new Date('2026-11-27T10:00:00.000Z')
const DAY = 86_400_000
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY)

const terms = (
  dateExpire: Date | null,
  role: 'app' | 'demo' | 'agent' = 'app',
  dateControl = '3000-12-31',
) => ({
  seller: { id: 's1', role: 'admin', creditToResell: 0, dateExpire: null } as const,
  target: { id: 'u1', role, creditToResell: 0, dateExpire },
  settings: { ...CREDIT_DEFAULTS, dateControl },
  timeZone: 'UTC',
  now,
})

const outcome = ({ transaction, message }: ReturnType<typeof planCompensation>) =>
  message ?? plannedExpiry(transaction)?.toISOString()

describe('a compensation (rule C32)', () => {
  test('adds its days to a running licence, and begins an ended one anew now', () => {
    expect(outcome(planCompensation(terms(inDays(6)), 2))).toBe(inDays(8).toISOString())
    expect(outcome(planCompensation(terms(inDays(-1)), 2))).toBe(inDays(2).toISOString())
  })

  test('is refused beyond dateControl, and for users who are no viewers any more', () => {
    expect(outcome(planCompensation(terms(inDays(6), 'app', '2026-12-04'), 2))).toBe(
      'La nueva fecha de vencimiento no puede pasar del 04/12/2026.',
    )
    expect(outcome(planCompensation(terms(inDays(6), 'demo'), 2))).toBe('Es un demo: no compra licencias.')
    expect(outcome(planCompensation(terms(null, 'agent'), 2))).toBe(
      'No puede realizar este tipo de transacción con este usuario.',
    )
  })

  test('is taken back from what is left of the licence, also after further sales', () => {
    expect(outcome(planReversal(terms(inDays(8)), 2))).toBe(inDays(6).toISOString())
    expect(outcome(planReversal(terms(inDays(38)), 2))).toBe(inDays(36).toISOString())
    const few = planReversal(terms(inDays(1.5)), 5)
    expect([few.transaction.count, outcome(few)]).toEqual([2, now.toISOString()])
  })

  test('stays if the licence has ended since', () => {
    for (const expiry of [inDays(-1), now, null])
      expect(outcome(planReversal(terms(expiry), 2))).toBe(COMPENSATION_MESSAGES.ended)
    expect(outcome(planReversal(terms(null, 'agent'), 2))).toBe(
      'No puede realizar este tipo de transacción con este usuario.',
    )
  })
})

describe('its input', () => {
  const valid = { at: '2026-11-26T10:00:00-04:00', days: 2, reason: 'Caída', expected: 3 }

  test('keeps the instant in UTC, and needs no filter', () => {
    expect(newCompensation.parse(valid)).toEqual({ ...valid, at: '2026-11-26T14:00:00.000Z', filter: {} })
  })

  test.each([
    ['days', 0],
    ['days', 61],
    ['days', 1.5],
    ['days', -1],
    ['days', '2'],
    ['days', null],
    ['at', '2026-11-26'],
    ['at', '0000-01-01T00:00:00Z'],
    ['at', '9999-01-01T00:00:00Z'],
    ['at', null],
    ['reason', ' '],
    ['reason', 'a'.repeat(201)],
    ['reason', 'una\notra'],
    ['expected', 0],
    ['filter', []],
    ['other', 1],
  ])('refuses %s %j', (field, value) => {
    expect(newCompensation.safeParse({ ...valid, [field]: value }).success).toBe(false)
  })
})

test('a batch says what it gives to whom', () => {
  const batch = { resource: 'users', action: 'compensate', undoes: null, name: '', total: 1200 } as const
  const counts = { state: 'done', done: 3, total: 3, changed: 2, refusedCount: 1 } as const
  expect(batchTitle({ ...batch, changes: { days: 2 } })).toBe('Compensar 2 días a 1,200 usuarios')
  expect(batchTitle({ ...batch, action: 'undo', undoes: 'compensate', changes: { days: 1 }, total: 1 })).toBe(
    'Deshacer: Compensar 1 día a 1 usuario',
  )
  expect(batchProgress({ ...counts, action: 'compensate' })).toBe('2 usuarios compensados; 1 rechazado.')
})
