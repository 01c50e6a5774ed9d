import { FormSection, Span } from '../../forms/FormSection.tsx'
import { DateInput } from '../../inputs/DateInput.tsx'
import { MailOriginInput } from '../../inputs/MailOriginInput.tsx'
import { NumberInput } from '../../inputs/NumberInput.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'
import { TrailerInput } from '../../inputs/TrailerInput.tsx'
import { CreationDateInput } from '../sections/CreationDateInput.tsx'
import { Place } from './Place.tsx'

/** What a film-like content says of itself. */
export const FactsSection = () => (
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
    <Place source="released" of={4}>
      <DateInput source="released" />
    </Place>
    <Place source="imdbId" of={4}>
      <TextInput source="imdbId" />
    </Place>
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
