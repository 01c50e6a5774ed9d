import { eq } from 'drizzle-orm'
import { GUIDE_MESSAGES, guideEntity } from '../../../domain/channels/channel-guide.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { channelGuides } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { flag } from '../../platform/http/operation.ts'

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
  defaultSort: { by: 'name', order: 'asc' },
  filters: { status: filter(flag(), (status) => eq(channelGuides.status, status)) },
  derive: ({ name, url }) => ({ nameKey: sortKey(name), search: searchText(name, url) }),
  inUse: { deleted: GUIDE_MESSAGES.inUse },
})
