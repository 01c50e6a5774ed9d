import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isReseller } from '../../../domain/access/permissions.ts'
import { BULK_MESSAGES } from '../../../domain/batches/bulk.ts'
import {
  BULK_SALE_ENDPOINTS as API,
  BULK_SALE_MESSAGES,
  type BulkSale,
  type BulkSalePreview,
  type BulkSalePreviewInput,
  MAX_SALES,
  type PlannedSale,
  planSales,
  sumTotals,
} from '../../../domain/credits/bulk-sale.ts'
import { plannedExpiry, transactionPrice } from '../../../domain/credits/rules.ts'
import { TRANSACTION_MESSAGES } from '../../../domain/credits/transaction.ts'
import { MAX_UNCONFIRMED } from '../../../domain/sign-in/confirmed-changes.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { customers, inScope } from '../../platform/auth/scope.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { queueLowBalance } from '../outbox/queue-mail.ts'
import { bulkKey, customerName, type NamedTransaction, transactionResponse } from './ledger.ts'
import {
  lockParties,
  monthsMoved,
  type NamedParty,
  readTerms,
  writeTransactions,
} from './write-transactions.ts'

/** The header of requests that make many transactions. */
export const requiredKey = (description: string) =>
  z.object({
    'idempotency-key': z
      .string(BULK_SALE_MESSAGES.key)
      .min(1, BULK_SALE_MESSAGES.key)
      .max(200, 'La clave de la solicitud es demasiado larga.')
      .meta({ description }),
  })

const headers = requiredKey('Una repetición con la misma clave devuelve las mismas transacciones')

export const SELL = { action: 'create', resource: 'license_transactions' } as const

/** Finds users by the filters of their list. */
export interface UserFinder {
  /** Refuses filters that the caller must not use. */
  requireVisible(currentUser: CurrentUser, body: unknown): void
  /** Selects the ids of the users within the caller's scope. */
  find(currentUser: CurrentUser, filter: Readonly<Record<string, string>>): SQL
}

/** Bulk sales: a preview, then one request for all. */
export const bulkSaleRoutes = (app: App, context: Context, finder: UserFinder): void => {
  app.route({
    ...operation(API.preview),
    // Shows the same data as the users' list, so it needs the same permission.
    config: { access: { all: [SELL, { action: 'read', resource: 'users' }] }, cases: customers() },
    preValidation: async ({ currentUser, body }) => finder.requireVisible(currentUser, body),
    handler({ currentUser, body }) {
      const { ids, filter = {} } = body
      const selection = ids
        ? sql`select ${users._id} from ${users} where ${and(isAnyOf(users._id, ids), inScope(context.db, currentUser))}`
        : finder.find(currentUser, filter)
      return previewSales(context, currentUser, body, selection)
    },
  })
  app.route({
    ...operation(API.sell, { headers }),
    config: { access: SELL, cases: customers() },
    async handler({ currentUser, body, headers }, reply) {
      const { rows, isRepeat } = await sellInBulk(context, currentUser, body, headers['idempotency-key'])
      reply.code(isRepeat ? 200 : 201)
      return rows.map((row) => transactionResponse(row, context.config.timeZone))
    },
  })
}

/** Previews the result for each user, without locks. */
async function previewSales(
  { db, now, config }: Context,
  currentUser: CurrentUser,
  { expected, period, count }: BulkSalePreviewInput,
  selection: SQL,
): Promise<BulkSalePreview> {
  const selected = await db.execute<{ _id: string }>(sql`${selection} limit ${MAX_SALES + 1}`)
  const ids = selected.rows.map(({ _id }) => _id)
  if (ids.length > MAX_SALES) throw new Invalid([{ field: 'filter', message: BULK_SALE_MESSAGES.tooMany }])
  if (ids.length !== expected)
    throw new Conflict(BULK_MESSAGES.count(ids.length, expected), { code: 'COUNT' })
  const { seller, targets, settings } = await readTerms(db, db, currentUser, ids)
  const terms = { period, count, seller, settings, timeZone: config.timeZone, now: now() }
  const sales = planSales(terms, targets)
  const { creditPrice, total } = transactionPrice({ type: 'SALE', ...terms })
  const possible = sales.filter(({ message }) => message === undefined)
  const before = seller.creditToResell
  return {
    sales: sales.map(({ target, transaction, message }) => ({
      _id: target.id,
      name: target.user.name,
      fullName: target.user.fullName,
      status: target.user.status,
      dateExpire: target.dateExpire?.toISOString() ?? null,
      newDateExpire: message === undefined ? (plannedExpiry(transaction)?.toISOString() ?? null) : null,
      total,
      message: message ?? '',
    })),
    creditPrice,
    total: sumTotals(possible.map(() => total)),
    balance: isReseller(seller.role) ? { before, after: before + monthsMoved(possible) } : null,
  }
}

