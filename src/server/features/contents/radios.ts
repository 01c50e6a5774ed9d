import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { radioShape } from '../../../domain/contents/radio.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { flag } from '../../platform/collections/list-parameters.ts'
import { recordShape } from '../../platform/collections/record-shape.ts'
import { radios } from '../../platform/database/schema/contents.ts'
import { stationSorts } from '../../platform/database/schema/station-columns.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'

const wireShape = recordShape.extend({
  number: z.number(),
  title: z.string(),
  category: z.string(),
  link: z.string(),
  image: z.string(),
  view: z.number(),
})

export const radioCollection = collection({
  resource: 'radios',
  label: { one: 'una emisora', many: 'Radios' },
  table: radios,
  newShape: radioShape,
  editedShape: radioShape,
  wireShape,
  rowShape: wireShape,
  sorts: stationSorts(radios),
  defaultSort: { by: 'number', order: 'asc' },
  filters: { status: filter(flag(), (status) => eq(radios.status, status)) },
  derive: ({ number, title, category, link }) => ({
    titleKey: sortKey(title),
    categoryKey: sortKey(category),
    search: searchText(String(number), title, category, link),
  }),
})
