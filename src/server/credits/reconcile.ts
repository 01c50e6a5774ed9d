import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { roleOf } from '../../domain/access/roles.ts'
import { expiryOf, type Posting } from '../../domain/credits/ledger.ts'
import type { Executor } from '../database/open.ts'
import { licenseTransactions } from '../database/schema/credits.ts'
import { profiles, users } from '../database/schema/users.ts'

/** What is kept of a user beside what the ledger says of it. */
interface Reconciled<Value> {
  _id: string
  name: string
  fullName: string
  stored: Value
  computed: Value
}

/** A balance in months: the stored one, and the sum of the movements. */
export interface ReconciledBalance extends Reconciled<number> {
  difference: number
}

export interface Reconciliation {
  /** Everybody with a balance or with movements of one. */
  balances: ReconciledBalance[]
  /** How many licences were recomputed, and those whose stored expiry is another one. */
  licences: { checked: number; differences: Reconciled<Date | null>[] }
  /** Whether everything agrees. */
  isSound: boolean
}

const BATCH = 1000

/** Recomputes balances and expiries from the processed movements alone (decisions D7). */
export const reconcile = async (db: Executor): Promise<Reconciliation> => {
  const balances = await reconcileBalances(db)
  const licences = await reconcileLicences(db)
  const isSound = licences.differences.length === 0 && balances.every(({ difference }) => difference === 0)
  return { balances, licences, isSound }
}

const table = licenseTransactions

async function reconcileBalances(db: Executor): Promise<ReconciledBalance[]> {
  const processed = eq(table.status, 'PROCESSED')
  const given = db
    .select({
      user: sql<string>`${table.userCreated}`.as('user'),
      months: sql<number>`${table.sellerMonths}`.as('months'),
    })
    .from(table)
    .where(and(processed, sql`${table.sellerMonths} <> 0`))
    .unionAll(
      db
        .select({
          user: sql<string>`${table.userLicensed}`.as('user'),
          months: sql<number>`${table.targetMonths}`.as('months'),
        })
        .from(table)
        .where(and(processed, sql`${table.targetMonths} <> 0`)),
    )
    .as('given')
  const sums = db
    .select({ user: given.user, months: sql<number>`sum(${given.months})`.mapWith(Number).as('months') })
    .from(given)
    .groupBy(given.user)
    .as('sums')
  const rows = await db
    .select({
      _id: users._id,
      name: users.name,
      fullName: users.fullName,
      stored: users.creditToResell,
      computed: sql<number>`coalesce(${sums.months}, 0)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(sums, eq(sums.user, users._id))
    .where(sql`${users.creditToResell} <> 0 or ${sums.user} is not null`)
    .orderBy(asc(users.nameKey), asc(users._id))
  return rows.map((row) => ({ ...row, difference: row.stored - row.computed }))
}

async function reconcileLicences(db: Executor): Promise<Reconciliation['licences']> {
  const differences: Reconciled<Date | null>[] = []
  let checked = 0
  for (let after = ''; ; ) {
    const people = await subscribersAfter(db, after)
    const last = people.at(-1)
    if (last === undefined) return { checked, differences }
    const postings = await postingsOf(
      db,
      people.map(({ _id }) => _id),
    )
    for (const { dateExpire, ...person } of people) {
      const computed = expiryOf(postings.get(person._id) ?? [])
      if (computed?.getTime() !== dateExpire?.getTime())
        differences.push({ ...person, stored: dateExpire, computed })
    }
    checked += people.length
    after = last._id
  }
}

const subscribersAfter = async (db: Executor, after: string) => {
  const rows = await db
    .select({
      _id: users._id,
      name: users.name,
      fullName: users.fullName,
      dateExpire: users.dateExpire,
      profile: { name: profiles.name, isSystem: profiles.isSystem },
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        gt(users._id, after),
        isNull(users.deletedAt),
        eq(profiles.isSystem, true),
        inArray(profiles.name, ['app', 'demo']),
      ),
    )
    .orderBy(asc(users._id))
    .limit(BATCH)
  return rows.map(({ profile, ...row }) => ({ ...row, role: roleOf(profile) }))
}

async function postingsOf(db: Executor, ids: string[]): Promise<Map<string, Posting[]>> {
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
  const found = new Map<string, Posting[]>()
  for (const { user, processedAt, ...row } of rows) {
    const own = found.get(user) ?? []
    own.push({ ...row, processedAt: processedAt ?? new Date(0) })
    found.set(user, own)
  }
  return found
}
