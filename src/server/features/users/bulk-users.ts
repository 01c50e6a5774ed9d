import { and, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { isReseller, isSubscriber } from '../../../domain/access/permissions.ts'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { OPENING_BALANCE } from '../../../domain/credits/transaction.ts'
import { batchConfirmation } from '../../../domain/sign-in/confirmed-changes.ts'
import { USER_BULK_ENDPOINTS as API, USER_BULK_MESSAGES } from '../../../domain/users/bulk.ts'
import { isCreditGiver } from '../../../domain/users/import-credits.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope, isInScope, toPerson } from '../../platform/auth/scope.ts'
import { bulkAccess, refusalMessage, requireBulkPermission } from '../../platform/collections/bulk.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import type { Fields } from '../../platform/database/schema/batches.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { balances, profiles, type UserRow, users } from '../../platform/database/schema/users.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict, Invalid } from '../../platform/http/errors.ts'
import { editDate, operation } from '../../platform/http/operation.ts'
import { type BatchWork, type Chunk, type Outcome, startBatch } from '../../platform/tasks/batches.ts'
import { postTransactions } from '../credits/write-transactions.ts'
import { deleteUserIn } from './delete-user.ts'
import { lockCurrentAndUser } from './lock-authority.ts'
import { editUser, requireEditable } from './update-user.ts'
import { mapConflicts } from './user-checks.ts'
import { userFinder } from './user-finder.ts'

const resource = 'users'

/** Each user is locked, validated and written as in a single request. */
export const userBatches: BatchWork = {
  resource,
  chunk: { update: 50, delete: 20, import: 20 },
  final: ['delete'],
  asks: needsConfirmation,
  run: runChunk,
}

/** True if a change of the users that a query selects needs a confirmation (rule P17). */
async function needsConfirmation(
  db: Executor,
  action: string,
  changes: Fields,
  records: SQL,
): Promise<boolean> {
  const need = batchConfirmation(action, changes)
  if (need !== 'web') return need === 'any'
  const [row] = await db
    .select({ _id: users._id })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(profiles.accessWeb, true), sql`${users._id} in (${records})`))
    .limit(1)
  return row !== undefined
}

/** The endpoint that changes, moves or deletes many users in a batch (rule W17). */
export const bulkUserRoute = (app: App, context: Context): void => {
  const finder = userFinder(context)
  app.route({
    ...operation(API.bulk),
    config: bulkAccess(resource),
    preValidation: async ({ currentUser, body }) => {
      requireBulkPermission(currentUser, resource, body)
      finder.requireVisible(currentUser, body)
    },
    async handler({ currentUser, body }, reply) {
      reply.code(202)
      const { ids, filter = {}, expected, action } = body
      const records = ids ? usersById(context, currentUser, ids) : finder.find(currentUser, filter)
      const changes = action === 'update' ? body.changes : {}
      if (await needsConfirmation(context.db, action, changes, records)) requireConfirmed(currentUser)
      return startBatch(context, currentUser, { resource, action, changes, expected, records })
    },
  })
}

const usersById = ({ db }: Context, currentUser: CurrentUser, ids: readonly string[]): SQL =>
  sql`select ${users._id} from ${users} where ${and(isAnyOf(users._id, ids), inScope(db, currentUser))}`

async function runChunk(chunk: Chunk): Promise<Outcome[]> {
  const { tx, context, currentUser, batch, action, records } = chunk
  const isImport = action === 'import'
  const ids = records.map(({ _id }) => _id)
  // The current user's lock orders the postings of its transactions.
  const rows = await lockRows(tx, isImport ? [...ids, currentUser.id] : ids)
  const outcomes: Outcome[] = []
  // An import created resellers before their customers.
  for (const { _id, undone } of isImport ? records.toReversed() : records) {
    const row = rows.get(_id)
    const isEdited = undone && undone.written?.getTime() !== row?.dateUpdate.getTime()
    if (!row || isEdited) {
      outcomes.push({ _id, state: 'refused', message: row ? BATCH_MESSAGES.changed : BATCH_MESSAGES.gone })
      continue
    }
    try {
      // Some rules are only checked after the first write of a user.
      const outcome = await mapConflicts(() =>
        tx.transaction(async (savepoint): Promise<Outcome> => {
          if (action === 'update' || undone?.before)
            return updateOne(savepoint, chunk, row, undone?.before ?? chunk.changes)
          if (isImport) {
            await requireUnused(savepoint, row)
            await takeBackBalance(savepoint, chunk, row)
          }
          await deleteUserIn(savepoint, context, currentUser, _id, { batch })
          return { _id, state: 'done' }
        }),
      )
      outcomes.push(outcome)
    } catch (error) {
      outcomes.push({ _id, state: 'refused', message: refusalMessage(error) })
    }
  }
  return outcomes
}

