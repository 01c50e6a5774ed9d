import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import type { Role } from '../../../domain/access/roles.ts'
import { HIDDEN_SETTINGS, settingsSchema } from '../../../domain/settings/settings.ts'
import { countErrors } from '../../kit/form/FormBar.tsx'
import { type FormSchema, withoutDefaults } from '../../kit/inputs/form-kit.tsx'

/** The tabs of the settings, in their order, with the fields that are not on the third one. */
export const TABS = [
  { id: 'images', label: 'Imágenes de fondo', fields: ['contentBackground', 'linkImg'] },
  { id: 'apk', label: 'Administrador de APK', fields: ['appVersionCode', 'appVersionName'] },
  { id: 'control', label: 'Control', fields: [] },
  { id: 'alerts', label: 'Mensajes de alerta', fields: ['alertMessages'] },
] as const satisfies readonly { id: string; label: string; fields: readonly string[] }[]
export type TabId = (typeof TABS)[number]['id']

const isListed = ({ fields }: { fields: readonly string[] }, field: string): boolean => fields.includes(field)

const tabOf = (field: string): TabId => TABS.find((tab) => isListed(tab, field))?.id ?? 'control'

/** The tab that an address asks for: the first one unless it names another. */
export const tabIn = (search: string): TabId => {
  const asked = new URLSearchParams(search).get('tab')
  return TABS.find(({ id }) => id === asked)?.id ?? TABS[0].id
}

/** How many problems each tab has; those without any are left out. */
export const problemsByTab = (errors: FieldErrors): ReadonlyMap<TabId, number> => {
  const counts = new Map<TabId, number>()
  for (const [field, error] of Object.entries(errors)) {
    const tab = tabOf(field)
    const count = countErrors(error)
    if (count > 0) counts.set(tab, (counts.get(tab) ?? 0) + count)
  }
  return counts
}

const whole = withoutDefaults(settingsSchema)
const HIDDEN: readonly string[] = HIDDEN_SETTINGS
const visible: FormSchema = z.strictObject(
  Object.fromEntries(Object.entries(whole.shape).filter(([name]) => !HIDDEN.includes(name))),
)

/** What somebody edits of the settings: sa all of them, others what they see. */
export const shapeFor = (role: Role): FormSchema => (role === 'sa' ? whole : visible)
