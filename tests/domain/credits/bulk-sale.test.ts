import { expect, test } from 'vitest'
import { planSales, sumTotals } from '../../../src/domain/credits/bulk-sale.ts'
import type { Party } from '../../../src/domain/credits/rules.ts'
import { firstSettings } from '../../../src/domain/settings/settings.ts'

const now = new Date('2026-11-21T15:00:00.000Z')
const party = (id: string, changes: Partial<Party> = {}): Party => ({
  id,
  role: 'app',
  creditToResell: 0,
  dateExpire: null,
  ...changes,
})
const day = (date: string) => new Date(`${date}T00:00:00.000Z`)
const plan = (targets: readonly Party[], { balance = 24, count = 1, role = 'agent' as Party['role'] } = {}) =>
  planSales(
    {
      seller: party('agente', { role, creditToResell: balance }),
      period: 'MESES',
      count,
      settings: { ...firstSettings(), dateControl: '2030-12-31' },
      timeZone: 'America/Santo_Domingo',
      now,
    },
    targets,
  )
const outcome = (sales: ReturnType<typeof plan>) => sales.map(({ target, message }) => [target.id, message])

const SHORT = 'No tiene créditos suficientes: su balance de 4 no alcanza para todos.'

test('allocates the balance to licences in order of expiry, new ones last', () => {
  const targets = [
    party('nuevo'),
    party('c', { dateExpire: day('2026-12-02') }),
    party('b', { dateExpire: day('2026-12-01') }),
    party('a', { dateExpire: day('2026-12-02') }),
  ]
  expect(outcome(plan(targets, { balance: 4, count: 2 }))).toEqual([
    ['b', undefined],
    ['a', undefined],
    ['c', SHORT],
    ['nuevo', SHORT],
  ])
})

test('a sale refused for another reason uses no balance', () => {
  const targets = [
    party('demo', { role: 'demo', dateExpire: day('2026-11-22') }),
    party('lejos', { dateExpire: day('2030-12-30') }),
    party('a', { dateExpire: day('2026-12-01') }),
    party('b', { dateExpire: day('2026-12-02') }),
  ]
  expect(outcome(plan(targets, { balance: 4, count: 2 }))).toEqual([
    ['demo', 'Es un demo: no compra licencias.'],
    ['a', undefined],
    ['b', undefined],
    ['lejos', 'La nueva fecha de vencimiento no puede pasar del 31/12/2030.'],
  ])
})

test('a sale above the whole balance is refused like a single sale', () => {
  expect(outcome(plan([party('a')], { balance: 4, count: 5 }))).toEqual([
    ['a', 'No tiene créditos suficientes, su balance es de 4.'],
  ])
})

test('administrators sell without needing a balance', () => {
  const targets = Array.from({ length: 50 }, (_, index) => party(`cliente-${index}`))
  expect(plan(targets, { balance: 0, role: 'admin' }).every(({ message }) => message === undefined)).toBe(
    true,
  )
})

test('sums of amounts have no rounding errors', () => {
  expect(sumTotals(Array.from({ length: 3 }, () => 0.1))).toBe(0.3)
  expect(sumTotals([])).toBe(0)
})
