import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  generatedKey,
  instant,
  keyText,
  recordColumns,
  searchColumn,
  searchIndex,
  sortIndex,
  stationColumns,
  stationIndexes,
} from '../columns.ts'
import { linkHostsIndex } from '../link-hosts.ts'

/** XMLTV sources of channels' guides. */
export const channelGuides = pgTable(
  'channel_guides',
  {
    ...recordColumns(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    url: text('url').notNull(),
    urlKey: generatedKey('url_key', 'url'),
    gzip: boolean('gzip').notNull(),
  },
  (table) => [
    sortIndex('channel_guides', 'name', table, table.nameKey),
    sortIndex('channel_guides', 'url', table, table.urlKey),
    sortIndex('channel_guides', 'gzip', table, table.gzip),
    sortIndex('channel_guides', 'status', table, table.status),
    sortIndex('channel_guides', 'dateUpdate', table, table.dateUpdate),
    searchIndex('channel_guides', table, table.nameKey),
  ],
)

export const channels = pgTable(
  'channels',
  {
    ...stationColumns(),
    flag: text('flag').notNull(),
    linkInternal: text('link_internal', { enum: ['I', 'E'] }).notNull(),
    channelGuide: text('channel_guide').references(() => channelGuides._id),
    epgId: text('epg_id').notNull(),
    epgIdKey: generatedKey('epg_id_key', 'epg_id'),
    isAdult: boolean('is_adult').notNull(),
    children: boolean('children').notNull(),
  },
  (table) => [
    ...stationIndexes('channels', table),
    sortIndex('channels', 'epgId', table, table.epgIdKey),
    sortIndex('channels', 'isAdult', table, table.isAdult),
    index('channels_guide').on(table.channelGuide),
    linkHostsIndex('channels', { link: table.link }),
  ],
)

/** Links to external playlists. */
export const channelLists = pgTable(
  'channel_lists',
  {
    ...recordColumns(),
    title: text('title').notNull(),
    titleKey: keyText('title_key').notNull(),
    link: text('link').notNull(),
    linkKey: generatedKey('link_key', 'link'),
    guideLink: text('guide_link').notNull(),
    isAdult: boolean('is_adult').notNull(),
    children: boolean('children').notNull(),
  },
  (table) => [
    sortIndex('channel_lists', 'title', table, table.titleKey),
    sortIndex('channel_lists', 'link', table, table.linkKey),
    sortIndex('channel_lists', 'isAdult', table, table.isAdult),
    sortIndex('channel_lists', 'status', table, table.status),
    sortIndex('channel_lists', 'dateUpdate', table, table.dateUpdate),
    searchIndex('channel_lists', table, table.titleKey),
    linkHostsIndex('channel_lists', { link: table.link, guideLink: table.guideLink }),
  ],
)

interface Programme {
  title: string
  /** In milliseconds since 1970, like `stop`. */
  start: number
  stop: number
}

/** When a guide was last read, and from which URL; shared by all nodes. */
export const guideReadings = pgTable('guide_readings', {
  guide: text('guide')
    .primaryKey()
    .references(() => channelGuides._id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  readAt: instant('read_at').notNull(),
  /** Why the last attempt failed; the stored channels are of an earlier one. */
  failure: text('failure'),
})

/** A guide's channels as named by its XMLTV, with the programmes around the time of reading. */
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