/**
 * Sells to all or none: locks seller and targets in id order, to avoid deadlocks, then plans on the locked rows. Writes
 * the transactions and audit events that single sales would.
 */
async function sellInBulk(
  { db, now, config, metrics }: Context,
  currentUser: CurrentUser,
  sale: BulkSale,
  key: string,
): Promise<{ rows: NamedTransaction[]; isRepeat: boolean }> {
  const { ids, period, count, total, description } = sale
  const result = await withRetry(db, async (tx) => {
    await lockParties(tx, currentUser, ids)
    const earlier = await findEarlier(tx, currentUser, sale, key)
    if (earlier) return { rows: earlier, isRepeat: true }
    const { seller, targets, settings } = await readTerms(db, tx, currentUser, ids)
    const sales = planSales(
      { period, count, seller, settings, timeZone: config.timeZone, now: now() },
      targets,
    )
    requireAll(ids, sales)
    const sum = sumTotals(sales.map(({ transaction }) => transactionPrice(transaction).total))
    if (total !== undefined && total !== sum) {
      const { currency } = await currentSettings(tx)
      throw new Conflict(BULK_SALE_MESSAGES.priced(sum, currency), { code: 'TOTAL' })
    }
    if (ids.length > MAX_UNCONFIRMED) requireConfirmed(currentUser)
    const keys = saleKeys(key, sales.length)
    const rows = await writeTransactions(
      tx,
      currentUser,
      { seller, description },
      sales.map(({ target, transaction }, index) => ({ target, transaction, key: keys[index] ?? key })),
    )
    const before = seller.creditToResell
    await queueLowBalance(tx, settings.lowBalanceMail, {
      user: seller.id,
      before,
      after: before + monthsMoved(sales),
      cause: rows[0]?._id ?? '',
      date: now(),
    })
    const userNames = new Map(sales.map(({ target }) => [target.id, target.user.name]))
    const named = rows.map((row) => ({ ...row, userName: userNames.get(row.userLicensed) ?? '' }))
    return { rows: named, isRepeat: false }
  })
  if (!result.isRepeat) for (const row of result.rows) metrics?.countTransaction(row)
  return result
}

/** Idempotency keys of a request's sales. One more is looked up, to detect a longer request with the same key. */
const saleKeys = (key: string, sales: number): string[] =>
  Array.from({ length: sales }, (_, index) => bulkKey(key, index + 1))

/** Result of an earlier request with this key; throws if its body differed. Repeats wait for the seller's lock. */
async function findEarlier(
  tx: Tx,
  currentUser: CurrentUser,
  { ids, period, count, description }: BulkSale,
  key: string,
): Promise<NamedTransaction[] | undefined> {
  const rows = await tx
    .select({ ...getTableColumns(licenseTransactions), userName: customerName })
    .from(licenseTransactions)
    .where(
      and(
        eq(licenseTransactions.userCreated, currentUser.id),
        inArray(licenseTransactions.idempotencyKey, [key, ...saleKeys(key, ids.length + 1)]),
      ),
    )
    .orderBy(licenseTransactions.posting)
  if (rows.length === 0) return undefined
  const requested = new Set(ids)
  const isSame =
    rows.length === ids.length &&
    rows.every(
      (row) =>
        requested.has(row.userLicensed) &&
        row.idempotencyKey !== key &&
        row.status === 'PROCESSED' &&
        row.type === 'SALE' &&
        row.period === period &&
        row.count === count &&
        row.description === description,
    )
  if (!isSame) throw new Invalid([{ field: '', message: TRANSACTION_MESSAGES.keyReused }])
  return rows
}

type Sales = readonly PlannedSale<NamedParty>[]

/** Throws with an error for each user who cannot be sold to. */
const requireAll = (ids: readonly string[], sales: Sales): void => {
  const saleByUser = new Map(sales.map((sale) => [sale.target.id, sale]))
  const refused = ids.flatMap((id) => {
    const field = `users.${id}`
    const sale = saleByUser.get(id)
    if (!sale) return [{ field, message: new NotFound().message }]
    const { message, target } = sale
    return message === undefined ? [] : [{ field, message: `${target.user.fullName}: ${message}` }]
  })
  if (refused.length === 0) return
  const general = BULK_SALE_MESSAGES.refused(refused.length, ids.length)
  throw new Invalid([{ field: '', message: general }, ...refused])
}
