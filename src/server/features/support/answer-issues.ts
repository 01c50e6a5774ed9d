import { count, eq, gte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { ISSUE_MESSAGES, ISSUE_TYPE_NAMES } from '../../../domain/support/issue.ts'
import { COMMENT_MESSAGES, MOST_COMMENTS } from '../../../domain/support/issue-comment.ts'
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
  type Chunk,
  type Ended,
  insertBatch,
  type Outcome,
  type RecordWork,
} from '../../platform/tasks/batches.ts'
import { lockSet } from '../../platform/tasks/set-batches.ts'
import { lockUndeleted } from './issue-comments.ts'
import { withMe } from './list-issues.ts'
import { addToRepair, conditionOf, recordForAll, storedFilters } from './repair-issues.ts'

/** An answer to several reports, as its batch stores it: beside the filters, as those of a repair. */
const storedAnswer = repairFilters.extend({
  /** Removed at the end, as answers are erased with their viewers. */
  text: z.string().default(''),
  /** Id of the batch that repairs the reports; null: they are not repaired. */
  repair: z.string().nullable(),
})

/**
 * Starts answering the viewers of several reports, none that arrives later, and marking those as repaired if asked (rule
 * R17). Throws a conflict if there are more than were counted, or none.
 */
export const answerIssues = async (
  context: Context,
  currentUser: CurrentUser,
  { text, repair, ...chosen }: NewAnswers,
): Promise<{ batch: string }> => {
  const where = conditionOf(context.config, withMe(chosen, currentUser))
  const stored = { ...storedFilters(chosen), text, repair: repair ? newId() : null }
  const { resource } = answers
  const records = sql`select ${issues._id} from ${issues} where ${where ?? sql`true`}`
  const batch = await withRetry(context.db, async (tx) => {
    const { _id, total } = await insertBatch(tx, context, currentUser, {
      resource,
      action: 'answer',
      changes: stored,
      records,
    })
    if (chosen.count !== undefined && total > chosen.count)
      throw new Conflict(ISSUE_MESSAGES.more(total), { code: 'STALE' })
    if (total === 0) throw new Conflict(COMMENT_MESSAGES.noReports)
    return _id
  })
  context.wakeWorker?.()
  return { batch }
}

/** Answers that cannot be taken back; the repair is a batch of its own, undone in one step whatever their number. */
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
  const { text, repair, ...filters } = storedAnswer.parse(changes)
  const date = context.now()
  const chosen = isAnyOf(
    issues._id,
    records.map(({ _id }) => _id),
  )
  const isRepairing = repair !== null && (await lockSet(tx, repair))
  const senders = await tx.selectDistinct({ user: issues.user }).from(issues).where(chosen)
  const viewers = new Set(
    await lockUndeleted(
      tx,
      senders.map(({ user }) => user),
    ),
  )
  const found = await tx
    .select({ _id: issues._id, user: issues.user })
    .from(issues)
    .where(chosen)
    .orderBy(issues._id)
    .for('no key update')
  const userOf = new Map(found.map(({ _id, user }) => [_id, user]))
  const full = await fullAmong(tx, [...userOf.keys()])
  const outcomes = records.map(({ _id }): Outcome => {
    const user = userOf.get(_id)
    if (user === undefined) return { _id, state: 'refused', message: BATCH_MESSAGES.gone }
    if (!viewers.has(user)) return { _id, state: 'refused', message: COMMENT_MESSAGES.viewerGone }
    if (full.has(_id)) return { _id, state: 'refused', message: COMMENT_MESSAGES.tooMany }
    return { _id, state: 'done' }
  })
  const answered = outcomes.filter(({ state }) => state === 'done').map(({ _id }) => _id)
  await insertAnswers(tx, { text, user: currentUser.id, date, where: isAnyOf(issues._id, answered) })
  if (isRepairing) await addToRepair(tx, currentUser, date, chosen, { _id: repair, filters })
  return outcomes
}

/** Those of some reports that take no more comments. */
const fullAmong = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ issue: issueComments.issue })
    .from(issueComments)
    .where(isAnyOf(issueComments.issue, ids))
    .groupBy(issueComments.issue)
    .having(gte(count(), MOST_COMMENTS))
  return new Set(rows.map(({ issue }) => issue))
}

interface NewAnswerRows {
  text: string
  user: string
  date: Date
  where: SQL
}

/**
 * Inserts an answer for each report of a condition. The title is filled in last: like in `fillAnswer`, it is never
 * searched for placeholders.
 */
const insertAnswers = async (tx: Tx, { text, user, date, where }: NewAnswerRows): Promise<void> => {
  const names = sql`${JSON.stringify(ISSUE_TYPE_NAMES)}::jsonb ->> ${issues.issueType}`
  const filled = sql`replace(replace(${text.trim()}::text, '{error}', ${names}), '{titulo}', ${issueGroups.title})`
  await tx.execute(sql`
    insert into ${issueComments} (_id, issue, text, is_answer, date, user_id)
    select gen_random_uuid()::text, ${issues._id}, ${filled}, true, ${date.toISOString()}::timestamptz, ${user}
    from ${issues} join ${issueGroups} on ${issueGroups.number} = ${issues.group}
    where ${where}`)
}

/** Records one audit event for all answers and one for their repair, without the text. */
async function recordAnswers({ tx, date, author, batch }: Ended): Promise<void> {
  const { text: _, repair, ...filters } = storedAnswer.parse(batch.changes)
  if (batch.changed > 0)
    await recordForAll(tx, author, date, {
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
    await recordForAll(tx, author, date, { action: 'repair', filters, ...repaired, batch: repair })
  // A failed batch can be repeated.
  if (batch.state !== 'failed')
    await tx
      .update(batches)
      .set({ changes: { ...filters, repair } })
      .where(eq(batches._id, batch._id))
}
