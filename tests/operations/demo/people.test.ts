import { describe, expect, it } from 'vitest'
import { extendedExpiry, reducedExpiry } from '../../../src/domain/credits/transaction.ts'
import { dayOf, startOfDay } from '../../../src/domain/format/dates.ts'
import { PLATFORMS } from '../../../src/domain/settings/platforms.ts'
import { demoExpiry } from '../../../src/domain/users/creation.ts'
import { userSchema } from '../../../src/domain/users/user.ts'
import { DAY, shift } from '../../../src/server/demo/clock.ts'
import { composePeople, type People } from '../../../src/server/demo/people/compose-people.ts'
import { type DemoTransaction, monthsOf } from '../../../src/server/demo/people/ledger.ts'
import type { DemoUser } from '../../../src/server/demo/people/make-user.ts'
import { demoSettings } from '../../../src/server/demo/settings.ts'
import { DEMO_LOGINS } from '../../../src/server/features/sign-in/demo-logins.ts'

const profileNames = [
  'sa',
  'superagent',
  'agent',
  'app',
  'demo',
  'Administrador',
  'Soporte',
  'Catálogo',
  'Consulta',
]
const profiles = new Map(profileNames.map((name, index) => [name, `profile-${index}`]))
const timeZone = 'America/Santo_Domingo'

const peopleAt = (now: Date): People =>
  composePeople({ now, since: shift(now, -1280 * DAY), timeZone, platforms: PLATFORMS, profiles })

/** Ends of months, a leap day, and the minutes around midnight in Santo Domingo. */
const moments = [
  '2026-11-21T15:00:00.000Z',
  '2026-03-31T12:00:00.000Z',
  '2028-02-29T18:30:00.000Z',
  '2027-01-01T03:59:30.000Z',
  '2027-03-01T04:00:10.000Z',
]

/** Balances and expiries computed from the ledger only. */
function fold(transactions: readonly DemoTransaction[]) {
  const balances = new Map<DemoUser, number>()
  const lowest = new Map<DemoUser, number>()
  const expiries = new Map<DemoUser, Date | null>()
  const add = (user: DemoUser, months: number) => {
    const balance = (balances.get(user) ?? 0) + months
    balances.set(user, balance)
    lowest.set(user, Math.min(lowest.get(user) ?? 0, balance))
  }
  const isReseller = ({ role }: DemoUser) => role === 'agent' || role === 'superagent'
  for (const { by, to, date, ...transaction } of transactions) {
    const months = monthsOf(transaction)
    const before = expiries.get(to) ?? null
    if (transaction.type === 'TRANSFER') add(to, months)
    if (transaction.type === 'REFUND_TRANSFER') add(to, -months)
    if ((transaction.type === 'TRANSFER' || transaction.type === 'SALE') && isReseller(by)) add(by, -months)
    if (transaction.type === 'SALE' || (transaction.type === 'CREDIT' && to.role !== 'demo'))
      expiries.set(to, extendedExpiry(before, months, date))
    if (transaction.type === 'CREDIT' && to.role === 'demo')
      expiries.set(to, demoExpiry(date, { demoHours: 2 }))
    if (transaction.type === 'REFUND') expiries.set(to, reducedExpiry(before, months, date))
  }
  return { balances, lowest, expiries }
}

