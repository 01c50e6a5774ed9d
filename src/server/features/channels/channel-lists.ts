import { eq } from 'drizzle-orm'
import { channelListEntity } from '../../../domain/channels/channel-list.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { channelLists } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { flag } from '../../platform/http/operation.ts'

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
  defaultSort: { by: 'title', order: 'asc' },
  filters: { status: filter(flag(), (status) => eq(channelLists.status, status)) },
  derive: ({ title, link, guideLink }) => ({
    titleKey: sortKey(title),
    search: searchText(title, link, guideLink),
  }),
})
