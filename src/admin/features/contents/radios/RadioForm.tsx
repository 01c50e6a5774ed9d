import { Span, WithAside } from '../../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { LogoSection } from '../stations/LogoSection.tsx'
import { StationFacts } from '../stations/StationFacts.tsx'

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
