import { and, asc, count, desc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import { groupBy } from 'es-toolkit'
import { ISSUE_MESSAGES } from '../../../domain/support/issue.ts'
import {
  COMMENT_MESSAGES,
  fillAnswer,
  MAX_ASSIGNED,
  MAX_COMMENTS,
  MAX_OWN_ISSUES,
  type NewComment,
} from '../../../domain/support/issue-comment.ts'
import type {
  IssueComment,
  NewAssignment,
  OwnIssue,
} from '../../../domain/support/issue-comment-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import {
  type IssueCommentRow,
  issueComments,
  issueGroups,
  issues,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound, Unauthorized } from '../../platform/http/errors.ts'
import { resolveMe } from './list-issues.ts'
import {
  lockIssue,
  type ReportSelection,
  recordCommonEvent,
  repairWhere,
  selectionCondition,
  storedFilters,
} from './repair-issues.ts'

/** The notes and answers of a report, the last one at the end. */
export const listComments = async ({ db }: Context, id: string): Promise<IssueComment[]> => {
  await readIssue(db, id)
  const rows = await db
    .select({ comment: issueComments, userName: users.name })
    .from(issueComments)
    .innerJoin(users, eq(users._id, issueComments.user))
    .where(eq(issueComments.issue, id))
    .orderBy(asc(issueComments.number))
  return rows.map(({ comment, userName }) => commentResponse(comment, userName))
}

const commentResponse = ({ date, ...row }: IssueCommentRow, userName: string): IssueComment => ({
  ...row,
  date: date.toISOString(),
  userName,
})

const readIssue = async (db: Executor, id: string) => {
  const [row] = await db
    .select({ viewer: issues.user, title: issueGroups.title, issueType: issues.issueType })
    .from(issues)
    .innerJoin(issueGroups, eq(issueGroups.number, issues.group))
    .where(eq(issues._id, id))
  if (!row) throw new NotFound()
  return row
}

/**
 * Locks those of some users who are not deleted, in id order; returns their ids. They cannot be deleted before the
 * transaction ends, so that a deletion finds what is written about them.
 */
export const lockUndeleted = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(isAnyOf(users._id, ids), isNull(users.deletedAt)))
    .orderBy(users._id)
    .for('share')
  return rows.map(({ _id }) => _id)
}

/**
 * Adds a note or an answer to a report, and may repair it (rules R13, R14). The audit log gets no text, which is erased
 * with the viewer.
 */
export const commentIssue = ({ db, now }: Context, currentUser: CurrentUser, id: string, sent: NewComment) =>
  withRetry(db, async (tx): Promise<IssueComment & { batchId: string | null }> => {
    const { viewer, ...report } = await readIssue(tx, id)
    const isViewerThere = (await lockUndeleted(tx, [viewer])).length > 0
    if (sent.isAnswer && !isViewerThere)
      throw new Invalid([{ field: 'isAnswer', message: COMMENT_MESSAGES.viewerGone }])
    await lockIssue(tx, id)
    const [stored] = await tx
      .select({ comments: count() })
      .from(issueComments)
      .where(eq(issueComments.issue, id))
    if (stored && stored.comments >= MAX_COMMENTS)
      throw new Invalid([{ field: 'text', message: COMMENT_MESSAGES.tooMany }])
    const text = sent.isAnswer ? fillAnswer(sent.text, report) : sent.text
    const [row] = await tx
      .insert(issueComments)
      .values({ issue: id, text, isAnswer: sent.isAnswer, date: now(), user: currentUser.id })
      .returning()
    if (!row) throw new Error('The comment was not stored')
    await recordChange(tx, currentUser, row.date, {
      action: sent.isAnswer ? 'answer' : 'comment',
      resource: 'issues',
      record: { _id: id, name: report.title },
    })
    const { batchId } = sent.repair
      ? await repairWhere(tx, currentUser, row.date, eq(issues._id, id), { ids: [id], search: '' })
      : { batchId: null }
    return { ...commentResponse(row, currentUser.name), batchId }
  })

/**
 * The condition of the reports that a request names, and none that arrives later. Throws a conflict if there are more
 * than were counted.
 */
const countedCondition = async (
  tx: Tx,
  { config }: Context,
  selection: ReportSelection & { status?: boolean | undefined },
): Promise<SQL | undefined> => {
  const [last] = await tx.select({ number: max(issues.number) }).from(issues)
  const where = selectionCondition(config, { ...selection, until: selection.until ?? last?.number ?? 0 })
  const [row] = await tx.select({ reports: count() }).from(issues).where(where)
  const reports = row?.reports ?? 0
  if (selection.count !== undefined && reports > selection.count)
    throw new Conflict(ISSUE_MESSAGES.more(reports), { code: 'STALE' })
  if (reports > MAX_ASSIGNED)
    throw new Invalid([{ field: 'count', message: COMMENT_MESSAGES.tooManyAssigned }])
  return where
}

