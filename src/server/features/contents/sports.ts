import { z } from 'zod'
import { editedSportShape, newSportShape } from '../../../domain/contents/sport.ts'
import { collection } from '../../platform/collections/collection.ts'
import { sports } from '../../platform/database/schema/contents.ts'
import { filmRules } from './film-rules.ts'
import { filmDerived, filmLists, filmWireShape, heavyFields, linkWireShape } from './films.ts'

const sportLinkWireShape = linkWireShape.extend({
  audioSpa: z.boolean(),
  audioEng: z.boolean(),
  subtitleSpa: z.boolean(),
  subtitleEng: z.boolean(),
})

const wireShape = filmWireShape.extend({
  year: z.number(),
  released: z.string(),
  trailer: z.string(),
  adultOnly: z.boolean(),
  content: z.array(sportLinkWireShape),
})

export const sportCollection = collection({
  resource: 'sports',
  label: { one: 'un deporte', many: 'Deportes' },
  table: sports,
  newShape: newSportShape,
  editedShape: editedSportShape,
  wireShape,
  rowShape: wireShape.omit(heavyFields),
  ...filmLists(sports),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('DEPORTE'),
})
