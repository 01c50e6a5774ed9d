import { and, eq, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { LINK_HEALTH_MESSAGES } from '../../../domain/links/link-health.ts'
import { recordChange, SERVICE } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { tableColumns, tableOf } from '../../platform/database/collection.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Tx } from '../../platform/database/open.ts'
import { auditEntries } from '../../platform/database/schema/audit.ts'
import { type LinkHealthRow, linkHealth } from '../../platform/database/schema/links.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict } from '../../platform/http/errors.ts'

type Author = Parameters<typeof recordChange>[1]

interface Link {
  link: string
  status: boolean
}

interface Content extends Record<string, unknown> {
  title: string
  content: Link[]
}

/** Deactivates a link that failed so many times in a row in every record that has another active one (rule L24). */
export const deactivateFailing = async (tx: Tx, key: string, after: number, now: Date): Promise<void> => {
  const rows = await tx
    .select()
    .from(linkHealth)
    .where(and(eq(linkHealth.key, key), gte(linkHealth.repeats, after), eq(linkHealth.verdict, 'down')))
    .orderBy(linkHealth.record)
  for (const row of rows) {
    const isDone = await switchLink(tx, row, false, SERVICE, now)
    if (isDone) await tx.update(linkHealth).set({ deactivated: now }).where(isRow(row))
  }
}

const isRow = ({ record, key }: Pick<LinkHealthRow, 'record' | 'key'>): SQL | undefined =>
  and(eq(linkHealth.record, record), eq(linkHealth.key, key))

/**
 * Switches a link of a content without changing its `dateUpdate`; false if the link already has the status, is gone, or
 * is the last active one.
 */
const switchLink = async (
  tx: Tx,
  { resource, record, link }: Pick<LinkHealthRow, 'resource' | 'record' | 'link'>,
  status: boolean,
  by: Author,
  now: Date,
): Promise<boolean> => {
  const table = tableOf(resource)
  const { content, title } = tableColumns(table)
  // Channels and stations have one link, which is the last one.
  if (!content || !title) return false
  const { rows } = await tx.execute<Content>(
    sql`select ${title} as title, ${content} as content from ${table} where ${table._id} = ${record} for no key update`,
  )
  const [stored] = rows
  if (!stored) return false
  const before = stored.content
  const after = before.map((each) => (each.link === link ? { ...each, status } : each))
  const isChanged = before.some((each) => each.link === link && each.status !== status)
  if (!isChanged || !after.some((each) => each.status)) return false
  await tx.execute(
    sql`update ${table} set content = ${JSON.stringify(after)}::jsonb where ${table._id} = ${record}`,
  )
  await recordChange(tx, by, now, {
    action: 'update',
    resource,
    record: { _id: record, name: stored.title },
    before: { content: before },
    after: { content: after },
  })
  return true
}

/** Milliseconds that count as last night. */
const NIGHT = 24 * 3_600_000

/** Condition of health rows whose record's links no person has changed since a check deactivated one. */
const isUntouched = sql`not exists (
  select from ${auditEntries} where ${auditEntries.record} = ${linkHealth.record}
    and ${auditEntries.date} > ${linkHealth.deactivated} and ${auditEntries.user} is not null
    and ${auditEntries.changes} @> '[{"field": "content"}]')`

/** Counts the links that checks deactivated since last night and that are still inactive. */
export const countDeactivations = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  resources: readonly LinkedResource[],
): Promise<{ links: number; since: string }> => {
  const since = new Date(now().getTime() - NIGHT)
  const isSince = gte(linkHealth.deactivated, since)
  const rows = await db
    .selectDistinct({ resource: linkHealth.resource })
    .from(linkHealth)
    .where(and(isSince, inArray(linkHealth.resource, [...resources])))
  let links = 0
  for (const { resource } of rows)
    links += await countRows(
      db,
      linkHealth,
      and(isSince, isUntouched, eq(linkHealth.resource, resource), isInactive(resource)),
    )
  return { links, since: since.toISOString() }
}

/** Condition of health rows whose link is an inactive one of its record. */
const isInactive = (resource: LinkedResource): SQL => {
  const table = tableOf(resource)
  const { content } = tableColumns(table)
  if (!content) return sql`false`
  const link = sql`jsonb_build_array(jsonb_build_object('link', ${linkHealth.link}, 'status', false))`
  return sql`exists (select from ${table} where ${table._id} = ${linkHealth.record} and ${content} @> ${link})`
}

/** Reactivates the links that checks deactivated since an instant, unless a person has changed the record's links. */
export const undoDeactivations = (
  { db, now }: Context,
  currentUser: CurrentUser,
  resources: readonly LinkedResource[],
  since: Date,
): Promise<{ links: number }> =>
  withRetry(db, async (tx) => {
    const rows = await tx
      .select()
      .from(linkHealth)
      .where(and(isNotNull(linkHealth.deactivated), gte(linkHealth.deactivated, since), isUntouched))
      .orderBy(linkHealth.record)
      .for('update')
    let links = 0
    for (const row of rows) {
      if (!resources.includes(row.resource)) continue
      if (await switchLink(tx, row, true, currentUser, now())) links++
      await tx.update(linkHealth).set({ deactivated: null, repeats: 0 }).where(isRow(row))
    }
    if (links === 0) throw new Conflict(LINK_HEALTH_MESSAGES.nothingToUndo)
    return { links }
  })
