import { and, eq, isNull, sql } from 'drizzle-orm'
import { dayOf } from '../../../domain/format/dates.ts'
import { ISSUE_LIMIT, ISSUE_MESSAGES, type NewIssue } from '../../../domain/support/issue.ts'
import type { Issue } from '../../../domain/support/issue-endpoints.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type IssueGroupRow, issueDays, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid, Unauthorized } from '../../platform/http/errors.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { queueReported } from '../links/queue-checks.ts'
import { issueResponse } from './list-issues.ts'
import { findEpisode, findMedia, type Media } from './media.ts'
import { limitSending } from './sending-limit.ts'

/** Stores and counts a playback error reported by a viewer's app (rule R7). */
export const recordIssue = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  input: NewIssue,
): Promise<Issue> =>
  withRetry(db, async (tx) => {
    const date = now()
    await lockViewer(tx, currentUser.id)
    await limitSending(tx, issues, currentUser.id, date, { ...ISSUE_LIMIT, message: ISSUE_MESSAGES.tooMany })
    const media = await findReportedMedia(tx, input)
    const group = await countInGroup(tx, input, media, date)
    const day = dayOf(date, config.timeZone)
    const { number, mediaId, mediaType, issueType } = group
    const [row] = await tx
      .insert(issues)
      .values({
        group: number,
        mediaId,
        mediaType,
        issueType,
        date,
        day,
        user: currentUser.id,
        dateUpdate: date,
      })
      .returning()
    if (!row) throw new Error('The report was not stored')
    await tx
      .insert(issueDays)
      .values({ day, mediaType, issueType, open: 1, fixed: 0 })
      .onConflictDoUpdate({
        target: [issueDays.day, issueDays.mediaType, issueDays.issueType],
        set: { open: sql`${issueDays.open} + 1` },
      })
    await queueReported(tx, await currentSettings(tx), media.resource, media.id, date)
    return issueResponse(row, group)
  })

/** Serialises the reports of a viewer, so that the limit counts all of them. */
const lockViewer = async (tx: Tx, id: string): Promise<void> => {
  const [viewer] = await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users._id, id), isNull(users.deletedAt)))
    .for('no key update')
  if (!viewer) throw new Unauthorized()
}

const findReportedMedia = async (tx: Tx, { mediaId, mediaType }: NewIssue): Promise<Media> => {
  const media =
    (await findMedia(tx, mediaType, mediaId)) ??
    (mediaType === 'Serie' ? await findEpisode(tx, mediaId) : undefined)
  if (!media) throw new Invalid([{ field: 'mediaId', message: ISSUE_MESSAGES.unknownMedia }])
  return media
}

/** Counts an open report in its group and updates the group's title; its media type never changes. */
const countInGroup = async (
  tx: Tx,
  { mediaId, mediaType, issueType }: NewIssue,
  { title, reference, resource, parentId }: Media,
  date: Date,
): Promise<IssueGroupRow> => {
  const fields = {
    resource,
    parentId,
    title,
    titleKey: sortKey(title),
    reference,
    search: searchText(title, reference),
  }
  const [group] = await tx
    .insert(issueGroups)
    .values({ ...fields, mediaId, mediaType, issueType, open: 1, fixed: 0, lastDate: date })
    .onConflictDoUpdate({
      target: [issueGroups.mediaId, issueGroups.issueType],
      set: {
        ...fields,
        open: sql`${issueGroups.open} + 1`,
        lastDate: sql`greatest(${issueGroups.lastDate}, excluded.last_date)`,
      },
    })
    .returning()
  if (!group) throw new Error('The group of reports was not stored')
  return group
}
