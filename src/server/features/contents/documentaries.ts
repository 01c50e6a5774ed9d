import { documentaryEntity } from '../../../domain/contents/documentary.ts'
import { collection } from '../../platform/collections/collection.ts'
import { documentaries } from '../../platform/database/schema/contents.ts'
import { filmDerived, filmLists, filmRules } from './films.ts'

export const documentaryCollection = collection({
  entity: documentaryEntity,
  table: documentaries,
  ...filmLists(documentaries),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('DOCUMENTAL'),
})
