import { eq } from 'drizzle-orm'
import { type ChannelInput, channelEntity } from '../../../domain/channels/channel.ts'
import { id } from '../../../domain/validation/fields.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { stationSorts } from '../../platform/database/columns.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { flag } from '../../platform/http/operation.ts'

/** What the list of channels sorts and searches by. */
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
  defaultSort: { by: 'number', order: 'asc' },
  filters: {
    status: filter(flag(), (status) => eq(channels.status, status)),
    channelGuide: filter(id(), (guide) => eq(channels.channelGuide, guide)),
  },
  derive: channelKeys,
  // Rule T3: the EPG ID is cleared with its guide.
  impliedBy: ({ channelGuide }, stored) =>
    (channelGuide === undefined ? stored.channelGuide : channelGuide) === null ? { epgId: '' } : {},
})
