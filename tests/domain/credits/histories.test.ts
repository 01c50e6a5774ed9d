import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  CREDIT_DEFAULTS,
  exactCount,
  type Party,
  type PlannedTransaction,
  transactionEffect,
  transactionErrors,
} from '../../../src/domain/credits/rules.ts'
import {
  expiryAfter,
  PERIODS,
  TRANSACTION_PERIODS,
  type TransactionPeriod,
} from '../../../src/domain/credits/transaction.ts'

const HOUR = 3_600_000

interface Step {
  type: 'SALE' | 'REFUND' | 'CREDIT'
  period: TransactionPeriod
  count: number
  /** Hours from the moment of the transaction to its exact expiry; null: none. */
  until: number | null
  /** Hours since the step before. */
  pause: number
}

const step = fc.record<Step>({
  type: fc.constantFrom('SALE', 'REFUND', 'CREDIT'),
  period: fc.constantFrom(...TRANSACTION_PERIODS),
  count: fc.integer({ min: 1, max: 40 }),
  until: fc.option(fc.integer({ min: -2_000, max: 20_000 })),
  pause: fc.nat(3_000),
})

/** The same rules on calendar fields and milliseconds: the end of a licence in ms, and whether a step is accepted. */
const model = (end: number | undefined, { type, period, count, until }: Step, now: number) => {
  const isRunning = end !== undefined && end > now
  const left = isRunning ? end - now : 0
  const monthsFrom = (time: number, months: number): number => {
    const date = new Date(time)
    const target = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
    return target + (Math.min(date.getUTCDate(), length) - 1) * 24 * HOUR + (time % (24 * HOUR))
  }
  if (period === 'DIAS') {
    if (type === 'SALE') return undefined
    if (until !== null) {
      const wanted = now + until * HOUR
      if (type === 'CREDIT') return end !== undefined && wanted < end ? undefined : wanted
      return isRunning && wanted >= now && wanted <= end ? wanted : undefined
    }
    const length = count * 24 * HOUR
    if (type === 'CREDIT') return (isRunning ? end : now) + length
    return length - 24 * HOUR < left ? Math.max(now, (end ?? now) - length) : undefined
  }
  if (until !== null) return undefined
  const months = period === 'AÑOS' ? 12 * count : count
  if (type !== 'REFUND') return monthsFrom(isRunning ? end : now, months)
  const isCovered = isRunning && monthsFrom(now, months - 1) < end
  return isCovered ? Math.max(now, monthsFrom(end, -months)) : undefined
}

it('any history of a licence ends where a model says, and its ledger recomputes that end', () => {
  const admin: Party = { id: 'admin', role: 'admin', creditToResell: 0, dateExpire: null }
  const settings = { ...CREDIT_DEFAULTS, periods: PERIODS }
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let now = new Date('2027-12-31T22:00:00.000Z')
      let end: number | undefined
      let ledger: Date | null = null
      for (const each of steps) {
        now = new Date(now.getTime() + each.pause * HOUR)
        const until = each.until === null ? null : new Date(now.getTime() + each.until * HOUR)
        const target: Party = { id: 'cliente', role: 'app', creditToResell: 0, dateExpire: ledger }
        const { type, period } = each
        const count = until ? exactCount({ type, until, target }, now) : each.count
        const change = { type, period, count, until }
        const planned: PlannedTransaction = {
          ...change,
          seller: admin,
          target,
          settings,
          timeZone: 'UTC',
          now,
        }
        const expected = model(end, each, now.getTime())
        expect(transactionErrors(planned).length === 0).toBe(expected !== undefined)
        if (expected === undefined) continue
        const { dateExpire: newDateExpire, ...balances } = transactionEffect(planned)
        expect(balances).toEqual({ seller: 0, target: 0 })
        expect(newDateExpire).toEqual(new Date(expected))
        end = expected
        ledger = expiryAfter(ledger, { ...change, processedAt: now, newDateExpire: null })
        expect(ledger).toEqual(new Date(expected))
      }
    }),
    { numRuns: 500 },
  )
})
