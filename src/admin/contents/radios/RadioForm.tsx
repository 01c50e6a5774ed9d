import { Span, WithAside } from '../../forms/FormSection.tsx'
import { LogoSection } from '../../forms/LogoSection.tsx'
import { StationFacts } from '../../forms/StationFacts.tsx'
import { SwitchInput } from '../../inputs/SwitchInput.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'

/** The fields of a radio station. */
export const RadioForm = () => (
  <WithAside aside={<LogoSection />}>
    <StationFacts>
      <Span of={12}>
        <TextInput source="category" />
      </Span>
      <Span of={12}>
        <TextInput source="link" placeholder="https://…" />
      </Span>
      <Span of={12}>
        <SwitchInput source="status" />
      </Span>
    </StationFacts>
  </WithAside>
)
