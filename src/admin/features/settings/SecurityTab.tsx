import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput } from '../../kit/inputs/inputs.tsx'

/** Sessions, confirmations, passwords that others set, and pictures over http (rules P17, P20, P21, S11). */
export const SecurityTab = ({ isSa }: { isSa: boolean }) => {
  const roleHelp = (help: string): string => (isSa ? help : `${help} Solo sa puede modificarlo.`)
  return (
    <>
      <FormSection title="Sesiones y contraseñas">
        <Span of={6}>
          <NumberInput
            source="sessionDays"
            help={roleHelp(
              'De 1 a 365, desde que se inicia. Las sesiones de las aplicaciones no tienen límite.',
            )}
            disabled={!isSa}
          />
        </Span>
        <Span of={6}>
          <NumberInput
            source="confirmMinutes"
            help={roleHelp(
              'De 0 a 1440, desde que se inicia la sesión o se confirma la identidad. Con 0 no se pide nunca.',
            )}
            disabled={!isSa}
          />
        </Span>
        <Span of={12}>
          <SwitchInput
            source="passwordChange"
            help={roleHelp('Quien recibió su contraseña de otra persona debe cambiarla al entrar a la web.')}
            disabled={!isSa}
          />
        </Span>
      </FormSection>
      {isSa ? (
        <FormSection title="Imágenes">
          <Span of={12}>
            <SwitchInput
              source="httpsImages"
              help="La administración no carga imágenes por http; sus direcciones se conservan. Se aplica al recargar la página."
            />
          </Span>
        </FormSection>
      ) : null}
    </>
  )
}
