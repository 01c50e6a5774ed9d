import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../../src/domain/access/permissions.ts'
import {
  allowedPeriods,
  allowedTypes,
  creditQuestion,
  exactCount,
  type Party,
  type PlannedTransaction,
  plannedExpiry,
  transactionEffect,
  transactionErrors,
  transactionMonths,
  transactionPrice,
} from '../../../src/domain/credits/rules.ts'
import {
  addMonths,
  MONTHS_PER_CREDIT,
  monthsLeft,
  PERIODS,
  PRICE_SETTINGS,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../../src/domain/credits/transaction.ts'
import { firstSettings } from '../../../src/domain/settings/settings.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const settings = {
  ...firstSettings(),
  periods: PERIODS,
  creditPriceMonthly: 350.1,
  creditPriceYearly: 3600,
}
const party = (changes: Partial<Party> = {}): Party => ({
  id: 'cliente',
  role: 'app',
  creditToResell: 0,
  dateExpire: null,
  ...changes,
})
const agent = party({ id: 'agente', role: 'agent', creditToResell: 24 })
const superagent = party({ id: 'superagente', role: 'superagent', creditToResell: 24 })
const admin = party({ id: 'admin', role: 'admin' })

const transaction = (changes: Partial<PlannedTransaction> = {}): PlannedTransaction => ({
  type: 'SALE',
  period: 'MESES',
  count: 1,
  until: null,
  seller: agent,
  target: party(),
  settings: { ...settings, periods: [...settings.periods] },
  timeZone: 'America/Santo_Domingo',
  now,
  ...changes,
})
const messages = (changes: Partial<PlannedTransaction>) =>
  transactionErrors(transaction(changes)).map(({ field, message }) => [field, message])

describe('the transaction types by seller and target', () => {
  const ALLOWED: Partial<Record<Role, Partial<Record<Role, TransactionType[]>>>> = {
    sa: {
      app: ['SALE', 'REFUND', 'CREDIT'],
      agent: ['TRANSFER', 'REFUND_TRANSFER'],
      superagent: ['TRANSFER', 'REFUND_TRANSFER'],
    },
    admin: {
      app: ['SALE', 'REFUND', 'CREDIT'],
      agent: ['TRANSFER', 'REFUND_TRANSFER'],
      superagent: ['TRANSFER', 'REFUND_TRANSFER'],
    },
    superagent: { app: ['SALE'], agent: ['TRANSFER'] },
    agent: { app: ['SALE'] },
  }

  it.each(ROLES.flatMap((seller) => ROLES.map((target) => [seller, target] as const)))(
    '%s with %s',
    (seller, target) => {
      expect(allowedTypes(seller, target)).toEqual(ALLOWED[seller]?.[target] ?? [])
    },
  )

  it('reject a transfer to a non-reseller, and a transaction with oneself', () => {
    expect(messages({ seller: admin, type: 'TRANSFER' })).toEqual([
      ['type', 'El usuario seleccionado no es un AGENTE.'],
    ])
    expect(messages({ seller: superagent, target: superagent, type: 'TRANSFER' })).toHaveLength(1)
    expect(messages({ seller: agent, target: superagent, type: 'TRANSFER' })).toHaveLength(1)
  })
})

