import { and, asc, eq, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  expiryOf,
  type LedgerEntry,
  type TransactionType,
  TYPE_NAMES,
} from '../../../domain/credits/transaction.ts'
import { inBatches, readLong } from '../../platform/database/long-read.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import {
  ledgerDays,
  ledgerSums,
  licenseTransactions,
  pendingTransactions,
} from '../../platform/database/schema/credits.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'

/** A stored value beside the one computed from the ledger. */
interface Reconciled<Value> {
  _id: string
  name: string
  fullName: string
  stored: Value
  computed: Value
}

/** Balances in months. */
export interface ReconciledBalance extends Reconciled<number> {
  difference: number
}

export interface Reconciliation {
  /** Of all users with a balance or with transactions that changed one. */
  balances: ReconciledBalance[]
  /** The number of recomputed licences, and those with a different stored expiry. */
  licences: { checked: number; differences: Reconciled<Date | null>[] }
  /** The number of recomputed sums, and those that differ from the kept ones. */
  sums: { checked: number; differences: ReconciledSum[] }
  isSound: boolean
}

interface Amount {
  transactions: number
  total: number
}

/** A sum of a day or, as YYYY-MM, of a month; over all sellers where none is named. */
interface ReconciledSum {
  period: string
  userCreatedName: string
  type: string
  stored: Amount
  computed: Amount
}

const USERS_AT_ONCE = 1000
/** Keeps each statement short. */
const TRANSACTIONS_AT_ONCE = 20_000

/** Recomputes balances and expiries from the processed transactions alone, in one snapshot (rule C22). */
export const reconcile = (db: Db): Promise<Reconciliation> =>
  readLong(db, async (tx) => {
    const sums = await sumMonths(tx)
    const balances: (ReconciledBalance & { nameKey: string })[] = []
    const licences: Reconciliation['licences'] = { checked: 0, differences: [] }
    for await (const batch of inBatches<Person>(USERS_AT_ONCE, (last, size) => peopleAfter(tx, last, size))) {
      balances.push(...batch.flatMap((person) => balanceOf(person, sums.get(person._id))))
      const subscribers = batch.filter(isSubscriber)
      licences.checked += subscribers.length
      licences.differences.push(...(await licenceDifferences(tx, subscribers)))
    }
    balances.sort((one, other) => compare(one.nameKey, other.nameKey) || compare(one._id, other._id))
    const kept = await reconcileSums(tx)
    const isSound =
      licences.differences.length === 0 &&
      kept.differences.length === 0 &&
      balances.every(({ difference }) => difference === 0)
    return { balances: balances.map(({ nameKey: _, ...balance }) => balance), licences, sums: kept, isSound }
  })

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const table = licenseTransactions

/** Months that the transactions added to each user's balance. */
async function sumMonths(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const [newest] = await tx.select({ reference: max(table.reference) }).from(table)
  const sums = new Map<string, number>()
  for (let after = 0; after < (newest?.reference ?? 0); after += TRANSACTIONS_AT_ONCE)
    for (const { user, months } of await monthsWithin(tx, after, after + TRANSACTIONS_AT_ONCE))
      sums.set(user, (sums.get(user) ?? 0) + months)
  return sums
}

function monthsWithin(tx: Tx, after: number, until: number) {
  const within = and(eq(table.status, 'PROCESSED'), gt(table.reference, after), lte(table.reference, until))
  const monthsOf = (user: PgColumn, months: PgColumn) =>
    tx
      .select({ user: sql<string>`${user}`.as('user'), months: sql<number>`${months}`.as('months') })
      .from(table)
      .where(and(within, sql`${months} <> 0`))
  const given = monthsOf(table.userCreated, table.sellerMonths)
    .unionAll(monthsOf(table.userLicensed, table.targetMonths))
    .as('given')
  return tx
    .select({ user: given.user, months: sql<number>`sum(${given.months})`.mapWith(Number) })
    .from(given)
    .groupBy(given.user)
}

const personColumns = {
  _id: users._id,
  name: users.name,
  nameKey: users.nameKey,
  fullName: users.fullName,
  creditToResell: users.creditToResell,
  dateExpire: users.dateExpire,
  deletedAt: users.deletedAt,
  profileName: profiles.name,
  isSystem: profiles.isSystem,
}

interface Person {
  _id: string
  name: string
  nameKey: string
  fullName: string
  creditToResell: number
  dateExpire: Date | null
  deletedAt: Date | null
  profileName: string
  isSystem: boolean
}

