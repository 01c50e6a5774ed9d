import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant } from '../columns.ts'

/** States of a file: being uploaded, published, or replaced but kept for running downloads. */
export const APK_STATES = ['uploading', 'current', 'replaced'] as const

/** Application files: at most one is current; the others are deleted eventually. */
export const apkFiles = pgTable(
  'apk_files',
  {
    _id: id(),
    state: text('state', { enum: APK_STATES }).notNull(),
    /** When it entered its state. */
    since: instant('since').notNull(),
    /** In bytes; known after the upload. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    versionCode: integer('version_code').notNull().default(0),
    versionName: text('version_name').notNull().default(''),
    packageName: text('package_name').notNull().default(''),
  },
  (table) => [
    uniqueIndex('apk_files_current').on(table.state).where(sql`${table.state} = 'current'`),
    index('apk_files_since').on(table.since),
    check('apk_files_size', sql`${table.size} between 0 and 314572800`),
  ],
)

/** The bytes of the application files, in pieces that fit in memory. */
export const apkChunks = pgTable(
  'apk_chunks',
  {
    file: text('file')
      .notNull()
      .references(() => apkFiles._id, { onDelete: 'cascade' }),
    /** From 0, contiguous; all pieces but the last one are full. */
    place: integer('place').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.place] }),
    check('apk_chunks_bytes', sql`octet_length(${table.bytes}) between 1 and 1048576`),
  ],
)
