import { eq } from 'drizzle-orm'
import { type ChannelInput, channelEntity } from '../../../domain/channels/channel.ts'
import { GUIDE_MESSAGES, guideEntity } from '../../../domain/channels/channel-guide.ts'
import { channelListEntity } from '../../../domain/channels/channel-list.ts'
import { id } from '../../../domain/validation/fields.ts'
import { collection, filter, keyIdentity, stationIdentities } from '../../platform/database/collection.ts'
import { stationSorts } from '../../platform/database/columns.ts'
import { channelGuides, channelLists, channels } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { linkHostFilter } from '../contents/link-host-filter.ts'
import { publicationFilter } from '../contents/publication-filter.ts'
import { qualityFilter } from '../contents/quality.ts'

/** Columns that the list of channels sorts and searches by. */
export const channelKeys = ({
  number,
  title,
  category,
  epgId,
  link,
}: Pick<ChannelInput, 'number' | 'title' | 'category' | 'epgId' | 'link'>) => ({
  titleKey: sortKey(title),
  categoryKey: sortKey(category),
  search: searchText(String(number), title, category, epgId, link),
})

export const channelCollection = collection({
  entity: channelEntity,
  table: channels,
  sorts: { ...stationSorts(channels), epgId: channels.epgIdKey, isAdult: channels.isAdult },
  shown: ['number', 'image', 'title', 'category', 'epgId', 'isAdult', 'children', 'dateUpdate', 'status'],
  detail: ['number', 'category'],
  identities: stationIdentities(channels),
  sharesImports: true,
  filters: {
    channelGuide: filter(id(), (guide) => eq(channels.channelGuide, guide)),
    ...qualityFilter('channels'),
    ...publicationFilter(channels),
    ...linkHostFilter(channels),
  },
  derive: channelKeys,
  // Rule T3: the EPG ID is cleared with its guide.
  impliedBy: ({ channelGuide }) => (channelGuide === null ? { epgId: '' } : {}),
})

export const channelGuideCollection = collection({
  entity: guideEntity,
  table: channelGuides,
  sorts: {
    name: channelGuides.nameKey,
    url: channelGuides.urlKey,
    gzip: channelGuides.gzip,
    status: channelGuides.status,
    dateUpdate: channelGuides.dateUpdate,
  },
  shown: ['name', 'url', 'gzip', 'dateUpdate', 'status'],
  detail: [],
  identities: [[keyIdentity('name', channelGuides.nameKey)]],
  derive: ({ name, url }) => ({ nameKey: sortKey(name), search: searchText(name, url) }),
  inUse: { deleted: GUIDE_MESSAGES.inUse },
})

export const channelListCollection = collection({
  entity: channelListEntity,
  table: channelLists,
  sorts: {
    title: channelLists.titleKey,
    link: channelLists.linkKey,
    isAdult: channelLists.isAdult,
    status: channelLists.status,
    dateUpdate: channelLists.dateUpdate,
  },
  shown: ['title', 'link', 'isAdult', 'children', 'dateUpdate', 'status'],
  detail: [],
  identities: [[keyIdentity('title', channelLists.titleKey)]],
  filters: linkHostFilter(channelLists),
  derive: ({ title, link, guideLink }) => ({
    titleKey: sortKey(title),
    search: searchText(title, link, guideLink),
  }),
})

export const channelCollections = [channelCollection, channelGuideCollection, channelListCollection]
