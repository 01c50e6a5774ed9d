import { sportEntity } from '../../../domain/contents/sport.ts'
import { collection } from '../../platform/collections/collection.ts'
import { sports } from '../../platform/database/schema/contents.ts'
import { filmDerived, filmLists, filmRules } from './films.ts'

export const sportCollection = collection({
  entity: sportEntity,
  table: sports,
  ...filmLists(sports),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('DEPORTE'),
})
