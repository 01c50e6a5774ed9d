import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput } from '../../kit/inputs/inputs.tsx'

const ONLY_SA = 'Solo sa puede modificarlo.'

/** How long sessions last, and what becomes of passwords that others set (rules P20, P21). */
export const SecurityTab = ({ isSa }: { isSa: boolean }) => (
  <FormSection title="Sesiones y contraseñas">
    <Span of={6}>
      <NumberInput
        source="sessionDays"
        help={isSa ? 'De 1 a 365 desde que se inició; las de aplicaciones no tienen límite.' : ONLY_SA}
        disabled={!isSa}
      />
    </Span>
    <Span of={12}>
      <SwitchInput
        source="passwordChange"
        help={
          isSa ? 'Quien recibió su contraseña de otra persona debe cambiarla al entrar a la web.' : ONLY_SA
        }
        disabled={!isSa}
      />
    </Span>
  </FormSection>
)
