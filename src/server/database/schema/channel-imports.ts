import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PlayableChannel } from '../../../domain/channels/playlist/entry.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

/** A playlist that was imported: what can be undone together. */
export const channelImports = pgTable(
  'channel_imports',
  {
    _id: id(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users._id),
    date: instant('date').notNull(),
  },
  (table) => [index('channel_imports_date').on(table.date)],
)

/** A channel before an import, with its `dateUpdate` of then. */
export type ChannelBefore = PlayableChannel & { dateUpdate: string }

/** A channel that an import wrote. */
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
