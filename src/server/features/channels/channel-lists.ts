import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { channelListShape } from '../../../domain/channels/channel-list.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { flag } from '../../platform/collections/list-parameters.ts'
import { recordShape } from '../../platform/collections/record-shape.ts'
import { channelLists } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'

const wireShape = recordShape.extend({
  title: z.string(),
  link: z.string(),
  guideLink: z.string(),
  isAdult: z.boolean(),
  children: z.boolean(),
})

export const channelListCollection = collection({
  resource: 'channel_lists',
  label: { one: 'una lista de canales', many: 'Listas de canales' },
  table: channelLists,
  newShape: channelListShape,
  editedShape: channelListShape,
  wireShape,
  rowShape: wireShape,
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
