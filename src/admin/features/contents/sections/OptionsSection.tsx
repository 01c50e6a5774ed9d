import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'

/** The switches of a content. */
export const OptionsSection = ({ sources }: { sources: readonly string[] }) => (
  <FormSection title="Opciones">
    {sources.map((source) => (
      <Span key={source} of={12} phone={6}>
        <SwitchInput source={source} />
      </Span>
    ))}
  </FormSection>
)
