import { eq } from 'drizzle-orm'
import { radioEntity } from '../../../domain/contents/radio.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { flag } from '../../platform/collections/list-parameters.ts'
import { radios } from '../../platform/database/schema/contents.ts'
import { stationSorts } from '../../platform/database/schema/station-columns.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'

export const radioCollection = collection({
  entity: radioEntity,
  table: radios,
  sorts: stationSorts(radios),
  defaultSort: { by: 'number', order: 'asc' },
  filters: { status: filter(flag(), (status) => eq(radios.status, status)) },
  derive: ({ number, title, category, link }) => ({
    titleKey: sortKey(title),
    categoryKey: sortKey(category),
    search: searchText(String(number), title, category, link),
  }),
})
