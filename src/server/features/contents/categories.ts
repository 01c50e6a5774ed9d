import { eq, sql } from 'drizzle-orm'
import { CATEGORY_MESSAGES, categoryEntity } from '../../../domain/contents/category.ts'
import { CATEGORY_TYPES, CHANNEL_CATEGORY_TYPE } from '../../../domain/contents/category-types.ts'
import { fold } from '../../../domain/format/search.ts'
import { choice } from '../../../domain/validation/filters.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { flag } from '../../platform/collections/list-parameters.ts'
import { countRows } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import * as tables from '../../platform/database/schema/contents.ts'
import { series } from '../../platform/database/schema/series.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { Conflict } from '../../platform/http/errors.ts'

const { categories } = tables
type CategoryRow = typeof categories.$inferSelect

/** The tables whose contents name categories: a new one is counted by being there. */
const users = Object.values({ ...tables, series }).flatMap((table) => ('categories' in table ? [table] : []))

/** How many contents use a category: by its id, channels by its text (rule K16). */
const countUses = async (db: Executor, { _id, type, name }: CategoryRow): Promise<number> => {
  if (type === CHANNEL_CATEGORY_TYPE) return countRows(db, channels, eq(channels.categoryKey, sortKey(name)))
  let uses = 0
  for (const table of users)
    uses += await countRows(db, table, sql`${table.categories} @> ${JSON.stringify([_id])}::jsonb`)
  return uses
}

export const categoryCollection = collection({
  entity: categoryEntity,
  isLookup: true,
  table: categories,
  sorts: {
    name: categories.nameKey,
    descriptionEnglish: categories.descriptionEnglishKey,
    type: categories.type,
    status: categories.status,
    dateUpdate: categories.dateUpdate,
  },
  defaultSort: { by: 'name', order: 'asc' },
  filters: {
    type: filter(choice(CATEGORY_TYPES), (type) => eq(categories.type, type)),
    status: filter(flag(), (status) => eq(categories.status, status)),
  },
  unique: { field: 'name', message: CATEGORY_MESSAGES.duplicate },
  derive: ({ name, descriptionEnglish, type }) => ({
    nameKey: fold(name),
    descriptionEnglishKey: sortKey(descriptionEnglish),
    search: searchText(name, descriptionEnglish, type),
  }),
  async beforeWrite({ tx, fields, stored }) {
    if (!stored || stored.type === fields.type) return []
    const uses = await countUses(tx, stored)
    return uses === 0 ? [] : [{ field: 'type', message: CATEGORY_MESSAGES.typeInUse(uses) }]
  },
  async beforeDelete({ tx, id }) {
    const [stored] = await tx.select().from(categories).where(eq(categories._id, id))
    const uses = stored ? await countUses(tx, stored) : 0
    if (uses > 0) throw new Conflict(CATEGORY_MESSAGES.inUse(uses))
  },
})
