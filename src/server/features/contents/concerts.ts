import { concertEntity } from '../../../domain/contents/concert.ts'
import { collection } from '../../platform/collections/collection.ts'
import { musics } from '../../platform/database/schema/contents.ts'
import { filmDerived, filmLists, filmRules } from './films.ts'

export const concertCollection = collection({
  entity: concertEntity,
  table: musics,
  ...filmLists(musics),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('MUSICA'),
})
