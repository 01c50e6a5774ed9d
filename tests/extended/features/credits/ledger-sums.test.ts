import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reconciliation } from '../../../../src/domain/credits/endpoints.ts'
import { splitDays } from '../../../../src/server/features/credits/ledger-sums.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { reconcileSums, verifySums } from '../../../../src/server/features/credits/reconcile-sums.ts'
import { rowsWhere } from '../../../../src/server/platform/database/count-rows.ts'
import { estimateRows } from '../../../../src/server/platform/database/estimate-rows.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { searchCondition } from '../../../../src/server/platform/database/search.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { type People, people, type SignedIn, storeUser } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'

/** A separate database with its own planner statistics: searches for a common word use another strategy. */
const server = testApp({ keep: true, own: true })
const path = '/api/license_transactions'
const TYPES = ['SALE', 'REFUND', 'CREDIT', 'TRANSFER', 'REFUND_TRANSFER'] as const
const TOTALS = ['sales', 'refunds', 'credits', 'transfers', 'refundTransfers'] as const
const ROWS = 800
/** Offset of the service's time zone: four hours behind UTC, all year. */
const ZONE_HOURS = 4
let team: People

/** Reproducible random numbers. */
const random = (() => {
  let state = 7
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
})()
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

interface Made {
  _id: string
  userCreated: string
  userLicensed: string
  userCreatedName: string
  type: (typeof TYPES)[number]
  status: 'CREATED' | 'PROCESSED'
  period: 'MESES' | 'DIAS'
  count: number
  total: number
  date: Date
  search: string
}
const made: Made[] = []
/** The current owner of each customer; deleted ones have no entry. */
const ownerOf = new Map<string, string | null>()
/** The first of them have been moved or deleted. */
const customers: string[] = []

const dayOf = (date: Date) => new Date(date.getTime() - ZONE_HOURS * 3_600_000).toISOString().slice(0, 10)

/**
 * Transactions over fourteen months between arbitrary parties, some pending; then some customers are moved or deleted.
 */
beforeAll(async () => {
  team = await people(server)
  const resellers = [team.superagent.id, team.agent.id, team.otherAgent.id]
  const found = await server.db.select({ _id: users._id, createdBy: users.createdBy }).from(users)
  for (const { _id, createdBy } of found) ownerOf.set(_id, createdBy)
  for (let index = 0; index < 40; index++) {
    const createdBy = pick([...resellers, team.sa.id, null])
    ownerOf.set((await storeUser(server, 'app', { createdBy }))._id, createdBy)
  }
  const sellers = [team.sa.id, team.admin.id, ...resellers]
  const targets = [...ownerOf.keys()].filter((id) => id !== team.sa.id)
  const start = Date.parse('2025-01-10T00:00:00.000Z')
  for (let index = 0; index < ROWS; index++) {
    const userCreated = pick(sellers)
    const userCreatedName = `Vendedor ${sellers.indexOf(userCreated)} ${random(20) === 0 ? 'Ñ' : 'a'}`
    const count = 1 + random(12)
    const date = new Date(start + random(14 * 30 * 24) * 3_600_000)
    const userLicensed = pick(targets.filter((id) => id !== userCreated))
    const status = random(40) === 0 ? ('CREATED' as const) : ('PROCESSED' as const)
    const search = pick([' rosa', ' pedro'])
    const _id = `t${String(index).padStart(6, '0')}`
    const type = pick(TYPES)
    const isInDays = (type === 'CREDIT' || type === 'REFUND') && random(3) === 0
    const total = isInDays ? 0 : (random(100_000) + 1) / 100
    const period = isInDays ? ('DIAS' as const) : ('MESES' as const)
    const names = { userCreated, userLicensed, userCreatedName }
    made.push({ _id, ...names, type, status, period, count, total, date, search })
  }
  for (let from = 0; from < ROWS; from += 500)
    await server.db.insert(licenseTransactions).values(
      made.slice(from, from + 500).map((row, index) => ({
        ...row,
        ...{ userFullName: 'Cliente', creditPrice: row.period === 'DIAS' ? 0 : 1 },
        posting: row.status === 'PROCESSED' ? from + index + 1 : null,
      })),
    )
  customers.push(...[...ownerOf.keys()].slice(found.length))
  for (const id of customers.slice(0, 8)) {
    const createdBy = pick([...resellers, null])
    await server.db.update(users).set({ createdBy }).where(eq(users._id, id))
    ownerOf.set(id, createdBy)
  }
  for (const id of customers.slice(5, 12)) {
    expect((await team.sa.delete(`/api/users/${id}`)).status).toBe(200)
    ownerOf.delete(id)
  }
  // Also as an agent: its own sales and those to its customers.
  for (const createdBy of [null, team.superagent.id]) {
    await server.db.update(users).set({ createdBy }).where(eq(users._id, team.otherAgent.id))
    ownerOf.set(team.otherAgent.id, createdBy)
  }
  // Processed and deleted after their creation, as sales and sweeps do.
  const pending = made.filter(({ status }) => status === 'CREATED')
  for (const row of pending.splice(0, 20)) {
    await server.db
      .update(licenseTransactions)
      .set({ status: 'PROCESSED', posting: ROWS + made.indexOf(row) })
      .where(eq(licenseTransactions._id, row._id))
    row.status = 'PROCESSED'
  }
  for (const row of pending.splice(0, 10)) {
    await server.db.delete(licenseTransactions).where(eq(licenseTransactions._id, row._id))
    made.splice(made.indexOf(row), 1)
  }
  await server.db.execute(sql`analyze license_transactions`)
  const isRosa = searchCondition(licenseTransactions.search, 'rosa')
  expect(await estimateRows(server.db, rowsWhere(licenseTransactions, isRosa))).toBeGreaterThan(200)
})

