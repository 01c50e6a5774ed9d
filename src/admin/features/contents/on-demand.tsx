// On-demand items: `discoveries` in the API.

import { CATEGORY_TYPE_NAMES } from '../../../domain/category-labels.ts'
import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import { onDemandEntity } from '../../../domain/contents/on-demand.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { labelChoices, SelectInput } from '../../kit/inputs/inputs.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmLookupButton } from './FilmLookupButton.tsx'
import { FilmForm, FilmList, ImdbInput, RatingInput, ReleasedInput } from './films.tsx'

const OnDemandList = () => (
  <FilmList entity={onDemandEntity} title="On Demand" createLabel="Nuevo On Demand" />
)

const GENRES = Object.keys(MOVIE_GENRES)

const OPTIONS = ['status', 'isDominican', 'isYoutube', 'onlyEnglish', 'monoAudio', 'children']

const OnDemandForm = () => (
  <FilmForm
    details={
      <>
        <ReleasedInput />
        <ImdbInput />
      </>
    }
    classification={
      <>
        <Span of={3} phone={6}>
          <SelectInput source="mediaType" choices={labelChoices(CATEGORY_TYPE_NAMES)} />
        </Span>
        <RatingInput />
      </>
    }
    genres={GENRES}
    options={OPTIONS}
  />
)

const OnDemandCreate = () => (
  <CatalogueCreate title="Nuevo On Demand" entity={onDemandEntity} actions={<FilmLookupButton />}>
    <OnDemandForm />
  </CatalogueCreate>
)

const OnDemandEdit = () => (
  <MediaEdit title="On Demand" entity={onDemandEntity} actions={<FilmLookupButton />}>
    <OnDemandForm />
  </MediaEdit>
)

export { OnDemandCreate as create, OnDemandEdit as edit, OnDemandList as list }
