import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { COMPENSATE, START_COMPENSATION } from '../../../domain/access/permissions.ts'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../domain/batches/bulk.ts'
import {
  COMPENSATION_ENDPOINTS as API,
  COMPENSATION_MESSAGES,
  type CompensationPreview,
  type CompensationTerms,
  compensatedAt,
  type NewCompensation,
  planCompensation,
  planReversal,
  reversalText,
  storedCompensation,
} from '../../../domain/credits/compensation.ts'
import { plannedExpiry } from '../../../domain/credits/rules.ts'
import { PROCESSING_MINUTES } from '../../../domain/credits/transaction.ts'
import { MAX_UNCONFIRMED } from '../../../domain/sign-in/confirmed-changes.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { licences, users } from '../../platform/database/schema/users.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import {
  type BatchEnd,
  type Chunk,
  type Outcome,
  type RecordWork,
  startBatch,
} from '../../platform/tasks/batches.ts'
import { requiredKey, type UserFinder } from './bulk-sale.ts'
import { batchKey } from './ledger.ts'
import { type KeyedTransaction, lockParties, readTerms, writeTransactions } from './write-transactions.ts'

const resource = 'users'
const action = 'compensate'

const headers = requiredKey('Una repetición con la misma clave devuelve el mismo cambio en lote')

/** 'Compensar días': a preview, and the start of the batch (rule C32). */
export const compensationRoutes = (app: App, context: Context, finder: UserFinder): void => {
  app.route({
    ...operation(API.preview),
    config: { access: START_COMPENSATION, peopleOnly: true, isLong: true },
    preValidation: async ({ currentUser, body }) => finder.requireVisible(currentUser, body),
    handler: ({ currentUser, body }) =>
      preview(context, currentUser, body, selectRunning(context, finder, currentUser, body)),
  })
  app.route({
    ...operation(API.start, { headers }),
    config: { access: START_COMPENSATION, peopleOnly: true, isLong: true },
    preValidation: async ({ currentUser, body }) => finder.requireVisible(currentUser, body),
    async handler({ currentUser, body, headers }, reply) {
      reply.code(202)
      return start(context, currentUser, body, headers['idempotency-key'], finder)
    },
  })
}

const start = (
  context: Context,
  currentUser: CurrentUser,
  { expected, ...changes }: NewCompensation,
  key: string,
  finder: UserFinder,
): Promise<{ batch: string }> => {
  const records = selectRunning(context, finder, currentUser, changes)
  if (expected > MAX_UNCONFIRMED) requireConfirmed(currentUser)
  return startBatch(context, currentUser, { resource, action, changes, expected, records, key })
}

/**
 * A query of the ids (`_id`) of the app users of a filter whose licence ran at an instant. By the ledger: the last
 * transaction processed until then gave an expiry after it. No transaction ends a licence before the moment at which it is
 * processed, so only licences that end after the instant are read, and the ledger only for those with later transactions.
 */
const selectRunning = (
  { db, now }: Context,
  finder: UserFinder,
  currentUser: CurrentUser,
  { at: asked, filter }: CompensationTerms,
): SQL => {
  const instant = compensatedAt(new Date(asked), now())
  if (!instant) throw new Invalid([{ field: 'at', message: COMPENSATION_MESSAGES.future }])
  const at = instant.toISOString()
  const since = db
    .selectDistinct({ user: sql<string>`${licenseTransactions.userLicensed}`.as('user') })
    .from(licenseTransactions)
    .where(and(createdSince(instant), gt(licenseTransactions.processedAt, instant)))
  const earlier = sql`(
    select t.new_date_expire from ${licenseTransactions} as t
    where t.user_licensed = ${licences._id} and t.processed_at <= ${at}::timestamptz and t.new_date_expire is not null
    order by t.posting desc limit 1)`
  const isApp = sql`${users.profile} = (select system_profile('app'))`
  return sql`
    select ${licences._id} from ${licences}
    join ${users} on ${users._id} = ${licences._id}
    left join (${since}) as since on since."user" = ${licences._id}
    where ${and(gt(licences.dateExpire, instant), isNull(users.deletedAt), isApp)}
      and ${licences._id} in (${finder.find(currentUser, filter)})
      and (since."user" is null or ${earlier} > ${at}::timestamptz)`
}

/** An indexed condition for transactions that may have been processed after an instant (rule C16). */
const createdSince = (instant: Date): SQL =>
  gt(licenseTransactions.date, new Date(instant.getTime() - 2 * PROCESSING_MINUTES * 60_000))

const EXAMPLES = 3

