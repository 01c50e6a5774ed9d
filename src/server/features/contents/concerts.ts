import { z } from 'zod'
import { editedConcertShape, newConcertShape } from '../../../domain/contents/concert.ts'
import { collection } from '../../platform/collections/collection.ts'
import { musics } from '../../platform/database/schema/contents.ts'
import { filmRules } from './film-rules.ts'
import { filmDerived, filmLists, filmWireShape, heavyFields } from './films.ts'

const wireShape = filmWireShape.extend({
  year: z.number(),
  adultOnly: z.boolean(),
  isYoutube: z.boolean(),
})

export const concertCollection = collection({
  resource: 'musics',
  label: { one: 'un concierto', many: 'Conciertos' },
  table: musics,
  newShape: newConcertShape,
  editedShape: editedConcertShape,
  wireShape,
  rowShape: wireShape.omit(heavyFields),
  ...filmLists(musics),
  derive: (fields) => filmDerived(fields),
  beforeWrite: filmRules('MUSICA'),
})