describe('an amount', () => {
  it.each<[string, Partial<PlannedTransaction>]>([
    ['a sale above the balance', { count: 25 }],
    ['a year above the balance', { period: 'AÑOS', count: 3 }],
    ['a transfer above the balance', { seller: superagent, target: agent, type: 'TRANSFER', count: 25 }],
    [
      'a refund above the months left',
      { seller: admin, type: 'REFUND', target: party({ dateExpire: addMonths(now, 2) }), count: 3 },
    ],
    ['a refund of nothing', { seller: admin, type: 'REFUND' }],
    [
      'a transfer back above the balance',
      { seller: admin, target: agent, type: 'REFUND_TRANSFER', count: 25 },
    ],
    ['more than the cap', { settings: { ...transaction().settings, transMax: 2 }, count: 3 }],
    [
      'more than the agents’ cap',
      { settings: { ...transaction().settings, transMax: 9, agentTransMax: 2 }, count: 3 },
    ],
    ['beyond the control date', { settings: { ...transaction().settings, dateControl: '2026-12-20' } }],
  ])('is rejected: %s', (_what, changes) => {
    expect(messages(changes).map(([field]) => field)).toEqual(['count'])
  })

  it('may bring a balance to 999,999 months, and no further', () => {
    const filling = (creditToResell: number) =>
      messages({ seller: admin, target: { ...agent, creditToResell }, type: 'TRANSFER', count: 9 })
    expect(filling(999_990)).toEqual([])
    expect(filling(999_991)).toEqual([['count', 'El balance no puede pasar de 999999 meses.']])
  })

  it('may extend the expiry to the end of the control date in the time zone of the service, and no further', () => {
    // In Santo Domingo, four hours behind UTC, 21 December ends at 04:00 of the 22nd.
    const at = (time: string) => ({
      now: new Date(time),
      settings: { ...transaction().settings, dateControl: '2026-12-21' },
    })
    expect(messages(at('2026-11-22T03:59:59.999Z'))).toEqual([])
    expect(messages(at('2026-11-22T04:00:00.000Z'))).toEqual([
      ['count', 'La nueva fecha de vencimiento no puede pasar del 21/12/2026.'],
    ])
    const instant = { ...transaction().settings, dateControl: '2026-12-22T03:00:00.000Z' }
    expect(messages({ now: new Date('2026-11-22T03:59:59.999Z'), settings: instant })).toEqual([])
    expect(messages({ now: new Date('2026-11-22T04:00:00.000Z'), settings: instant })).toHaveLength(1)
  })

  it('may extend the expiry to the control date itself; the agents’ cap replaces the general one', () => {
    expect(messages({ settings: { ...transaction().settings, dateControl: '2026-12-21' } })).toEqual([])
    expect(
      messages({ settings: { ...transaction().settings, transMax: 2, agentTransMax: 5 }, count: 4 }),
    ).toEqual([])
    expect(
      messages({
        settings: { ...transaction().settings, transMax: 2, agentTransMax: 5 },
        count: 4,
        seller: admin,
      }),
    ).toHaveLength(1)
  })

  it('requires a period that is sold; transfers are in months', () => {
    const months = { ...transaction().settings, periods: ['MESES' as const] }
    expect(messages({ period: 'AÑOS', settings: months })).toEqual([
      ['period', 'El período no está entre los de venta.'],
    ])
    const years = { ...transaction().settings, periods: ['AÑOS' as const] }
    expect(messages({ seller: admin, target: agent, type: 'TRANSFER', settings: years })).toEqual([])
    expect(messages({ seller: admin, target: agent, type: 'TRANSFER', period: 'AÑOS' })).toHaveLength(1)
  })
})

describe.each(PERIODS)('the period %s', (period) => {
  const prices = Object.fromEntries(PERIODS.map((each, index) => [PRICE_SETTINGS[each], 100 + index / 100]))
  const licences = fc.record({
    from: fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
    days: fc.integer({ min: -400, max: 4_000 }),
    count: fc.integer({ min: 1, max: 120 }),
  })

  it('takes its months from a balance and adds them to a licence, for its price (rules C1 to C3)', () => {
    fc.assert(
      fc.property(licences, ({ from, days, count }) => {
        const months = count * MONTHS_PER_CREDIT[period]
        const dateExpire = new Date(from.getTime() + days * 86_400_000)
        const sale = transaction({
          now: from,
          period,
          count,
          seller: { ...agent, creditToResell: months },
          target: party({ dateExpire }),
          settings: { ...transaction().settings, ...prices, transMax: 0, agentTransMax: 0 },
        })
        expect(months).toBeGreaterThanOrEqual(count)
        expect(transactionErrors(sale)).toEqual([])
        expect(transactionEffect(sale)).toEqual({
          seller: -months,
          target: 0,
          dateExpire: addMonths(dateExpire > from ? dateExpire : from, months),
        })
        const cents = 10_000 + PERIODS.indexOf(period)
        expect(transactionPrice(sale)).toEqual({ creditPrice: cents / 100, total: (cents * count) / 100 })
        const fresh = { ...sale, target: party() }
        expect(monthsLeft(plannedExpiry(fresh), from)).toBe(months)
        const poor = { ...sale, seller: { ...agent, creditToResell: months - 1 } }
        expect(transactionErrors(poor)).toMatchObject([{ field: 'count' }])
      }),
    )
  })
})