/**
 * Assigns reports to the current user, or removes their assignment (rule R16). Reports of other
 * operators keep their assignee, so that two concurrent operators never share one.
 */
export const assignIssues = (context: Context, currentUser: CurrentUser, sent: NewAssignment) =>
  withRetry(context.db, async (tx): Promise<{ count: number; kept: number }> => {
    const { isAssigned, ...requested } = sent
    const selection = resolveMe(requested, currentUser)
    const { id } = currentUser
    if ((await lockUndeleted(tx, [id])).length === 0) throw new Unauthorized()
    const where = await countedCondition(tx, context, selection)
    const changed = await tx.execute<{ count: number }>(sql`
      with changed as (
        update ${issues} set assignee = ${isAssigned ? id : null}
        where ${and(where, isAssigned ? isNull(issues.assignee) : sql`${issues.assignee} is not null`)}
        returning 1)
      select count(*) as count from changed`)
    const [others] = isAssigned
      ? await tx
          .select({ reports: count() })
          .from(issues)
          .where(and(where, sql`${issues.assignee} <> ${id}`))
      : []
    const done = changed.rows[0]?.count ?? 0
    if (done > 0)
      await recordCommonEvent(tx, currentUser, context.now(), {
        action: isAssigned ? 'assign' : 'unassign',
        filters: storedFilters(requested),
        count: done,
      })
    return { count: done, kept: others?.reports ?? 0 }
  })

/** The last reports of a viewer, newest first, with their answers (rule R15). */
export const listOwnIssues = async ({ db }: Context, { id }: CurrentUser): Promise<OwnIssue[]> => {
  const { _id, mediaId, mediaType, issueType, status, date } = issues
  const rows = await db
    .select({ _id, mediaId, mediaType, issueType, status, date, title: issueGroups.title })
    .from(issues)
    .innerJoin(issueGroups, eq(issueGroups.number, issues.group))
    .where(eq(issues.user, id))
    .orderBy(desc(issues.date), desc(issues.number))
    .limit(MAX_OWN_ISSUES)
  const answers = await db
    .select({ issue: issueComments.issue, text: issueComments.text, date: issueComments.date })
    .from(issueComments)
    .where(
      and(
        isAnyOf(
          issueComments.issue,
          rows.map((row) => row._id),
        ),
        eq(issueComments.isAnswer, true),
      ),
    )
    .orderBy(asc(issueComments.number))
  const answersByIssue = groupBy(answers, ({ issue }) => issue)
  return rows.map((row) => {
    const ownAnswers = (answersByIssue[row._id] ?? []).map(({ text, date }) => ({
      text,
      date: date.toISOString(),
    }))
    const last = ownAnswers.at(-1)
    return {
      ...row,
      date: row.date.toISOString(),
      answer: last?.text ?? null,
      answerDate: last?.date ?? null,
      answers: ownAnswers,
    }
  })
}

/** A viewer's newest reports, with the titles of their contents. Rule R7: only for staff who may read the viewer too. */
export const listReportsOf = ({ db }: Context, viewer: string, limit: number) =>
  db
    .select({
      _id: issues._id,
      date: issues.date,
      issueType: issues.issueType,
      status: issues.status,
      title: issueGroups.title,
    })
    .from(issues)
    .innerJoin(issueGroups, eq(issueGroups.number, issues.group))
    .where(eq(issues.user, viewer))
    .orderBy(desc(issues.date), desc(issues.number))
    .limit(limit)

/** The newest answers to a viewer, about the reports that its app lists (rule R15). */
export const listAnswersTo = ({ db }: Context, viewer: string, limit: number) => {
  const own = db
    .select({ _id: issues._id, group: issues.group })
    .from(issues)
    .where(eq(issues.user, viewer))
    .orderBy(desc(issues.date), desc(issues.number))
    .limit(MAX_OWN_ISSUES)
    .as('own')
  return db
    .select({
      _id: issueComments._id,
      date: issueComments.date,
      text: issueComments.text,
      title: issueGroups.title,
      userName: users.name,
    })
    .from(own)
    .innerJoin(issueComments, and(eq(issueComments.issue, own._id), eq(issueComments.isAnswer, true)))
    .innerJoin(issueGroups, eq(issueGroups.number, own.group))
    .innerJoin(users, eq(users._id, issueComments.user))
    .orderBy(desc(issueComments.number))
    .limit(limit)
}

/** Deletes the notes and answers of deleted viewers' reports, and frees the reports of deleted operators. */
export const eraseFromReports = async (tx: Tx, people: readonly string[]): Promise<void> => {
  const sent = tx.select({ _id: issues._id }).from(issues).where(isAnyOf(issues.user, people))
  await tx.delete(issueComments).where(sql`${issueComments.issue} in (${sent})`)
  await tx.update(issues).set({ assignee: null }).where(isAnyOf(issues.assignee, people))
}
