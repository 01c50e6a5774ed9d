import type { ComponentProps, ReactNode } from 'react'
import { CATEGORY_TYPES, type CategoryType } from '../../../../domain/contents/category-types.ts'
import { FormSection, Span, WithAside } from '../../../kit/form/FormSection.tsx'
import { CategoriesInput } from '../../../kit/inputs/CategoriesInput.tsx'
import { useHasField } from '../../../kit/inputs/form-kit.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { choicesOf, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { GenresInput } from '../sections/GenresInput.tsx'
import { LinksSection } from '../sections/LinksSection.tsx'
import { Place } from '../sections/Place.tsx'
import { FactsSection } from './FactsSection.tsx'
import { FilmAside } from './FilmAside.tsx'

interface FilmFormProps {
  genres: readonly string[]
  categoryType: CategoryType
  /** Its age ratings, where it is rated. */
  ratings?: readonly string[]
  /** What its links have of their own. */
  links?: ComponentProps<typeof LinksSection>
  /** Sections that it has besides. */
  children?: ReactNode
}

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

/** The form of a film, documentary, on-demand item, concert, sport or series: the fields that its schema has. */
export const FilmForm = (props: FilmFormProps) => (
  <WithAside aside={<FilmAside />}>
    <FactsSection />
    {useHasField('content') ? <LinksSection {...props.links} /> : null}
    {props.children}
    <Classification {...props} />
  </WithAside>
)