describe.each(moments)('the people of the demo at %s', (moment) => {
  const now = new Date(moment)
  const { users, transactions } = peopleAt(now)
  const named = (name: string) => users.find(({ input }) => input.name === name)

  it('are 500, over all roles and states', () => {
    expect(users).toHaveLength(500)
    const having = (role: string) => users.filter((user) => user.role === role).length
    expect(having('sa')).toBe(1)
    expect(having('superagent')).toBe(3)
    expect(having('agent')).toBe(30)
    expect(having('agent')).toBeGreaterThan(20)
    expect(having('app')).toBeGreaterThan(300)
    expect(having('demo')).toBeGreaterThan(30)
    const subscribers = users.filter(({ role }) => role === 'app')
    expect(subscribers.filter(({ dateExpire }) => dateExpire === null).length).toBeGreaterThan(5)
    expect(subscribers.filter(({ dateExpire }) => dateExpire && dateExpire < now).length).toBeGreaterThan(50)
    expect(subscribers.filter(({ input }) => input.status === 'disable').length).toBeGreaterThan(10)
    expect(new Set(subscribers.map(({ input }) => input.platform)).size).toBe(PLATFORMS.length)
    const demos = users.filter(({ role }) => role === 'demo')
    expect(demos.filter(({ dateExpire }) => dateExpire && dateExpire > now).length).toBeGreaterThan(3)
    expect(demos.filter(({ dateExpire }) => dateExpire && dateExpire < now).length).toBeGreaterThan(20)
  })

  it.each([0, 1, 3, 7, 15, 30])('have licences that end in %i days', (days) => {
    const start = shift(startOfDay(dayOf(now, timeZone), timeZone), days * DAY)
    const end = shift(start, DAY)
    const ending = users.filter(
      ({ role, dateExpire }) => role === 'app' && dateExpire && dateExpire >= start && dateExpire < end,
    )
    expect(ending.filter(({ dateExpire }) => dateExpire && dateExpire > now).length).toBeGreaterThan(3)
  })

  it('are valid users with unique names', () => {
    for (const { input } of users) expect(userSchema.parse(input)).toEqual(input)
    expect(new Set(users.map(({ input }) => input.name.toLowerCase())).size).toBe(users.length)
    expect(new Set(users.map(({ id }) => id)).size).toBe(users.length)
  })

  it('have coherent dates', () => {
    for (const user of users) {
      expect(user.dateCreate <= now, user.input.name).toBe(true)
      expect(user.dateUpdate >= user.dateCreate && user.dateUpdate <= now, user.input.name).toBe(true)
      if (user.lastLogin)
        expect(user.lastLogin >= user.dateCreate && user.lastLogin <= now, user.input.name).toBe(true)
      if (user.device) expect(user.lastLogin, user.input.name).not.toBeNull()
      if (user.createdBy) expect(user.createdBy.dateCreate <= user.dateCreate, user.input.name).toBe(true)
    }
  })

  it('were created by users who were allowed to', () => {
    const canCreate: Record<string, string[]> = {
      app: ['admin', 'superagent', 'agent'],
      demo: ['admin', 'superagent', 'agent'],
      agent: ['admin', 'superagent'],
      superagent: ['admin'],
      admin: ['sa'],
    }
    for (const { role, createdBy, input } of users)
      if (role === 'sa') expect(createdBy).toBeNull()
      else expect(canCreate[role], input.name).toContain(createdBy?.role)
  })

  it('have the balances and expiries of the ledger, never below zero', () => {
    const { balances, lowest, expiries } = fold(transactions)
    for (const user of users) {
      expect(user.creditToResell, user.input.name).toBe(balances.get(user) ?? 0)
      expect(lowest.get(user) ?? 0, user.input.name).toBe(0)
      expect(user.dateExpire, user.input.name).toEqual(expiries.get(user) ?? null)
    }
  })

  it('sell within scope and caps, and never in the future', () => {
    const { transMax, agentTransMax } = demoSettings()
    for (const { by, to, type, count, date } of transactions) {
      expect(date <= now && date >= by.dateCreate && date >= to.dateCreate).toBe(true)
      expect(count).toBeLessThanOrEqual(by.role === 'admin' ? transMax : agentTransMax)
      if (by.role === 'agent') expect(type === 'SALE' || to.role === 'demo').toBe(true)
      if (by.role !== 'admin') expect(to.createdBy).toBe(by)
      if (type === 'TRANSFER' || type === 'REFUND_TRANSFER') expect(to.role).toMatch(/agent$/)
      else expect(to.role).toMatch(/^(?:app|demo)$/)
      expect(count > 0 || to.role === 'demo').toBe(true)
    }
    expect(new Set(transactions.map(({ type }) => type)).size).toBe(5)
  })

  it('include a login for each role; the agent belongs to the superagent and has customers and a balance', () => {
    expect(DEMO_LOGINS.map(({ name }) => named(name)?.role)).toEqual([
      'sa',
      'admin',
      'superagent',
      'agent',
      'admin',
    ])
    const agent = named('agente')
    expect(agent?.createdBy).toBe(named('superagente'))
    expect(agent?.creditToResell).toBe(17)
    expect(named('superagente')?.creditToResell).toBe(46)
    const customers = users.filter(({ createdBy }) => createdBy === agent)
    expect(customers.filter(({ role }) => role === 'app').length).toBeGreaterThan(20)
    expect(customers.some(({ role, dateExpire }) => role === 'demo' && dateExpire && dateExpire > now)).toBe(
      true,
    )
    for (const { name } of DEMO_LOGINS) expect(named(name)?.input.status).toBe('enable')
  })
})

it('the people of the demo are generated deterministically', () => {
  const now = new Date('2026-11-21T15:00:00.000Z')
  expect(peopleAt(now)).toEqual(peopleAt(now))
})
