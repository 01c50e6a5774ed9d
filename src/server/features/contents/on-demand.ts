import { onDemandEntity } from '../../../domain/contents/on-demand.ts'
import { collection } from '../../platform/collections/collection.ts'
import { discoveries } from '../../platform/database/schema/contents.ts'
import { filmDerived, filmLists, filmRules, withImdb } from './films.ts'

export const onDemandCollection = collection({
  entity: onDemandEntity,
  table: discoveries,
  ...withImdb(filmLists(discoveries), discoveries),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: filmRules('DISCOVER'),
})
