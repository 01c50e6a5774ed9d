import { z } from 'zod'
import { editedDocumentaryShape, newDocumentaryShape } from '../../../domain/contents/documentary.ts'
import { DOCUMENTARY_RATINGS } from '../../../domain/contents/ratings.ts'
import { collection } from '../../platform/collections/collection.ts'
import { documentaries } from '../../platform/database/schema/contents.ts'
import { filmRules } from './film-rules.ts'
import { filmDerived, filmLists, filmWireShape, heavyFields, trailerWire } from './films.ts'

const wireShape = filmWireShape.extend({
  year: z.number(),
  released: z.string(),
  rated: z.enum(DOCUMENTARY_RATINGS),
  ...trailerWire,
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

export const documentaryCollection = collection({
  resource: 'documentaries',
  label: { one: 'un documental', many: 'Documentales' },
  table: documentaries,
  newShape: newDocumentaryShape,
  editedShape: editedDocumentaryShape,
  wireShape,
  rowShape: wireShape.omit(heavyFields),
  ...filmLists(documentaries),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('DOCUMENTAL'),
})
