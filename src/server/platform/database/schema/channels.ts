import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { generatedKey, keyText } from '../columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'
import { stationColumns, stationIndexes } from './station-columns.ts'

/** Where the XMLTV of some channels is read. */
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
    searchIndex('channel_guides', table),
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
  ],
)

/** Playlists of channels elsewhere. */
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
    searchIndex('channel_lists', table),
  ],
)
