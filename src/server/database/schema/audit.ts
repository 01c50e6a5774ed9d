import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { API_PATHS, type Resource } from '../../../domain/access/resources.ts'
import { AUDIT_ACTION_NAMES, type FieldChange } from '../../../domain/audit/trail.ts'
import { id, instant, searchColumn } from '../columns.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

/** Who changed what, when and from where: rows never change and never go. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    _id: id(),
    date: instant('date').notNull(),
    action: text('action', { enum: AUDIT_ACTION_NAMES }).notNull(),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    /** Null where the change is not of one record, or nobody of that name exists. */
    record: text('record'),
    recordName: text('record_name').notNull().default(''),
    /** Who did it; null for somebody who isn't signed in. */
    user: text('user_id'),
    userName: text('user_name').notNull().default(''),
    address: text('address').notNull().default(''),
    changes: jsonb('changes').$type<FieldChange[]>().notNull().default([]),
    search: searchColumn(),
  },
  (table) => [
    index('audit_entries_date').on(table.date, table._id),
    index('audit_entries_record').on(table.record, table.date, table._id),
    index('audit_entries_user').on(table.user, table.date, table._id),
    index('audit_entries_action').on(table.action, table.date, table._id),
    index('audit_entries_resource').on(table.resource, table.date, table._id),
    index('audit_entries_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)

/** The contact data of changes, kept as long as the user they are about. */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    _id: text('_id')
      .primaryKey()
      .references(() => auditEntries._id),
    user: text('user_id').notNull(),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
  },
  (table) => [index('audit_personal_user').on(table.user)],
)

export type AuditRow = typeof auditEntries.$inferSelect