const lockRows = async (tx: Tx, ids: readonly string[]): Promise<Map<string, UserRow>> => {
  const row = tx
    .select()
    .from(users)
    .where(and(isAnyOf(users._id, ids), isNull(users.deletedAt)))
  const rows = await row.orderBy(users._id).for('no key update')
  return new Map(rows.map((row) => [row._id, row]))
}

/**
 * Throws a Conflict if an imported user was used since the import: its only record must be the CREDIT or TRANSFER of the
 * import.
 */
const requireUnused = async (
  tx: Tx,
  { _id, dateCreate, lastLogin, device, views }: UserRow,
): Promise<void> => {
  const { userCreated, userLicensed, type, date } = licenseTransactions
  const [later] = await tx
    .select({ _id: licenseTransactions._id })
    .from(licenseTransactions)
    .where(
      or(
        eq(userCreated, _id),
        and(eq(userLicensed, _id), or(notInArray(type, ['CREDIT', 'TRANSFER']), ne(date, dateCreate))),
      ),
    )
    .limit(1)
  if (lastLogin !== null || device !== null || views > 0 || later) throw new Conflict(USER_BULK_MESSAGES.used)
}

/** Takes the unspent opening balance of a reseller without customers back, so that it can be deleted (rule U26). */
const takeBackBalance = async (
  tx: Tx,
  { context, currentUser, batch }: Chunk,
  target: UserRow,
): Promise<void> => {
  const hasCustomers = sql`exists (
    select from ${users} where ${eq(users.createdBy, target._id)} and ${isNull(users.deletedAt)})`
  const [balance] = await tx
    .select({ months: balances.months })
    .from(balances)
    .where(and(eq(balances._id, target._id), sql`not ${hasCustomers}`))
  if (!balance || balance.months === 0 || !isCreditGiver(currentUser)) return
  const { months } = balance
  await postTransactions({ tx, currentUser, now: context.now(), batch }, [
    {
      ...{ target, type: 'REFUND_TRANSFER', period: 'MESES', count: months, until: null },
      ...{ dateExpire: null, newDateExpire: null, targetMonths: -months, description: OPENING_BALANCE },
    },
  ])
}

async function updateOne(tx: Tx, chunk: Chunk, row: UserRow, sent: Fields): Promise<Outcome> {
  const { context, currentUser, batch } = chunk
  const { _id, dateUpdate: was } = row
  if ('seller' in sent) return moveOne(tx, chunk, row, sent.seller)
  const edited = await editUser(tx, context, currentUser, _id, sent, { batch })
  const written = new Date(edited.dateUpdate)
  if (written.getTime() === was.getTime()) return { _id, state: 'same' }
  const before = Object.fromEntries(Object.entries(row).filter(([name]) => name in sent))
  return { _id, state: 'done', before, was, written }
}

/** Moves a customer to a reseller; its past transactions stay with their sellers. */
async function moveOne(tx: Tx, chunk: Chunk, row: UserRow, seller: unknown): Promise<Outcome> {
  const { context, currentUser: session, batch, isUndo } = chunk
  const { _id, createdBy, dateUpdate: was } = row
  const need = { action: 'update', resource } as const
  const { currentUser, target } = await lockCurrentAndUser(tx, session, _id, { need })
  requireEditable(currentUser, target)
  if (!isSubscriber(toPerson(target).role))
    throw new Invalid([{ field: '', message: USER_BULK_MESSAGES.onlyCustomers }])
  const next = typeof seller === 'string' ? seller : null
  if (next !== null) await requireSeller(tx, currentUser, next, isUndo)
  if (createdBy === next) return { _id, state: 'same' }
  const written = editDate(context.now(), was)
  await tx
    .update(users)
    .set({ createdBy: next, userUpdate: currentUser.name, dateUpdate: written })
    .where(eq(users._id, _id))
  await recordChange(tx, currentUser, context.now(), {
    action: 'update',
    resource,
    record: row,
    before: { seller: createdBy },
    after: { seller: next },
    batch,
  })
  return { _id, state: 'done', before: { seller: createdBy }, was, written }
}

/** Requires a reseller in scope, or the current user; locks it against deletion. An undo accepts any earlier seller. */
async function requireSeller(tx: Tx, currentUser: CurrentUser, id: string, isUndo: boolean): Promise<void> {
  const [row] = await tx
    .select({ user: users, profile: profiles })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users._id, id), isNull(users.deletedAt)))
    .for('share', { of: users })
  const isSeller = row && (isUndo || isReseller(principalOf(row.profile).role))
  const isKnown =
    isSeller && (id === currentUser.id || isUndo || (await isInScope(tx, currentUser, row.user)))
  if (!isKnown) throw new Invalid([{ field: 'seller', message: USER_BULK_MESSAGES.seller }])
}
