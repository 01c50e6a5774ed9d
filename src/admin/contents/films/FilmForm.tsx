import type { ComponentProps } from 'react'
import { CATEGORY_TYPES, type CategoryType } from '../../../domain/contents/category-types.ts'
import { FormSection, Span, WithAside } from '../../forms/FormSection.tsx'
import { useFormKit } from '../../forms/form-kit.ts'
import { CategoriesInput } from '../../inputs/CategoriesInput.tsx'
import { NumberInput } from '../../inputs/NumberInput.tsx'
import { choicesOf, SelectInput } from '../../inputs/SelectInput.tsx'
import { GenresInput } from '../sections/GenresInput.tsx'
import { ImagesSection } from '../sections/ImagesSection.tsx'
import { LinksSection } from '../sections/LinksSection.tsx'
import { OptionsSection } from '../sections/OptionsSection.tsx'
import { FactsSection } from './FactsSection.tsx'
import { Place } from './Place.tsx'

interface FilmFormProps {
  genres: readonly string[]
  categoryType: CategoryType
  /** Its age ratings, where it is rated. */
  ratings?: readonly string[]
  /** What its links have of their own. */
  links?: ComponentProps<typeof LinksSection>
}

const OPTIONS = [
  'status',
  'hasOscar',
  'isPremiere',
  'isDominican',
  'isYoutube',
  'onlyEnglish',
  'monoAudio',
  'adultOnly',
  'children',
]

const Classification = ({ genres, categoryType, ratings = [] }: FilmFormProps) => (
  <FormSection title="Clasificación">
    <Place source="mediaType" of={3} phone={6}>
      <SelectInput source="mediaType" choices={choicesOf(CATEGORY_TYPES)} />
    </Place>
    <Place source="rated" of={3} phone={6}>
      <SelectInput source="rated" choices={choicesOf(ratings)} />
    </Place>
    <Place source="rating" of={3} phone={6}>
      <NumberInput source="rating" decimals />
    </Place>
    <Span of={6}>
      <CategoriesInput source="categories" type={categoryType} />
    </Span>
    <Span of={12}>
      <GenresInput genres={genres} />
    </Span>
  </FormSection>
)

/** The form of a film, documentary, on-demand item, concert or sport: the fields that its shape has. */
export const FilmForm = (props: FilmFormProps) => {
  const { shape } = useFormKit()
  return (
    <WithAside
      aside={
        <>
          <ImagesSection />
          <OptionsSection sources={OPTIONS.filter((source) => source in shape.shape)} />
        </>
      }
    >
      <FactsSection />
      <LinksSection {...props.links} />
      <Classification {...props} />
    </WithAside>
  )
}
