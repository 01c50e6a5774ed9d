import { alertMessageSchema, MAX_ALERT } from '../../../domain/settings/settings.ts'
import { FormSection } from '../../kit/form/FormSection.tsx'
import { TextItems } from './TextItems.tsx'

const FIELD = { source: 'message', label: 'Mensaje', rows: 3, maxLength: MAX_ALERT } as const
const schemaOf = () => alertMessageSchema

/** The messages that the apps show. */
export const AlertsTab = () => (
  <FormSection title="Mensajes de alerta">
    <TextItems
      source="alertMessages"
      label="Mensajes de alerta"
      one="mensaje de alerta"
      field={FIELD}
      schemaOf={schemaOf}
    />
  </FormSection>
)