describe('the effect of a transaction', () => {
  it.each<[TransactionType, Party, Party, number, number]>([
    ['SALE', agent, party(), -3, 0],
    ['SALE', admin, party(), 0, 0],
    ['CREDIT', admin, party(), 0, 0],
    ['REFUND', admin, party({ dateExpire: addMonths(now, 9) }), 0, 0],
    ['TRANSFER', superagent, agent, -3, 3],
    ['TRANSFER', admin, agent, 0, 3],
    ['REFUND_TRANSFER', admin, agent, 0, -3],
  ])('%s of three months', (type, seller, target, fromSeller, toTarget) => {
    const done = transaction({ type, seller, target, count: 3 })
    expect(transactionErrors(done)).toEqual([])
    expect(transactionEffect(done)).toMatchObject({ seller: fromSeller, target: toTarget })
  })

  it('is priced to the cent; a CREDIT is free', () => {
    expect(transactionPrice(transaction({ count: 3 }))).toEqual({ creditPrice: 350.1, total: 1050.3 })
    expect(transactionPrice(transaction({ count: 3, type: 'CREDIT' }))).toEqual({
      creditPrice: 350.1,
      total: 0,
    })
    expect(transactionPrice(transaction({ count: 2, period: 'AÑOS' }))).toEqual({
      creditPrice: 3600,
      total: 7200,
    })
  })

  it('has no expiry for transfers, and starts a new term for an expired licence', () => {
    expect(plannedExpiry(transaction({ type: 'TRANSFER', seller: admin, target: agent }))).toBeNull()
    expect(plannedExpiry(transaction({ target: party({ dateExpire: new Date('2020-01-01') }) }))).toEqual(
      addMonths(now, 1),
    )
  })

  it('is undone by a refund of as many months, for a valid licence that ends by the 28th', () => {
    const runs = fc.record({
      days: fc.integer({ min: 1, max: 2000 }),
      count: fc.integer({ min: 1, max: 120 }),
    })
    fc.assert(
      fc.property(runs, ({ days, count }) => {
        const dateExpire = new Date(now.getTime() + days * 86_400_000)
        dateExpire.setUTCDate(Math.min(dateExpire.getUTCDate(), 28))
        if (dateExpire <= now) return
        const sold = plannedExpiry(transaction({ seller: admin, target: party({ dateExpire }), count }))
        const back = transaction({
          seller: admin,
          type: 'REFUND',
          target: party({ dateExpire: sold }),
          count,
        })
        expect(transactionErrors(back)).toEqual([])
        expect(plannedExpiry(back)).toEqual(dateExpire)
      }),
    )
  })

  it('never leaves a balance below zero or an expiry before now, for any parties', () => {
    const parties = (id: string) =>
      fc.record({
        id: fc.constant(id),
        role: fc.constantFrom(...ROLES),
        creditToResell: fc.integer({ min: 0, max: 40 }),
        dateExpire: fc.option(
          fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        ),
      })
    fc.assert(
      fc.property(
        parties('a'),
        parties('b'),
        fc.constantFrom(...TRANSACTION_TYPES),
        fc.constantFrom(...PERIODS),
        fc.integer({ min: 1, max: 60 }),
        (seller, target, type, period, count) => {
          const made = transaction({ seller, target, type, period, count })
          if (transactionErrors(made).length > 0) return
          const effect = transactionEffect(made)
          expect(seller.creditToResell + effect.seller).toBeGreaterThanOrEqual(0)
          expect(target.creditToResell + effect.target).toBeGreaterThanOrEqual(0)
          if (effect.dateExpire) {
            expect(effect.dateExpire.getTime()).toBeGreaterThanOrEqual(now.getTime())
            if (type !== 'REFUND')
              expect(monthsLeft(effect.dateExpire, now)).toBeGreaterThanOrEqual(transactionMonths(made))
          }
        },
      ),
    )
  })
})

