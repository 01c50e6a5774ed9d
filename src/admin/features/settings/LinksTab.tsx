import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput } from '../../kit/inputs/inputs.tsx'

const HOUR = 'De 0 a 23, a la hora del servicio.'

/** The schedule of link checks, and the consequences of failures (rules L23, L24). */
export const LinksTab = () => (
  <>
    <FormSection title="Comprobación programada">
      <Span of={12}>
        <SwitchInput source="linkChecks" />
      </Span>
      <Span of={4}>
        <NumberInput
          source="linkCheckDays"
          help="De 1 a 60. Solo los enlaces activos de registros activos."
        />
      </Span>
      <Span of={4}>
        <NumberInput source="linkCheckFrom" help={HOUR} />
      </Span>
      <Span of={4}>
        <NumberInput source="linkCheckUntil" help={`${HOUR} Igual que la otra: todo el día.`} />
      </Span>
    </FormSection>
    <FormSection title="Enlaces caídos">
      <Span of={4}>
        <NumberInput
          source="linkDeactivateAfter"
          help="0 significa nunca. El último enlace activo de un contenido siempre queda."
        />
      </Span>
    </FormSection>
  </>
)
