import { CreationDateInput } from '../../../kit/form/CreationDateInput.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

/** The fields of a channel guide. */
export const GuideForm = () => (
  <FormSection title="Datos">
    <Span of={5}>
      <TextInput source="name" />
    </Span>
    <Span of={7}>
      <TextInput source="url" placeholder="https://…/guia.xml.gz" />
    </Span>
    <CreationDateInput />
    <Span of={3} phone={6}>
      <SwitchInput source="gzip" />
    </Span>
    <Span of={3} phone={6}>
      <SwitchInput source="status" />
    </Span>
  </FormSection>
)
