import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { channelGuideShape, GUIDE_MESSAGES } from '../../../domain/channels/channel-guide.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { flag } from '../../platform/collections/list-parameters.ts'
import { recordShape } from '../../platform/collections/record-shape.ts'
import { countRows } from '../../platform/database/list-query.ts'
import { channelGuides, channels } from '../../platform/database/schema/channels.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { Conflict } from '../../platform/http/errors.ts'

const wireShape = recordShape.extend({ name: z.string(), url: z.string(), gzip: z.boolean() })

export const channelGuideCollection = collection({
  resource: 'guides',
  label: { one: 'una guía de canales', many: 'Guías de canales' },
  isLookup: true,
  table: channelGuides,
  newShape: channelGuideShape,
  editedShape: channelGuideShape,
  wireShape,
  rowShape: wireShape,
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
  async beforeDelete({ tx, id }) {
    const uses = await countRows(tx, channels, eq(channels.channelGuide, id))
    if (uses > 0) throw new Conflict(GUIDE_MESSAGES.inUse(uses))
  },
})
