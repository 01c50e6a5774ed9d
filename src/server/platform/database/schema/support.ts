import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ISSUE_TYPES } from '../../../../domain/support/issue.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../../../../domain/support/media-types.ts'
import { generatedKey, id, instant, keyText, searchColumn } from '../columns.ts'
import { newId } from '../ids.ts'
import { users } from './users.ts'

const mediaType = () => text('media_type', { enum: MEDIA_TYPES }).notNull()
const issueType = () => text('issue_type', { enum: ISSUE_TYPES }).notNull()
const resource = () => text('resource', { enum: MEDIA_RESOURCES }).notNull()

/**
 * Visits: append-only, with their own copies of names and titles (rule R3). Partitioned by month of the date in UTC
 * (docs/design/growth.md), so the key must include the date.
 */
export const histories = pgTable(
  'histories',
  {
    _id: text('_id').notNull().$defaultFn(newId),
    date: instant('date').notNull(),
    // No foreign keys: a visit outlives its user and its content.
    user: text('user_id').notNull(),
    contentId: text('content_id').notNull(),
    episodeId: text('episode_id'),
    mediaType: mediaType(),
    search: searchColumn(),
    userName: text('user_name').notNull(),
    userNameKey: generatedKey('user_name_key', 'user_name'),
    title: text('title').notNull(),
    titleKey: generatedKey('title_key', 'title'),
    episode: text('episode').notNull().default(''),
    contentLink: text('content_link').notNull().default(''),
    resource: resource(),
    genres: jsonb('genres').$type<string[]>().notNull(),
    year: integer('year'),
  },
  (table) => [
    primaryKey({ name: 'histories_pkey', columns: [table._id, table.date] }),
    index('histories_date').on(table.date, table._id),
    index('histories_user').on(table.user, table.date, table._id),
    // The columns after the key allow a page with two filters to be found with an index-only scan.
    index('histories_content').on(table.contentId, table.date, table._id, table.mediaType),
    index('histories_episode')
      .on(table.episodeId, table.date, table._id, table.contentId)
      .where(sql`${table.episodeId} is not null`),
    index('histories_media_type').on(table.mediaType, table.date, table._id),
    index('histories_user_name_sort').on(table.userNameKey, table._id),
    index('histories_title_sort').on(table.titleKey, table._id),
    index('histories_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)
export type HistoryRow = typeof histories.$inferSelect

/**
 * Visits by day of the service and media type; several rows per key, so that concurrent visits don't wait for each
 * other.
 */
export const historyDays = pgTable(
  'history_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    mediaType: mediaType(),
    slot: integer('slot').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.mediaType, table.slot] })],
)

/**
 * Visits by content or episode and day of the service: one row, or more under concurrent visits, so that they don't
 * wait for each other.
 */
export const historyItems = pgTable(
  'history_items',
  {
    item: text('item_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    slot: integer('slot').notNull().default(0),
    mediaType: mediaType(),
    isEpisode: boolean('is_episode').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.item, table.day, table.slot] }),
    index('history_items_day').on(table.day).where(sql`not ${table.isEpisode}`),
  ],
)

/** Reports grouped by content and type: the title, and the numbers of open and repaired reports. */
export const issueGroups = pgTable(
  'issue_groups',
  {
    _id: id(),
    /** Referenced by its reports: grouping by it takes half the time of the longer natural key. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    // No foreign key: a report outlives its content.
    mediaId: text('media_id').notNull(),
    mediaType: mediaType(),
    issueType: issueType(),
    resource: resource(),
    /** The series of an episode. */
    parentId: text('parent_id'),
    title: text('title').notNull(),
    titleKey: keyText('title_key').notNull(),
    reference: text('reference').notNull(),
    referenceKey: generatedKey('reference_key', 'reference'),
    search: searchColumn(),
    open: integer('open').notNull(),
    fixed: integer('fixed').notNull(),
    lastDate: instant('last_date').notNull(),
  },
  (table) => [
    uniqueIndex('issue_groups_once').on(table.mediaId, table.issueType),
    index('issue_groups_open_sort').on(table.open, table._id),
    index('issue_groups_last_date_sort').on(table.lastDate, table._id),
    index('issue_groups_title_sort').on(table.titleKey, table._id),
    index('issue_groups_reference_sort').on(table.referenceKey, table._id),
    index('issue_groups_media_type_sort').on(table.mediaType, table._id),
    index('issue_groups_issue_type_sort').on(table.issueType, table._id),
    index('issue_groups_fixed_sort').on(table.fixed, table._id),
    index('issue_groups_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)
export type IssueGroupRow = typeof issueGroups.$inferSelect

export const issues = pgTable(
  'issues',
  {
    _id: id(),
    /** Ascending, to exclude reports that arrived after the user counted. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
    group: bigint('group_number', { mode: 'number' })
      .notNull()
      .references(() => issueGroups.number),
    mediaId: text('media_id').notNull(),
    mediaType: mediaType(),
    issueType: issueType(),
    /** True: repaired. */
    status: boolean('status').notNull().default(false),
    date: instant('date').notNull(),
    /** Day in the service's time zone, under which the report is counted. */
    day: date('day', { mode: 'string' }).notNull(),
    user: text('user_id').notNull(),
    userUpdate: text('user_update').notNull().default(''),
    dateUpdate: instant('date_update').notNull(),
    /** The batch that repaired it; null after later changes. No foreign key: batches are deleted. */
    repair: text('repair'),
    /** The operator who works on it. No foreign key: it would be checked on each report of a long table. */
    assignee: text('assignee'),
  },
  (table) => {
    const { _id, date: at, status, mediaType: media, issueType: type } = table
    // Each contains all filter columns, so that a page with several filters needs one index only.
    return [
      uniqueIndex('issues_number').on(table.number),
      index('issues_date').on(at, _id, status, media, type),
      index('issues_status').on(status, at, _id, media, type),
      index('issues_media_type').on(media, at, _id, status, type),
      index('issues_issue_type').on(type, at, _id, status, media),
      index('issues_media').on(table.mediaId, at, _id, status, type),
      // With status and sender: the senders of a page's groups are counted with an index-only scan.
      index('issues_group').on(table.group, at, _id, status, table.user),
      // Groups within a period are counted with an index-only scan.
      index('issues_day').on(table.day, status, table.group, at),
      index('issues_user').on(table.user, at),
      index('issues_repair').on(table.repair).where(sql`${table.repair} is not null`),
      index('issues_assignee')
        .on(table.assignee, at, _id, status, media, type)
        .where(sql`${table.assignee} is not null`),
    ]
  },
)
export type IssueRow = typeof issues.$inferSelect

/** Internal notes about reports, and answers to the viewers who sent them; deleted with the viewer (rule R14). */
export const issueComments = pgTable(
  'issue_comments',
  {
    _id: id(),
    /** In order of insertion: the last answer is the one that counts. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
    issue: text('issue')
      .notNull()
      .references(() => issues._id),
    text: text('text').notNull(),
    /** True: shown to the viewer. */
    isAnswer: boolean('is_answer').notNull(),
    date: instant('date').notNull(),
    /** Its author. */
    user: text('user_id')
      .notNull()
      .references(() => users._id),
  },
  (table) => [index('issue_comments_issue').on(table.issue, table.number)],
)
export type IssueCommentRow = typeof issueComments.$inferSelect

/** Reports by day of the service, media type and error type: counts of filtered lists are sums of these. */
export const issueDays = pgTable(
  'issue_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    mediaType: mediaType(),
    issueType: issueType(),
    open: integer('open').notNull(),
    fixed: integer('fixed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.mediaType, table.issueType] })],
)
