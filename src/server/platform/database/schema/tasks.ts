import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { RUN_STATE_NAMES } from '../../../../domain/jobs/job.ts'
import { API_PATHS, type Resource } from '../../../../domain/registry.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

/**
 * Work in the background that waits or runs; a row is deleted with its end (docs/design/tasks.md). `waiting` was never
 * started, `retrying` was interrupted or failed.
 */
export const tasks = pgTable(
  'tasks',
  {
    _id: id(),
    kind: text('kind').notNull(),
    /** The argument of `enqueue`, such as a batch's id. */
    key: text('key').notNull(),
    /** Who asked for it; null: the service. No foreign key: the user may be deleted meanwhile. */
    user: text('user_id'),
    state: text('state', { enum: ['waiting', 'retrying', 'running'] })
      .notNull()
      .default('waiting'),
    /** When it may start. */
    due: instant('due').notNull(),
    created: instant('created').notNull().defaultNow(),
    /** Start of the last attempt that counts. */
    started: instant('started'),
    retries: integer('retries').notNull().default(0),
    /** Seconds after which a running chunk counts as lost. */
    longest: integer('longest').notNull(),
  },
  (table) => [
    uniqueIndex('tasks_waiting').on(table.kind, table.key).where(sql`${table.state} = 'waiting'`),
    index('tasks_due').on(table.due).where(sql`${table.state} <> 'running'`),
  ],
)

/** The runs of tasks, one row each, written with their chunks (rule J1). */
export const jobRuns = pgTable(
  'job_runs',
  {
    _id: id(),
    kind: text('kind').notNull(),
    /** The argument of `enqueue`, such as a batch's id. */
    key: text('key').notNull(),
    /** Who asked for it; null: the service. */
    user: text('user_id').references(() => users._id),
    /** What its records are. */
    resource: text('resource', { enum: RESOURCES }),
    begun: instant('begun').notNull(),
    ended: instant('ended'),
    state: text('state', { enum: RUN_STATE_NAMES }).notNull(),
    slices: integer('slices').notNull().default(0),
    /** Records processed, and left; null if the kind doesn't count them. */
    done: integer('done'),
    left: integer('left'),
    message: text('message').notNull().default(''),
  },
  (table) => [
    index('job_runs_begun_sort').on(table.begun, table._id),
    index('job_runs_kind').on(table.kind, table.key, table.begun),
    index('job_runs_user').on(table.user, table.begun).where(sql`${table.user} is not null`),
    uniqueIndex('job_runs_open').on(table.kind, table.key).where(sql`${table.ended} is null`),
  ],
)
export type JobRunRow = typeof jobRuns.$inferSelect

/** Schedules that were switched; those without a row are on (rule J3). */
export const jobSwitches = pgTable('job_switches', {
  kind: text('kind').primaryKey(),
  isOn: boolean('is_on').notNull(),
})
