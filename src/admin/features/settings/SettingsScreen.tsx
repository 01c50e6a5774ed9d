import { Navigate, useLocation } from 'react-admin'
import { alertMessageSchema, MAX_ALERT } from '../../../domain/settings/settings.ts'
import { pathOf } from '../../api/paths.ts'
import { FormSection } from '../../kit/form/FormSection.tsx'
import { ApkTab } from './ApkTab.tsx'
import { ControlTab } from './ControlTab.tsx'
import { ImagesTab } from './ImagesTab.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { TextItems } from './TextItems.tsx'
import { tabIn } from './tabs.ts'

/** The general settings. URLs of tabs that moved to /automation redirect there. */
export const SettingsScreen = () => {
  const { search } = useLocation()
  if (tabIn('automation', search) !== undefined)
    return <Navigate to={`${pathOf('automation')}${search}`} replace />
  return <SettingsForm screen="settings" contentsFor={contentsFor} />
}

const contentsFor = (isSa: boolean) => ({
  images: <ImagesTab />,
  apk: <ApkTab isSa={isSa} />,
  control: <ControlTab isSa={isSa} />,
  alerts: <AlertsTab />,
})

const FIELD = { source: 'message', label: 'Mensaje', rows: 3, maxLength: MAX_ALERT } as const
const alertSchema = () => alertMessageSchema

const AlertsTab = () => (
  <FormSection title="Mensajes de alerta">
    <TextItems source="alertMessages" one="mensaje de alerta" field={FIELD} itemSchema={alertSchema} />
  </FormSection>
)
