import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, keyText, searchColumn } from '../columns.ts'
import { channelGuides } from './channels.ts'

interface Programme {
  title: string
  /** Milliseconds since 1970, as `stop`. */
  start: number
  stop: number
}

/** When a guide was last read, and where: what every node goes by. */
export const guideReadings = pgTable('guide_readings', {
  guide: text('guide')
    .primaryKey()
    .references(() => channelGuides._id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  readAt: instant('read_at').notNull(),
  /** Why the last attempt failed; its channels are those of an earlier one. */
  failure: text('failure'),
})

/** The channels of a guide as its XMLTV names them, with what is on around the time at which it was read. */
export const guideChannels = pgTable(
  'guide_channels',
  {
    guide: text('guide')
      .notNull()
      .references(() => channelGuides._id, { onDelete: 'cascade' }),
    epgId: text('epg_id').notNull(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    search: searchColumn(),
    programmes: jsonb('programmes').$type<Programme[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.guide, table.epgId] }),
    index('guide_channels_name').on(table.guide, table.nameKey, table.epgId),
  ],
)
