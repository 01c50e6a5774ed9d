import type { ReactNode } from 'react'
import { CreationDateInput } from '../../../kit/form/CreationDateInput.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { NumberInput } from '../../../kit/inputs/NumberInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

/** Number and title of a channel or a radio station, and the rest of what it says of itself. */
export const StationFacts = ({ children }: { children: ReactNode }) => (
  <FormSection title="Datos">
    <Span of={3}>
      <NumberInput source="number" />
    </Span>
    <Span of={9}>
      <TextInput source="title" />
    </Span>
    {children}
    <CreationDateInput />
  </FormSection>
)
