import { FormSection, Span } from '../../forms/FormSection.tsx'
import { SwitchInput } from '../../inputs/SwitchInput.tsx'

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
