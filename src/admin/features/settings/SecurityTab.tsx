import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput } from '../../kit/inputs/inputs.tsx'

/** Sessions, confirmations, passwords that others set, and pictures over http (rules P17, P20, P21, S11). */
export const SecurityTab = ({ isSa }: { isSa: boolean }) => (
  <>
    <FormSection title="Sesiones y contraseñas">
      <Span of={6}>
        <NumberInput source="sessionDays" disabled={!isSa} />
      </Span>
      <Span of={6}>
        <NumberInput source="confirmMinutes" disabled={!isSa} />
      </Span>
      <Span of={12}>
        <SwitchInput source="passwordChange" disabled={!isSa} />
      </Span>
    </FormSection>
    {isSa ? (
      <FormSection title="Imágenes">
        <Span of={12}>
          <SwitchInput source="httpsImages" />
        </Span>
      </FormSection>
    ) : null}
  </>
)