describe('a transaction in days', () => {
  const DAY = 86_400_000
  const inDays = (days: number) => new Date(now.getTime() + days * DAY)
  const days = (changes: Partial<PlannedTransaction> = {}) =>
    transaction({ seller: admin, type: 'CREDIT', period: 'DIAS', ...changes })
  const errors = (changes: Partial<PlannedTransaction>) =>
    transactionErrors(days(changes)).map(({ field, message }) => [field, message])

  it('is offered for credits and refunds alone', () => {
    const offered = TRANSACTION_TYPES.filter((type) => allowedPeriods(type, ['MESES']).includes('DIAS'))
    expect(offered).toEqual(['REFUND', 'CREDIT'])
    expect(errors({ type: 'SALE' })).toEqual([['period', 'Los DIAS son solo para créditos y devoluciones.']])
    expect(errors({ type: 'TRANSFER', target: agent })).toEqual([
      ['period', expect.stringMatching(/solo se realizan en MESES/)],
    ])
    expect(errors({ seller: agent })).toEqual([['type', expect.any(String)]])
  })

  it('adds 24 hours each to a licence that runs, and from now to one that has ended', () => {
    expect(plannedExpiry(days({ count: 2, target: party({ dateExpire: inDays(10) }) }))).toEqual(inDays(12))
    expect(plannedExpiry(days({ count: 2, target: party({ dateExpire: inDays(-10) }) }))).toEqual(inDays(2))
    expect(plannedExpiry(days({ count: 2 }))).toEqual(inDays(2))
  })

  it('costs nothing, moves no balance, is not capped', () => {
    const many = days({ count: 90, settings: { ...transaction().settings, transMax: 2 } })
    expect(transactionErrors(many)).toEqual([])
    expect(transactionPrice(many)).toEqual({ creditPrice: 0, total: 0 })
    expect(transactionEffect(many)).toMatchObject({ seller: 0, target: 0 })
  })

  it('refunds at most the days that are left, rounded up, and never ends before now', () => {
    const target = party({ dateExpire: inDays(2.5) })
    expect(errors({ type: 'REFUND', target, count: 3 })).toEqual([])
    expect(plannedExpiry(days({ type: 'REFUND', target, count: 3 }))).toEqual(now)
    expect(errors({ type: 'REFUND', target, count: 4 })).toEqual([
      ['count', 'No puede exceder los días que le quedan al usuario, que son 3.'],
    ])
    expect(errors({ type: 'REFUND' })).toEqual([['count', expect.stringMatching(/que son 0\.$/)]])
  })

  it('may carry the exact expiry, which a credit never brings forward', () => {
    const target = party({ dateExpire: inDays(10) })
    expect(plannedExpiry(days({ until: inDays(12.25), target }))).toEqual(inDays(12.25))
    expect(errors({ until: inDays(10), target })).toEqual([])
    expect(errors({ until: inDays(9), target })).toEqual([
      ['until', 'El vencimiento no puede ser anterior al actual, que es el 01/12/2026.'],
    ])
    expect(errors({ until: inDays(-30) })).toEqual([])
    expect(errors({ until: inDays(12), target, period: 'MESES' })).toEqual([
      ['until', 'Solo los movimientos en DIAS llevan un vencimiento exacto.'],
    ])
  })

  it('may carry the exact expiry of a refund, from now to the present one', () => {
    const target = party({ dateExpire: inDays(10) })
    const refund = (until: Date) => errors({ type: 'REFUND', until, target })
    expect([now, inDays(3), inDays(10)].flatMap(refund)).toEqual([])
    expect(refund(inDays(-0.001))).toEqual([['until', 'El vencimiento no puede haber pasado.']])
    expect(refund(inDays(10.001))).toEqual([
      ['until', expect.stringMatching(/no puede ser posterior al actual/)],
    ])
    expect(errors({ type: 'REFUND', until: inDays(1) })).toEqual([
      ['until', expect.stringMatching(/que son 0\.$/)],
    ])
  })

  it('ends at the last moment of the control date at the latest', () => {
    const limited = { ...transaction().settings, dateControl: '2026-12-21' }
    const last = new Date('2026-12-22T03:59:59.999Z')
    expect(errors({ until: last, settings: limited })).toEqual([])
    expect(errors({ until: new Date(last.getTime() + 1), settings: limited })).toEqual([
      ['until', 'La nueva fecha de vencimiento no puede pasar del 21/12/2026.'],
    ])
    expect(errors({ count: 31, settings: limited })).toEqual([
      ['count', expect.stringMatching(/21\/12\/2026/)],
    ])
  })

  it('counts the days of an exact expiry, rounded up, within 0 and 9999', () => {
    const exact = (type: 'CREDIT' | 'REFUND', until: Date, dateExpire: Date | null) =>
      exactCount({ type, until, target: party({ dateExpire }) }, now)
    expect(exact('CREDIT', inDays(1.1), null)).toBe(2)
    expect(exact('CREDIT', inDays(12), inDays(10))).toBe(2)
    expect(exact('CREDIT', inDays(2), inDays(-10))).toBe(2)
    expect(exact('CREDIT', inDays(-5), null)).toBe(0)
    expect(exact('CREDIT', inDays(300_000), null)).toBe(9999)
    expect(exact('REFUND', inDays(4), inDays(10))).toBe(6)
  })
})

describe('the question before a transaction of many credits (rule C33)', () => {
  const ask = (askFrom: number, credits: number, type: TransactionType = 'SALE') =>
    creditQuestion(askFrom, { type, credits, whom: 'Ana Castillo' })

  it('is asked from the number of the settings on, and never at 0', () => {
    expect(ask(500, 499)).toBeUndefined()
    expect(ask(500, 500)).toBe('¿Transferir 500 créditos a Ana Castillo?')
    expect(ask(500, 1200, 'TRANSFER')).toBe('¿Transferir 1,200 créditos a Ana Castillo?')
    expect(ask(1, 1)).toBe('¿Transferir 1 crédito a Ana Castillo?')
    expect(ask(0, 9999)).toBeUndefined()
  })

  it('says that a refund goes the other way', () => {
    expect(ask(5, 6, 'REFUND')).toBe('¿Devolver 6 créditos de Ana Castillo?')
    expect(ask(5, 6, 'REFUND_TRANSFER')).toBe('¿Devolver 6 créditos de Ana Castillo?')
  })
})
