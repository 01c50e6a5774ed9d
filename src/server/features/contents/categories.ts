import { eq, sql } from 'drizzle-orm'
import { CATEGORY_TYPE_NAMES } from '../../../domain/category-labels.ts'
import {
  CATEGORY_MESSAGES,
  CATEGORY_TYPES,
  CHANNEL_CATEGORY_TYPE,
  categoryEntity,
} from '../../../domain/contents/category.ts'
import { fold } from '../../../domain/format/text.ts'
import { choice } from '../../../domain/validation/filters.ts'
import { collection, filter, keyIdentity, type StoredRow } from '../../platform/database/collection.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Executor } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import * as tables from '../../platform/database/schema/contents.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'

const { categories } = tables

/** Channels store the name of their category as text (rule K16). */
const countChannels = async (db: Executor, { type, name }: StoredRow): Promise<number> =>
  type === CHANNEL_CATEGORY_TYPE
    ? countRows(db, channels, eq(channels.categoryKey, sortKey(String(name))))
    : 0

export const categoryCollection = collection({
  entity: categoryEntity,
  table: categories,
  sorts: {
    name: categories.nameKey,
    descriptionEnglish: categories.descriptionEnglishKey,
    type: categories.type,
    status: categories.status,
    dateUpdate: categories.dateUpdate,
  },
  shown: ['name', 'descriptionEnglish', 'type', 'dateUpdate', 'status'],
  filters: { type: filter(choice(CATEGORY_TYPES), (type) => eq(categories.type, type)) },
  detail: ['type'],
  searchDetail: sql`${JSON.stringify(CATEGORY_TYPE_NAMES)}::jsonb ->> ${categories.type}`,
  identities: [[keyIdentity('name', categories.nameKey, fold)]],
  unique: { field: 'name', message: CATEGORY_MESSAGES.duplicate },
  derive: ({ name, descriptionEnglish, type }) => ({
    nameKey: fold(name),
    descriptionEnglishKey: sortKey(descriptionEnglish),
    search: searchText(name, descriptionEnglish, type),
  }),
  inUse: {
    deleted: CATEGORY_MESSAGES.inUse,
    retyped: CATEGORY_MESSAGES.typeInUse,
    countOthers: countChannels,
  },
})
