import { and, asc, eq, gt, inArray, lte, max, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { expiryOf, type LedgerEntry } from '../../../domain/credits/transaction.ts'
import { inBatches, readLong } from '../../platform/database/long-read.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
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
  isSound: boolean
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
    const isSound = licences.differences.length === 0 && balances.every(({ difference }) => difference === 0)
    return { balances: balances.map(({ nameKey: _, ...balance }) => balance), licences, isSound }
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
