import { documentaryEntity } from '../../../domain/contents/documentary.ts'
import { DOCUMENTARY_RATINGS } from '../../../domain/contents/film-fields.ts'
import { DOCUMENTARY_GENRES } from '../../../domain/contents/genres.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmForm, FilmList, RatedInput, ReleasedInput, TrailerInputs } from './films.tsx'

const DocumentaryList = () => (
  <FilmList entity={documentaryEntity} title="Documentales" createLabel="Nuevo documental" />
)

const OPTIONS = ['status', 'isDominican', 'isYoutube', 'onlyEnglish', 'monoAudio', 'children']

const DocumentaryForm = () => (
  <FilmForm
    details={
      <>
        <TrailerInputs hasProvider />
        <ReleasedInput />
      </>
    }
    classification={<RatedInput ratings={DOCUMENTARY_RATINGS} />}
    genres={DOCUMENTARY_GENRES}
    options={OPTIONS}
  />
)

const DocumentaryCreate = () => (
  <CatalogueCreate title="Nuevo documental" entity={documentaryEntity}>
    <DocumentaryForm />
  </CatalogueCreate>
)

const DocumentaryEdit = () => (
  <MediaEdit title="Documental" entity={documentaryEntity}>
    <DocumentaryForm />
  </MediaEdit>
)

export { DocumentaryCreate as create, DocumentaryEdit as edit, DocumentaryList as list }
