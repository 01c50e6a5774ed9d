import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PlayableChannel } from '../../../../domain/channels/playlist/entry.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

/** A playlist that was imported: an entry of the history, and what can be undone together. */
export const channelImports = pgTable(
  'channel_imports',
  {
    _id: id(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users._id),
    date: instant('date').notNull(),
    /** The name of the file or of the channel list; empty for imports from before names were kept. */
    source: text('source').notNull().default(''),
    created: integer('created').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by').references(() => users._id),
    /** Channels that undoing left alone, because somebody edited them after the import. */
    kept: integer('kept').notNull().default(0),
  },
  (table) => [index('channel_imports_date').on(table.date)],
)

/** A channel before an import, with its `dateUpdate` of then. */
export type ChannelBefore = PlayableChannel & { dateUpdate: string }

/** A channel that an import wrote; gone once the import is undone, or too old for that. */
export const channelImportRows = pgTable(
  'channel_import_rows',
  {
    import: text('import')
      .notNull()
      .references(() => channelImports._id, { onDelete: 'cascade' }),
    /** No reference: the channel may be deleted since. */
    channel: text('channel').notNull(),
    /** The `dateUpdate` that the import gave it: with another one somebody edited it since. */
    written: instant('written').notNull(),
    /** What it was before; null for one that the import created. */
    before: jsonb('before').$type<ChannelBefore>(),
  },
  (table) => [primaryKey({ columns: [table.import, table.channel] })],
)
