import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant } from '../columns.ts'

/** The automatic backups, one row a night; the unique night is the claim of the node that makes it (rule O15). */
export const backups = pgTable('backups', {
  _id: id(),
  /** The local day on which it was due. */
  night: text('night').notNull().unique(),
  /** `waiting` for its next attempt. */
  state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
  attempt: integer('attempt').notNull(),
  begun: instant('begun').notNull(),
  /** When the next attempt is due; of a running one, until when its node may work on it. */
  due: instant('due').notNull(),
  ended: instant('ended'),
  /** Name of the file; empty until it is complete. */
  file: text('file').notNull().default(''),
  bytes: bigint('bytes', { mode: 'number' }),
  /** Checksum of the file. */
  sha256: text('sha256').notNull().default(''),
  /** The moment of the backup, if it was restored and reconciled; null if it was not. */
  proven: instant('proven'),
  message: text('message').notNull().default(''),
})
export type BackupRow = typeof backups.$inferSelect
