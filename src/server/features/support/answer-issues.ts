import { count, eq, gte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { ISSUE_MESSAGES, ISSUE_TYPE_NAMES } from '../../../domain/support/issue.ts'
import { COMMENT_MESSAGES, MAX_COMMENTS } from '../../../domain/support/issue-comment.ts'
import type { NewAnswers } from '../../../domain/support/issue-comment-endpoints.ts'
import { repairFilters } from '../../../domain/support/issue-endpoints.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isAnyOf, newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { batches } from '../../platform/database/schema/batches.ts'
import { issueComments, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict } from '../../platform/http/errors.ts'
import {
  type BatchEnd,
  type Chunk,
  insertBatch,
  type Outcome,
  type RecordWork,
} from '../../platform/tasks/batches.ts'
import { lockSet } from '../../platform/tasks/set-batches.ts'
import { lockUndeleted } from './issue-comments.ts'
import { resolveMe } from './list-issues.ts'
import { addToRepair, recordCommonEvent, selectionCondition, storedFilters } from './repair-issues.ts'

/** Stored changes of a batch that answers reports: its text and filters, like those of a repair. */
const answerSchema = repairFilters.extend({
  /** Removed at the end, as answers are erased with their viewers. */
  text: z.string().default(''),
  /** Id of the batch that repairs the reports; null: they are not repaired. */
  repair: z.string().nullable(),
})

/**
 * Starts answering the viewers of several reports, none that arrives later, and marking those as repaired if asked
 * (rule R17). Throws a conflict if there are more than were counted, or none.
 */
export const answerIssues = async (
  context: Context,
  currentUser: CurrentUser,
  { text, repair, ...selection }: NewAnswers,
): Promise<{ batch: string }> => {
  const where = selectionCondition(context.config, resolveMe(selection, currentUser))
  const stored = { ...storedFilters(selection), text, repair: repair ? newId() : null }
  const { resource } = answers
  const records = sql`select ${issues._id} from ${issues} where ${where ?? sql`true`}`
  const batch = await withRetry(context.db, async (tx) => {
    const { _id, total } = await insertBatch(tx, context, currentUser, {
      resource,
      action: 'answer',
      changes: stored,
      records,
    })
    if (selection.count !== undefined && total > selection.count)
      throw new Conflict(ISSUE_MESSAGES.more(total), { code: 'STALE' })
    if (total === 0) throw new Conflict(COMMENT_MESSAGES.noReports)
    return _id
  })
  context.wakeWorker?.()
  return { batch }
}

/** Answers are final; their repair is a batch of its own, which is undone in one step. */
export const answers: RecordWork<'answer'> = {
  resource: 'issues',
  chunk: { answer: 1_000 },
  final: ['answer'],
  run: answerChunk,
  ended: recordAnswers,
}

/** Locks the batch of the repair, the viewers and the reports, in the order of single requests. */
async function answerChunk({
  tx,
  context,
  currentUser,
  changes,
  records,
}: Chunk<'answer'>): Promise<Outcome[]> {
  const { text, repair, ...filters } = answerSchema.parse(changes)
  const date = context.now()
  const selection = isAnyOf(
    issues._id,
    records.map(({ _id }) => _id),
  )
  const isRepairing = repair !== null && (await lockSet(tx, repair))
  const senders = await tx.selectDistinct({ user: issues.user }).from(issues).where(selection)
  const viewers = new Set(
    await lockUndeleted(
      tx,
      senders.map(({ user }) => user),
    ),
  )
  const rows = await tx
    .select({ _id: issues._id, user: issues.user })
    .from(issues)
    .where(selection)
    .orderBy(issues._id)
    .for('no key update')
  const viewerByIssue = new Map(rows.map(({ _id, user }) => [_id, user]))
  const full = await findFull(tx, [...viewerByIssue.keys()])
  const outcomes = records.map(({ _id }): Outcome => {
    const user = viewerByIssue.get(_id)
    if (user === undefined) return { _id, state: 'refused', message: BATCH_MESSAGES.gone }
    if (!viewers.has(user)) return { _id, state: 'refused', message: COMMENT_MESSAGES.viewerGone }
    if (full.has(_id)) return { _id, state: 'refused', message: COMMENT_MESSAGES.tooMany }
    return { _id, state: 'done' }
  })
  const answeredIds = outcomes.filter(({ state }) => state === 'done').map(({ _id }) => _id)
  await insertAnswers(tx, { text, user: currentUser.id, date, where: isAnyOf(issues._id, answeredIds) })
  if (isRepairing) await addToRepair(tx, currentUser, date, selection, { _id: repair, filters })
  return outcomes
}

/** The reports among these that take no more comments. */
const findFull = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ issue: issueComments.issue })
    .from(issueComments)
    .where(isAnyOf(issueComments.issue, ids))
    .groupBy(issueComments.issue)
    .having(gte(count(), MAX_COMMENTS))
  return new Set(rows.map(({ issue }) => issue))
}

interface AnswerRows {
  text: string
  user: string
  date: Date
  where: SQL
}

/**
 * Inserts an answer for each report of a condition. The title is filled in last: like in `fillAnswer`, it is never
 * searched for placeholders.
 */
const insertAnswers = async (tx: Tx, { text, user, date, where }: AnswerRows): Promise<void> => {
  const names = sql`${JSON.stringify(ISSUE_TYPE_NAMES)}::jsonb ->> ${issues.issueType}`
  const filled = sql`replace(replace(${text.trim()}::text, '{error}', ${names}), '{titulo}', ${issueGroups.title})`
  await tx.execute(sql`
    insert into ${issueComments} (_id, issue, text, is_answer, date, user_id)
    select gen_random_uuid()::text, ${issues._id}, ${filled}, true, ${date.toISOString()}::timestamptz, ${user}
    from ${issues} join ${issueGroups} on ${issueGroups.number} = ${issues.group}
    where ${where}`)
}

/** Records one audit event for all answers and one for their repair, without the text. */
async function recordAnswers({ tx, date, author, batch }: BatchEnd): Promise<void> {
  const { text: _, repair, ...filters } = answerSchema.parse(batch.changes)
  if (batch.changed > 0)
    await recordCommonEvent(tx, author, date, {
      action: 'answer',
      filters,
      count: batch.changed,
      batch: batch._id,
    })
  const [repaired] =
    repair === null
      ? []
      : await tx.select({ count: batches.changed }).from(batches).where(eq(batches._id, repair))
  if (repair !== null && repaired)
    await recordCommonEvent(tx, author, date, { action: 'repair', filters, ...repaired, batch: repair })
  // A failed batch can be repeated.
  if (batch.state !== 'failed')
    await tx
      .update(batches)
      .set({ changes: { ...filters, repair } })
      .where(eq(batches._id, batch._id))
}
