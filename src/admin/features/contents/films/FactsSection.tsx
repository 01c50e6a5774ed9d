import type { ReactNode } from 'react'
import { CreationDateInput } from '../../../kit/form/CreationDateInput.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { DateInput } from '../../../kit/inputs/DateInput.tsx'
import { useHasField } from '../../../kit/inputs/form-kit.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { Place } from '../sections/Place.tsx'
import { ImdbInput } from './ImdbInput.tsx'
import { MailOriginInput } from './MailOriginInput.tsx'
import { TrailerInput } from './TrailerInput.tsx'

/** What a content says of itself: the fields that its schema has, below those that it has alone. */
export const FactsSection = ({ children }: { children?: ReactNode }) => (
  <FormSection title="Datos">
    {children}
    <Span of={useHasField('runtime') ? 8 : 10}>
      <TextInput source="title" />
    </Span>
    <Span of={2} phone={6}>
      <NumberInput source="year" />
    </Span>
    <Place source="runtime" of={2} phone={6}>
      <NumberInput source="runtime" />
    </Place>
    <Span of={useHasField('synopsisEng') ? 6 : 12}>
      <TextInput source="synopsis" rows={4} />
    </Span>
    <Place source="synopsisEng" of={6}>
      <TextInput source="synopsisEng" rows={4} />
    </Place>
    <Place source="actors" of={12}>
      <TextInput source="actors" rows={2} />
    </Place>
    <TrailerInput />
    <Place source="released" of={4}>
      <DateInput source="released" />
    </Place>
    <Place source="imdbId" of={4}>
      <ImdbInput />
    </Place>
    <CreationDateInput />
    <Span of={4}>
      <MailOriginInput source="mailOrigin" />
    </Span>
    <Span of={8}>
      <TextInput source="reference" maxLength={150} />
    </Span>
  </FormSection>
)
