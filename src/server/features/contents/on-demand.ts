import { z } from 'zod'
import { CATEGORY_TYPES } from '../../../domain/contents/category-types.ts'
import { editedOnDemandShape, newOnDemandShape } from '../../../domain/contents/on-demand.ts'
import { collection } from '../../platform/collections/collection.ts'
import { discoveries } from '../../platform/database/schema/contents.ts'
import { filmRules } from './film-rules.ts'
import { filmDatabaseWire, filmDerived, filmLists, filmWireShape, heavyFields, withImdb } from './films.ts'

const wireShape = filmWireShape.extend({
  mediaType: z.enum(CATEGORY_TYPES),
  year: z.number().nullable(),
  released: z.string(),
  ...filmDatabaseWire,
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

export const onDemandCollection = collection({
  resource: 'discoveries',
  label: { one: 'un contenido On Demand', many: 'On Demand' },
  table: discoveries,
  newShape: newOnDemandShape,
  editedShape: editedOnDemandShape,
  wireShape,
  rowShape: wireShape.omit(heavyFields),
  ...withImdb(filmLists(discoveries), discoveries),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: filmRules('DISCOVER'),
})
