import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { BATCH_ACTIONS, BATCH_STATES } from '../../../../domain/batches/batch.ts'
import { API_PATHS, type Resource } from '../../../../domain/registry.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

export type Fields = Record<string, unknown>

/** Changes of many records, by a job in chunks or by one statement (docs/design/tasks.md). */
export const batches = pgTable(
  'batches',
  {
    _id: id(),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    action: text('action', { enum: BATCH_ACTIONS }).notNull(),
    /** Changed fields; the summary of an import, the filters of a repair. */
    changes: jsonb('changes').$type<Fields>().notNull().default({}),
    createdBy: text('created_by')
      .notNull()
      .references(() => users._id),
    /** The author's address, for the audit log; cleared at the end. */
    address: text('address').notNull(),
    date: instant('date').notNull(),
    state: text('state', { enum: BATCH_STATES }).notNull().default('running'),
    /** Why it stopped early. */
    message: text('message').notNull().default(''),
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** Counts among the processed records; the remaining ones were already as wanted. */
    changed: integer('changed').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Shared by the batches of one request over several entities, and by those that undo them. */
    group: text('group'),
    /** The batch that this one undoes. */
    undoes: text('undoes').references((): AnyPgColumn => batches._id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('batches_date').on(table.date),
    index('batches_running').on(table.createdBy).where(sql`${table.state} = 'running'`),
    index('batches_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
  ],
)

export type BatchRow = typeof batches.$inferSelect

/** A record of a batch: its state, and the data needed to undo it. */
export const batchRecords = pgTable(
  'batch_records',
  {
    batch: text('batch')
      .notNull()
      .references(() => batches._id, { onDelete: 'cascade' }),
    /** No foreign key: the record may be deleted. */
    record: text('record').notNull(),
    state: text('state', { enum: ['waiting', 'done', 'same', 'refused', 'undone'] })
      .notNull()
      .default('waiting'),
    /** Why it was refused. */
    message: text('message').notNull().default(''),
    /** Previous values of the changed fields. */
    before: jsonb('before').$type<Fields>(),
    /** Its `dateUpdate` before and after the change; any other value means that it was edited since. */
    was: instant('was'),
    written: instant('written'),
  },
  (table) => [
    primaryKey({ columns: [table.batch, table.record] }),
    index('batch_records_waiting').on(table.batch, table.record).where(sql`${table.state} = 'waiting'`),
    index('batch_records_done').on(table.record).where(sql`${table.state} = 'done'`),
  ],
)
