import { FormSection, Span, WithAside } from '../../forms/FormSection.tsx'
import { LogoSection } from '../../forms/LogoSection.tsx'
import { NumberInput } from '../../inputs/NumberInput.tsx'
import { SwitchInput } from '../../inputs/SwitchInput.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'

/** The fields of a radio station. */
export const RadioForm = () => (
  <WithAside aside={<LogoSection />}>
    <FormSection title="Datos">
      <Span of={3}>
        <NumberInput source="number" />
      </Span>
      <Span of={9}>
        <TextInput source="title" />
      </Span>
      <Span of={12}>
        <TextInput source="category" />
      </Span>
      <Span of={12}>
        <TextInput source="link" placeholder="https://…" />
      </Span>
      <Span of={12}>
        <SwitchInput source="status" />
      </Span>
    </FormSection>
  </WithAside>
)