const preview = async (
  { db, now, config }: Context,
  currentUser: CurrentUser,
  { days }: CompensationTerms,
  selection: SQL,
): Promise<CompensationPreview> => {
  const date = now()
  const at = sql`${date.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ _id: string; count: number; ended: number }>(sql`
    with chosen as materialized (${selection} limit ${MAX_RECORDS + 1})
    select ${licences._id}, count(*) over ()::int as count,
      (count(*) filter (where ${licences.dateExpire} <= ${at}) over ())::int as ended
    from chosen join ${licences} using (_id)
    order by abs(extract(epoch from ${licences.dateExpire} - ${at})), ${licences._id} limit ${EXAMPLES}`)
  const { count, ended } = rows[0] ?? { count: 0, ended: 0 }
  if (count > MAX_RECORDS) throw new Invalid([{ field: 'filter', message: BULK_MESSAGES.tooMany }])
  const ids = rows.map(({ _id }) => _id)
  const { targets, ...terms } = await readTerms(db, db, currentUser, ids)
  const planned = new Map(
    targets.map((target) => [
      target.id,
      { target, ...planCompensation({ ...terms, target, timeZone: config.timeZone, now: date }, days) },
    ]),
  )
  return {
    count,
    ended,
    examples: ids.flatMap((id) => {
      const { target, transaction, message = '' } = planned.get(id) ?? {}
      if (!target?.dateExpire || !transaction) return []
      const newDateExpire = message === '' ? plannedExpiry(transaction) : null
      return {
        _id: id,
        name: target.user.name,
        fullName: target.user.fullName,
        dateExpire: target.dateExpire.toISOString(),
        newDateExpire: newDateExpire?.toISOString() ?? null,
        message,
      }
    }),
  }
}

/**
 * The batches of compensations, and of those that undo one. A chunk locks the author and its users for some 40 ms, for
 * which sales to them wait.
 */
export const compensations: RecordWork<typeof action> = {
  resource,
  permission: COMPENSATE,
  chunk: { compensate: 25 },
  asks: (db, _action, _changes, records) => isMany(db, records),
  run: writeChunk,
  ended: recordCompensation,
}

/** True if undoing a batch of these records asks for a confirmation (rule P17). */
async function isMany(db: Executor, records: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`${records} limit ${MAX_UNCONFIRMED + 1}`)
  return rows.length > MAX_UNCONFIRMED
}

/** Each user is locked and checked as in a single transaction, and named if it cannot be made. */
async function writeChunk({
  tx,
  context,
  currentUser,
  batch,
  isUndo,
  undoes,
  changes,
  records,
}: Chunk): Promise<Outcome[]> {
  const { days, reason } = storedCompensation.parse(changes)
  const ids = records.map(({ _id }) => _id)
  await lockParties(tx, currentUser, ids)
  const { seller, targets, settings } = await readTerms(context.db, tx, currentUser, ids)
  const written = await findWritten(tx, currentUser, batch, ids)
  const ended = undoes === null ? new Set<string>() : await findEnded(tx, currentUser, undoes, ids)
  const byId = new Map(targets.map((target) => [target.id, target]))
  const plan = isUndo ? planReversal : planCompensation
  const terms = { seller, settings, timeZone: context.config.timeZone, now: context.now() }
  const transactions: KeyedTransaction[] = []
  const outcomes = ids.map((_id): Outcome => {
    if (written.has(batchKey(batch, _id))) return { _id, state: 'same' }
    const target = byId.get(_id)
    if (!target) return { _id, state: 'refused', message: BATCH_MESSAGES.gone }
    const { transaction, message } = plan({ ...terms, target }, days)
    if (message !== undefined) return { _id, state: 'refused', message }
    if (ended.has(_id)) return { _id, state: 'refused', message: COMPENSATION_MESSAGES.ended }
    transactions.push({ target, transaction, key: batchKey(batch, _id) })
    return { _id, state: 'done' }
  })
  const description = isUndo ? reversalText(reason) : reason
  await writeTransactions(tx, currentUser, { seller, description, batch }, transactions)
  return outcomes
}

/** The keys under which a batch has already written transactions: an id that was used before doubles none. */
const findWritten = async (
  tx: Tx,
  currentUser: CurrentUser,
  batch: string,
  ids: readonly string[],
): Promise<Set<string | null>> => {
  const rows = await tx
    .select({ key: licenseTransactions.idempotencyKey })
    .from(licenseTransactions)
    .where(
      and(
        eq(licenseTransactions.userCreated, currentUser.id),
        isAnyOf(
          licenseTransactions.idempotencyKey,
          ids.map((id) => batchKey(batch, id)),
        ),
      ),
    )
  return new Set(rows.map(({ key }) => key))
}

/**
 * The users whose licence ended after a batch gave them its days, and began anew since: by a later transaction that found it
 * ended. Without one, the present expiry tells.
 */
const findEnded = async (
  tx: Tx,
  currentUser: CurrentUser,
  undone: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const keys = ids.map((id) => batchKey(undone, id))
  const { rows } = await tx.execute<{ user: string }>(sql`
    select distinct later.user_licensed as "user"
    from ${licenseTransactions} as given
      join ${licenseTransactions} as later on later.user_licensed = given.user_licensed
    where given.user_created = ${currentUser.id} and given.idempotency_key = any(${sql.param(keys)})
      and later.posting > given.posting and later.type in ('SALE', 'CREDIT')
      and later.date_expire <= later.processed_at`)
  return new Set(rows.map(({ user }) => user))
}

/** One event for the whole batch, beside those of its transactions. */
async function recordCompensation({ tx, date, author, batch, isUndo, changes }: BatchEnd): Promise<void> {
  const { at, days, reason } = storedCompensation.parse(changes)
  const { changed: people, refused } = batch
  await recordChange(tx, author, date, {
    action: isUndo ? 'undo-compensate' : action,
    resource,
    record: { _id: null, name: reason },
    batch: batch._id,
    after: { at, days, reason, people, refused },
  })
}
