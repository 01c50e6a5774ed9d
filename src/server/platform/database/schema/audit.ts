import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { AUDIT_ACTION_NAMES, type FieldChange } from '../../../../domain/audit/audit-event.ts'
import { API_PATHS, type Resource } from '../../../../domain/registry.ts'
import { instant, searchColumn } from '../columns.ts'
import { newId } from '../ids.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

/**
 * What was done, when and by whom, in ids alone: rows never change, and go by whole months alone, when they are no longer
 * kept. Partitioned by month of the date in UTC, as what is kept beside them (docs/design/growth.md).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    _id: text('_id').notNull().$defaultFn(newId),
    date: instant('date').notNull(),
    action: text('action', { enum: AUDIT_ACTION_NAMES }).notNull(),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    /** Null where the event is not about one record, or no user of that name exists. */
    record: text('record'),
    /** Who did it; null without a session. */
    user: text('user_id'),
    changes: jsonb('changes').$type<FieldChange[]>().notNull().default([]),
    /** What changed many records at once, of which this is one. */
    batch: text('batch'),
  },
  (table) => [
    primaryKey({ name: 'audit_entries_pkey', columns: [table._id, table.date] }),
    index('audit_entries_date').on(table.date, table._id),
    index('audit_entries_record').on(table.record, table.date, table._id),
    index('audit_entries_user').on(table.user, table.date, table._id),
    index('audit_entries_action').on(table.action, table.date, table._id),
    index('audit_entries_resource').on(table.resource, table.date, table._id),
    index('audit_entries_batch')
      .on(table.batch, table.date, table._id)
      .where(sql`${table.batch} is not null`),
  ],
)

/**
 * The names, addresses and contact data of an entry, and what the search reads: one row for each entry. The function
 * `erase_audit_personal` blanks what belongs to a person; any other change is refused.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    /** Those of the entry, which partitions refer to: Drizzle knows no references between partitions. */
    _id: text('_id').notNull(),
    date: instant('date').notNull(),
    /** Whose are the user name and the address; null once they are erased. */
    author: text('author'),
    /** Whom the record name or the changes are about; null once they are erased. */
    subject: text('subject'),
    recordName: text('record_name').notNull().default(''),
    userName: text('user_name').notNull().default(''),
    address: text('address').notNull().default(''),
    changes: jsonb('changes').$type<FieldChange[]>().notNull().default([]),
    /** The folded record name, a line feed, and the folded user name and address: each half can be erased alone. */
    search: searchColumn(),
  },
  (table) => [
    primaryKey({ name: 'audit_personal_pkey', columns: [table._id, table.date] }),
    index('audit_personal_author').on(table.author).where(sql`${table.author} is not null`),
    index('audit_personal_subject').on(table.subject).where(sql`${table.subject} is not null`),
    index('audit_personal_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)

export type AuditRow = typeof auditEntries.$inferSelect
