// Concerts: `musics` in the API.
import { concertEntity } from '../../../domain/contents/concert.ts'
import { CONCERT_GENRES } from '../../../domain/contents/genres.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmForm, FilmList } from './films.tsx'

const ConcertList = () => <FilmList entity={concertEntity} title="Conciertos" createLabel="Nuevo concierto" />

const OPTIONS = ['status', 'isYoutube', 'onlyEnglish', 'monoAudio', 'adultOnly', 'children']

const ConcertForm = () => <FilmForm genres={CONCERT_GENRES} options={OPTIONS} />

const ConcertCreate = () => (
  <CatalogueCreate title="Nuevo concierto" entity={concertEntity}>
    <ConcertForm />
  </CatalogueCreate>
)

const ConcertEdit = () => (
  <MediaEdit title="Concierto" entity={concertEntity}>
    <ConcertForm />
  </MediaEdit>
)

export { ConcertCreate as create, ConcertEdit as edit, ConcertList as list }
