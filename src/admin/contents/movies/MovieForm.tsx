import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import { MOVIE_RATINGS } from '../../../domain/contents/ratings.ts'
import { FormSection, Span, WithAside } from '../../forms/FormSection.tsx'
import { CategoriesInput } from '../../inputs/CategoriesInput.tsx'
import { DateInput } from '../../inputs/DateInput.tsx'
import { MailOriginInput } from '../../inputs/MailOriginInput.tsx'
import { NumberInput } from '../../inputs/NumberInput.tsx'
import { choicesOf, SelectInput } from '../../inputs/SelectInput.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'
import { TrailerInput } from '../../inputs/TrailerInput.tsx'
import { CreationDateInput } from '../sections/CreationDateInput.tsx'
import { GenresInput } from '../sections/GenresInput.tsx'
import { ImagesSection } from '../sections/ImagesSection.tsx'
import { LinksSection } from '../sections/LinksSection.tsx'
import { OptionsSection } from '../sections/OptionsSection.tsx'

const GENRES = Object.keys(MOVIE_GENRES)

const OPTIONS = [
  'status',
  'hasOscar',
  'isPremiere',
  'isDominican',
  'isYoutube',
  'onlyEnglish',
  'monoAudio',
  'children',
]

const Facts = () => (
  <FormSection title="Datos">
    <Span of={8}>
      <TextInput source="title" />
    </Span>
    <Span of={2} phone={6}>
      <NumberInput source="year" />
    </Span>
    <Span of={2} phone={6}>
      <NumberInput source="runtime" />
    </Span>
    <Span of={6}>
      <TextInput source="synopsis" rows={4} />
    </Span>
    <Span of={6}>
      <TextInput source="synopsisEng" rows={4} />
    </Span>
    <Span of={12}>
      <TextInput source="actors" rows={2} />
    </Span>
    <TrailerInput />
    <Span of={4}>
      <DateInput source="released" />
    </Span>
    <Span of={4}>
      <TextInput source="imdbId" />
    </Span>
    <Span of={4}>
      <CreationDateInput />
    </Span>
    <Span of={4}>
      <MailOriginInput source="mailOrigin" />
    </Span>
    <Span of={8}>
      <TextInput source="reference" maxLength={150} />
    </Span>
  </FormSection>
)

const Classification = () => (
  <FormSection title="Clasificación">
    <Span of={3} phone={6}>
      <SelectInput source="rated" choices={choicesOf(MOVIE_RATINGS)} />
    </Span>
    <Span of={3} phone={6}>
      <NumberInput source="rating" decimals />
    </Span>
    <Span of={6}>
      <CategoriesInput source="categories" type="PELICULA" />
    </Span>
    <Span of={12}>
      <GenresInput genres={GENRES} />
    </Span>
  </FormSection>
)

/** The fields of a film. */
export const MovieForm = () => (
  <WithAside
    aside={
      <>
        <ImagesSection />
        <OptionsSection sources={OPTIONS} />
      </>
    }
  >
    <Facts />
    <LinksSection />
    <Classification />
  </WithAside>
)
