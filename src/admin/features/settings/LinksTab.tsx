import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput } from '../../kit/inputs/inputs.tsx'

/** The schedule of link checks, and the consequences of failures (rules L23, L24). */
export const LinksTab = () => (
  <>
    <FormSection title="Comprobación programada">
      <Span of={12}>
        <SwitchInput source="linkChecks" />
      </Span>
      <Span of={4}>
        <NumberInput source="linkCheckDays" />
      </Span>
      <Span of={4}>
        <NumberInput source="linkCheckFrom" />
      </Span>
      <Span of={4}>
        <NumberInput source="linkCheckUntil" />
      </Span>
    </FormSection>
    <FormSection title="Enlaces caídos">
      <Span of={4}>
        <NumberInput source="linkDeactivateAfter" />
      </Span>
    </FormSection>
  </>
)
