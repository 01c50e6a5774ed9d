import { editedConcertSchema, newConcertSchema } from '../../../domain/contents/concert.ts'
import { CONCERT_GENRES } from '../../../domain/contents/genres.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueCreate.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmForm } from './film-form.tsx'
import { FilmList } from './film-list.tsx'

const ConcertList = () => <FilmList title="Conciertos" createLabel="Nuevo concierto" />

const ConcertForm = () => <FilmForm categoryType="MUSICA" genres={CONCERT_GENRES} />

const ConcertCreate = () => (
  <CatalogueCreate title="Concierto" schema={newConcertSchema}>
    <ConcertForm />
  </CatalogueCreate>
)

const ConcertEdit = () => (
  <MediaEdit title="Concierto" schema={editedConcertSchema}>
    <ConcertForm />
  </MediaEdit>
)

export { ConcertCreate as create, ConcertEdit as edit, ConcertList as list }
