import { and, eq, or, sql } from 'drizzle-orm'
import { effectOf, type Movement } from '../../domain/credits/rules.ts'
import { formatReference } from '../../domain/format/references.ts'
import { entryOf } from '../audit/record-change.ts'
import type { Tx } from '../database/open.ts'
import { auditEntries } from '../database/schema/audit.ts'
import { licenseTransactions, type TransactionRow } from '../database/schema/credits.ts'
import { users } from '../database/schema/users.ts'
import { statement } from '../database/statement.ts'
import type { Caller } from '../http/permissions.ts'
import { nextPosting } from './posting.ts'

const given = {
  id: sql.placeholder('id'),
  seller: sql.placeholder('seller'),
  target: sql.placeholder('target'),
  sellerMonths: sql`${sql.placeholder('sellerMonths')}::int`,
  targetMonths: sql`${sql.placeholder('targetMonths')}::int`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
  newDateExpire: sql`${sql.placeholder('newDateExpire')}::timestamptz`,
}

const trailed = {
  _id: sql`${sql.placeholder('entry')}`,
  date: given.now,
  action: 'process',
  resource: 'license_transactions',
  record: given.id,
  recordName: sql`${sql.placeholder('reference')}`,
  user: given.seller,
  userName: sql`${sql.placeholder('sellerName')}`,
  address: sql`${sql.placeholder('address')}`,
  changes: sql`${sql.placeholder('changes')}::jsonb`,
  search: sql`${sql.placeholder('search')}`,
} as const

/** Both people, the record and its entry of the trail at once; gives the record's place among the applied ones. */
const applyStatement = statement((tx) => {
  const isTarget = eq(users._id, given.target)
  const parties = tx.$with('parties').as(
    tx
      .update(users)
      .set({
        creditToResell: sql`${users.creditToResell} + case when ${isTarget} then ${given.targetMonths} else ${given.sellerMonths} end`,
        dateExpire: sql`case when ${isTarget} then coalesce(${given.newDateExpire}, ${users.dateExpire}) else ${users.dateExpire} end`,
      })
      .where(or(isTarget, and(eq(users._id, given.seller), sql`${given.sellerMonths} <> 0`)))
      .returning({ _id: users._id, dateExpire: users.dateExpire }),
  )
  const trail = tx
    .$with('trail')
    .as(tx.insert(auditEntries).values(trailed).returning({ _id: auditEntries._id }))
  return tx
    .with(parties, trail)
    .update(licenseTransactions)
    .set({
      status: 'PROCESSED',
      processedAt: given.now,
      posting: nextPosting,
      sellerMonths: given.sellerMonths,
      targetMonths: given.targetMonths,
      dateExpire: sql`${sql.placeholder('dateExpire')}::timestamptz`,
      newDateExpire: given.newDateExpire,
    })
    .where(eq(licenseTransactions._id, given.id))
    .returning({ posting: licenseTransactions.posting })
    .prepare('apply_movement')
})

/** Applies a movement that breaks no rule, on its locked rows. */
export async function applyMovement(
  tx: Tx,
  caller: Caller,
  stored: TransactionRow,
  movement: Movement,
): Promise<TransactionRow> {
  const { seller, target, now } = movement
  const effect = effectOf(movement)
  const months = { sellerMonths: effect.seller, targetMonths: effect.target }
  const { type, period, count, total, userFullName } = stored
  const { entry } = entryOf(caller, now, {
    action: 'process',
    resource: 'license_transactions',
    record: { _id: stored._id, name: formatReference(stored.reference) },
    after: { type, userFullName, period, count, total, ...months, newDateExpire: effect.dateExpire },
  })
  const [applied] = await applyStatement(tx).execute({
    entry: entry._id,
    reference: entry.recordName,
    sellerName: entry.userName,
    address: entry.address,
    changes: JSON.stringify(entry.changes),
    search: entry.search,
    id: stored._id,
    seller: seller.id,
    target: target.id,
    ...months,
    now: now.toISOString(),
    dateExpire: target.dateExpire?.toISOString() ?? null,
    newDateExpire: effect.dateExpire?.toISOString() ?? null,
  })
  if (!applied) throw new Error('The locked transaction is gone')
  return {
    ...stored,
    ...months,
    status: 'PROCESSED',
    processedAt: now,
    posting: applied.posting,
    dateExpire: target.dateExpire,
    newDateExpire: effect.dateExpire,
  }
}