const peopleAfter = (tx: Tx, last: Person | undefined, size: number): PromiseLike<Person[]> =>
  tx
    .select(personColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(last && gt(users._id, last._id))
    .orderBy(asc(users._id))
    .limit(size)

const isSubscriber = ({ deletedAt, isSystem, profileName }: Person): boolean =>
  deletedAt === null && isSystem && (profileName === 'app' || profileName === 'demo')

/** Empty for a user without a balance and without transactions that changed one. */
const balanceOf = (
  { _id, name, nameKey, fullName, creditToResell: stored }: Person,
  computed: number | undefined,
) => {
  if (stored === 0 && computed === undefined) return []
  return [
    { _id, name, nameKey, fullName, stored, computed: computed ?? 0, difference: stored - (computed ?? 0) },
  ]
}

async function licenceDifferences(tx: Tx, people: readonly Person[]): Promise<Reconciled<Date | null>[]> {
  if (people.length === 0) return []
  const ids = people.map(({ _id }) => _id)
  const entries = await entriesOf(tx, ids)
  return people.flatMap(({ _id, name, fullName, dateExpire: stored }) => {
    const computed = expiryOf(entries.get(_id) ?? [])
    return computed?.getTime() === stored?.getTime() ? [] : [{ _id, name, fullName, stored, computed }]
  })
}

async function entriesOf(db: Executor, ids: string[]): Promise<Map<string, LedgerEntry[]>> {
  const rows = await db
    .select({
      user: table.userLicensed,
      type: table.type,
      period: table.period,
      count: table.count,
      processedAt: table.processedAt,
      newDateExpire: table.newDateExpire,
    })
    .from(table)
    .where(and(inArray(table.userLicensed, ids), eq(table.status, 'PROCESSED')))
    .orderBy(asc(table.posting))
  const found = new Map<string, LedgerEntry[]>()
  for (const { user, processedAt, ...row } of rows) {
    const own = found.get(user) ?? []
    own.push({ ...row, processedAt: processedAt ?? new Date(0) })
    found.set(user, own)
  }
  return found
}

/** Compares the kept sums with those of the rows, month by month: each statement is short. */
export async function reconcileSums(tx: Tx): Promise<Reconciliation['sums']> {
  const sums: Reconciliation['sums'] = { checked: 0, differences: [] }
  // Read once: the function would be called for each row.
  const zones = await tx.execute<{ zone: string }>(sql`select counted_zone() as zone`)
  const zone = sql`${zones.rows[0]?.zone}::text`
  for (const month of await monthsOfSums(tx)) {
    const { rows } = await tx.execute<SumRow>(comparedSums(month, zone))
    sums.checked += rows[0]?.checked ?? 0
    for (const { period, seller, type, ...row } of rows)
      if (period !== null && type !== null)
        sums.differences.push({
          period,
          type: TYPE_NAMES[type] ?? 'Sin procesar',
          userCreatedName: seller ?? '',
          stored: { transactions: row.stored, total: row.storedTotal },
          computed: { transactions: row.computed, total: row.computedTotal },
        })
  }
  return sums
}

/** A difference, or the only row where there is none; each with the number of sums that were compared. */
interface SumRow extends Record<string, unknown> {
  checked: number
  period: string | null
  seller: string | null
  type: TransactionType | null
  stored: number
  computed: number
  storedTotal: number
  computedTotal: number
}

/** The first days of all months that have transactions or sums. */
async function monthsOfSums(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ month: string }>(sql`
    with ends as (
      select min(date)::date - 1 as first, max(date)::date + 1 as last from ${table}
      union all select min(date)::date - 1, max(date)::date + 1 from ${pendingTransactions}
      union all select min(start), max(start) from ${ledgerSums}
      union all select min(day), max(day) from ${ledgerDays})
    select to_char(month, 'YYYY-MM-DD') as month from generate_series(
      date_trunc('month', (select min(first) from ends)::timestamp), (select max(last) from ends)::timestamp,
      interval '1 month') as month`)
  return rows.map(({ month }) => month)
}

function comparedSums(month: string, zone: SQL): SQL {
  const first = sql`${month}::date`
  const last = sql`(${month}::date + interval '1 month' - interval '1 day')::date`
  const within = (day: SQL) => sql`${day} between ${first} and ${last}`
  const pendingDay = sql`(date at time zone ${zone})::date`
  const near = sql`date >= ${first} - 1 and date < ${last} + 2 and ${within(pendingDay)}`
  const columns = sql`period, seller, name collate "C", owner, type, transactions, total, credits`
  return sql`
    with computed (period, seller, name, owner, type, transactions, total, credits) as materialized (
      select to_char(start, case span when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end), user_created,
        user_created_name, owner, type, transactions, total, credits
      from computed_ledger_sums(${zone}, ${first}, ${last})
      union all
      select to_char(day, 'YYYY-MM-DD'), null, null, block::text, type, transactions, total, credits
      from computed_ledger_days(${zone}, ${first}, ${last})
      union all
      select to_char(${pendingDay}, 'YYYY-MM-DD'), user_created, null, _id, 'CREATED', 1, 0, 0
      from ${table} where status <> 'PROCESSED' and ${near}),
    stored (period, seller, name, owner, type, transactions, total, credits) as materialized (
      select to_char(start, case span when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end), user_created,
        user_created_name, owner, type, transactions, total, credits
      from ${ledgerSums} where ${within(sql`start`)}
      union all
      select to_char(day, 'YYYY-MM-DD'), null, null, block::text, type, sum(transactions)::int, sum(total),
        sum(credits)::bigint
      from ${ledgerDays} where ${within(sql`day`)} group by day, block, type
      union all
      select to_char(${pendingDay}, 'YYYY-MM-DD'), user_created, null, _id, 'CREATED', 1, 0, 0
      from ${pendingTransactions} where ${near}),
    differences as (
      select 'stored' as side, * from (
        select ${columns} from stored except select ${columns} from computed) as more
      union all
      select 'computed', * from (
        select ${columns} from computed except select ${columns} from stored) as less),
    named as (
      select period, seller, type, max(name) as name,
        coalesce(sum(transactions) filter (where side = 'stored'), 0)::float8 as "stored",
        coalesce(sum(transactions) filter (where side = 'computed'), 0)::float8 as "computed",
        coalesce(sum(total) filter (where side = 'stored'), 0)::float8 as "storedTotal",
        coalesce(sum(total) filter (where side = 'computed'), 0)::float8 as "computedTotal"
      from differences group by period, seller, type)
    select (select count(*) from computed)::float8 as checked, named.period, named.name as seller, named.type,
      named.stored, named.computed, named."storedTotal", named."computedTotal"
    from (select) as one left join named on true order by period, seller, type`
}
