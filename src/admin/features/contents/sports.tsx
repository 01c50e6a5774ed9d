import { SPORT_GENRES } from '../../../domain/contents/genres.ts'
import type { Link } from '../../../domain/contents/link.ts'
import { SPORT_LINK_FLAGS, sportEntity, sportLinkSchema } from '../../../domain/contents/sport.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../kit/inputs/inputs.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmForm, FilmList, ReleasedInput, TrailerInputs } from './films.tsx'

const SportList = () => <FilmList entity={sportEntity} title="Deportes" createLabel="Nuevo deporte" />

const FLAGS = Object.entries(SPORT_LINK_FLAGS)

const flagTags = (link: Link) => {
  const flags = new Map(Object.entries(link))
  return FLAGS.filter(([flag]) => flags.get(flag) === true).map(([flag, label]) => (
    <Tag key={flag}>{label}</Tag>
  ))
}

const LINKS = {
  schema: sportLinkSchema,
  tags: flagTags,
  children: FLAGS.map(([flag, label]) => (
    <Span key={flag} of={3} phone={6}>
      <SwitchInput source={flag} label={label} />
    </Span>
  )),
}

const OPTIONS = ['status', 'onlyEnglish', 'monoAudio', 'adultOnly', 'children']

const SportForm = () => (
  <FilmForm
    details={
      <>
        <TrailerInputs />
        <ReleasedInput />
      </>
    }
    genres={SPORT_GENRES}
    options={OPTIONS}
    links={LINKS}
  />
)

const SportCreate = () => (
  <CatalogueCreate title="Nuevo deporte" entity={sportEntity}>
    <SportForm />
  </CatalogueCreate>
)

const SportEdit = () => (
  <MediaEdit title="Deporte" entity={sportEntity}>
    <SportForm />
  </MediaEdit>
)

export { SportCreate as create, SportEdit as edit, SportList as list }