const isSeen = (caller: SignedIn, { userCreated, userLicensed }: Made): boolean => {
  if (caller === team.sa) return true
  if (userCreated === caller.id || userLicensed === caller.id) return true
  const owner = ownerOf.get(userLicensed)
  if (owner === caller.id) return true
  return (
    caller === team.superagent && owner !== null && owner !== undefined && ownerOf.get(owner) === caller.id
  )
}

interface Filters {
  from?: string
  to?: string
  type?: number
  period?: Made['period']
  seller?: string
  customer?: string
  status?: 'CREATED' | 'PROCESSED'
  search?: string
}

const queryOf = ({ from, to, type, period, seller, customer, status, search }: Filters): string =>
  Object.entries({
    ...{ dateBeging: from, dateFinish: to, type, period, status, search },
    ...{ userCreated: seller, userLicensed: customer },
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('&')

const foundBy = (
  caller: SignedIn,
  { from, to, type, period, seller, customer, status, search }: Filters,
): Made[] =>
  made.filter(
    (row) =>
      isSeen(caller, row) &&
      (from === undefined || dayOf(row.date) >= from) &&
      (to === undefined || dayOf(row.date) <= to) &&
      (type === undefined || row.type === TYPES[type - 1]) &&
      (period === undefined || row.period === period) &&
      (seller === undefined || row.userCreated === seller) &&
      (customer === undefined || row.userLicensed === customer) &&
      (status === undefined || row.status === status) &&
      (search === undefined || row.search.includes(search)),
  )

const cents = (rows: readonly Made[]) =>
  Math.round(rows.reduce((sum, { total }) => sum + total * 100, 0)) / 100
const amounts = (rows: readonly Made[]) => ({
  sales: cents(rows.filter(({ type }) => type === 'SALE')),
  refunds: cents(rows.filter(({ type }) => type === 'REFUND')),
})
const grouped = (rows: readonly Made[], keyOf: (row: Made) => string) => {
  const groups = new Map<string, Made[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

const FILTERS: Filters[] = [
  {},
  { status: 'PROCESSED' },
  { status: 'CREATED' },
  { from: '2025-03-01', to: '2025-09-30', status: 'PROCESSED' },
  { from: '2025-02-14', to: '2025-02-20' },
  { from: '2025-02-14', to: '2025-11-03', type: 1 },
  { from: '2025-05-31' },
  { to: '2025-06-01', type: 2, status: 'PROCESSED' },
  { from: '2025-02-14', to: '2025-03-15' },
  { type: 4 },
  { period: 'DIAS' },
  { period: 'MESES', from: '2025-02-14', status: 'PROCESSED' },
  { search: 'rosa' },
  { search: 'rosa', status: 'PROCESSED' },
  { search: 'rosa', from: '2025-04-02', to: '2025-08-20' },
]

describe('counts, totals and the summary equal those of the rows', () => {
  const callers = ['sa', 'superagent', 'agent', 'otherAgent'] as const
  test.each(callers)('for %s', async (name) => {
    const caller = team[name]
    const sellers = [team.sa.id, team.agent.id, caller.id]
    const bySeller = sellers.flatMap((seller) => [
      { seller },
      { seller, from: '2025-02-14', to: '2025-11-03', status: 'PROCESSED' as const },
    ])
    const byCustomer = customers
      .slice(0, 4)
      .flatMap((customer) => [
        { customer },
        { customer, search: 'rosa' },
        { customer, seller: team.agent.id },
      ])
    for (const filters of [...FILTERS, ...bySeller, ...byCustomer]) {
      const query = queryOf(filters)
      const rows = foundBy(caller, filters)
      expect((await caller.get(`${path}/size?${query}`)).body, query).toEqual({ count: rows.length })
      const processed = rows.filter(({ status }) => status === 'PROCESSED')
      const totals = Object.fromEntries(
        TYPES.map((type, index) => {
          const own = processed.filter((row) => row.type === type)
          const inDays = (wanted: boolean) =>
            own.reduce((sum, { period, count }) => sum + ((period === 'DIAS') === wanted ? count : 0), 0)
          const sums = { count: own.length, credits: inDays(false), days: inDays(true), total: cents(own) }
          return [TOTALS[index] ?? '', sums]
        }),
      )
      expect((await caller.get(`${path}/totals?${query}`)).body, query).toEqual(totals)
      const summed = processed.filter(({ type }) => type === 'SALE' || type === 'REFUND')
      const days = grouped(summed, ({ date }) => dayOf(date)).map(([day, own]) => ({ day, ...amounts(own) }))
      const bySellers = grouped(summed, ({ userCreated }) => userCreated)
        .map(([userCreated, own]) => ({
          userCreated,
          userCreatedName: own.some((row) => row.userCreatedName.endsWith('Ñ'))
            ? (own.find((row) => row.userCreatedName.endsWith('Ñ'))?.userCreatedName ?? '')
            : (own[0]?.userCreatedName ?? ''),
          ...amounts(own),
        }))
        .sort((one, other) => other.sales - one.sales || (one.userCreated < other.userCreated ? -1 : 1))
      expect((await caller.get(`${path}/summary?${query}`)).body, query).toEqual({ days, sellers: bySellers })
    }
  })
})

describe('a deep page has the right rows', () => {
  const compare = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0)
  const callers = ['sa', 'superagent', 'agent'] as const
  test.each(callers)('for %s', async (name) => {
    const caller = team[name]
    const listed = await server.db.select().from(licenseTransactions)
    const references = new Map(listed.map(({ _id, reference }) => [_id, reference]))
    for (const filters of [
      {},
      { status: 'PROCESSED' as const },
      { type: 1 },
      { from: '2025-02-14' },
      { to: '2025-02-14', type: 2 },
    ])
      for (const [sort, valueIn] of [
        ['date', ({ date }: Made) => date.getTime()],
        ['reference', ({ _id }: Made) => references.get(_id) ?? 0],
      ] as const)
        for (const order of ['asc', 'desc'] as const) {
          const sign = order === 'asc' ? 1 : -1
          const ordered = foundBy(caller, filters)
            .sort(
              (one, other) => sign * (compare(valueIn(one), valueIn(other)) || compare(one._id, other._id)),
            )
            .map(({ _id }) => _id)
          for (const page of [1, Math.ceil(ordered.length / 20), Math.ceil(ordered.length / 40), 5_000]) {
            const query = `limit=20&page=${page}&sort=${sort}&order=${order}&${queryOf(filters)}`
            const rows = (await caller.get(`${path}?${query}`)).rows.map(({ _id }: Row) => _id)
            expect(rows, query).toEqual(ordered.slice((page - 1) * 20, page * 20))
          }
        }
  })
})

test('a range split into whole months and the days around them covers each day once', () => {
  const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10)
  const isWithin = (at: string, { from, to }: { from: string | undefined; to: string | undefined }) =>
    (from === undefined || at >= from) && (to === undefined || at <= to)
  for (let run = 0; run < 100; run++) {
    const first = random(200)
    const from = run % 7 === 0 ? undefined : day(first)
    const to = run % 5 === 0 ? undefined : day(first + random(200))
    const { months, days } = splitDays(from, to)
    for (let number = 0; number < 400; number++) {
      const at = day(number)
      const times =
        (months && isWithin(`${at.slice(0, 7)}-01`, months) ? 1 : 0) +
        days.filter((each) => isWithin(at, each)).length
      expect(times, `${at} in ${from} to ${to}`).toBe(isWithin(at, { from, to }) ? 1 : 0)
    }
  }
})

test('the reconciliation agrees, and names the sums that differ', async () => {
  const { sums } = await reconcile(server.context)
  expect(sums.differences).toEqual([])
  expect(sums.checked).toBeGreaterThan(600)
  const rollback = new Error('Rolled back')
  const changes = [
    sql`update ledger_sums set total = total + 1 where (user_created, start) = (
      select user_created, start from ledger_sums where span = 'day' and type = 'SALE' order by start limit 1)
      and span = 'day' and type = 'SALE'`,
    sql`delete from ledger_sums where span = 'month' and start = '2025-03-01' and type = 'CREDIT'`,
  ]
  for (const change of changes) {
    const compared = server.db.transaction(async (tx) => {
      await tx.execute(change)
      const sums: Reconciliation['sums'] = { checked: 0, different: 0, differences: [] }
      await reconcileSums((work) => work(tx), { sums, room: 1_000 })
      expect(sums.differences.length).toBeGreaterThan(0)
      expect(sums.different).toBe(sums.differences.length)
      expect(await verifySums((work) => work(tx), new Date('2026-03-14'))).toBeUndefined()
      throw rollback
    })
    await expect(compared).rejects.toBe(rollback)
  }
})

test('the stored sums equal a recount', async () => {
  const sums = async () =>
    (
      await server.db.execute(
        sql`select * from ledger_sums order by span, start, user_created, owner, type, user_created_name`,
      )
    ).rows
  const kept = await sums()
  expect(kept.length).toBeGreaterThan(600)
  await server.db.execute(sql`select recount_ledger('America/Santo_Domingo')`)
  expect(await sums()).toEqual(kept)
})

test('a search within a scope is counted by the stored search texts, without reading customers', async () => {
  const statements = async (query: string) => {
    const sent = await textsSentBy(() => team.superagent.get(`${path}${query}`))
    return sent.filter((text) => !/"sessions"/.test(text))
  }
  const customer = made.find(({ userCreated }) => userCreated === team.agent.id)?.userLicensed
  for (const query of [
    'search=rosa',
    `search=rosa&userCreated=${team.agent.id}`,
    `userLicensed=${customer}`,
  ]) {
    const counted = (await statements(`/size?${query}`)).join()
    expect(counted).toContain('from "transaction_search"')
    expect(counted).not.toContain('"license_transactions"')
  }
  for (const page of [1, 2000]) {
    const read = await statements(`?search=rosa&limit=5&page=${page}`)
    expect(read.join()).toContain('from "license_transactions"')
    for (const query of read)
      expect(query).not.toMatch(/^select "_id" from "users"|^explain|as customers join/)
  }
})

test('the stored search texts equal a recount', async () => {
  const texts = async () => (await server.db.execute(sql`select * from transaction_search order by _id`)).rows
  const kept = await texts()
  expect(kept.length).toBeGreaterThan(100)
  await server.db.execute(sql`select recount_transaction_search()`)
  expect(await texts()).toEqual(kept)
})

test('a search for a number also finds the transaction with that reference', async () => {
  const { rows } = await server.db.execute<{ reference: number; id: string }>(sql`
    select reference::int as reference, user_licensed as id from license_transactions
    where user_created = ${team.superagent.id} order by reference limit 1`)
  const [{ reference = 0, id = '' } = {}] = rows
  const search = `search=${String(reference).padStart(6, '0')}`
  for (const caller of [team.sa, team.superagent]) {
    expect((await caller.get(`${path}/size?${search}`)).body).toEqual({ count: 1 })
    expect((await caller.get(`${path}/size?${search}&userLicensed=${id}`)).body).toEqual({ count: 1 })
    expect((await caller.get(`${path}?${search}&sort=total`)).rows).toMatchObject([{ reference }])
  }
  expect((await team.superagent.get(`${path}/size?${search}&userLicensed=${team.sa.id}`)).body).toEqual({
    count: 0,
  })
})
