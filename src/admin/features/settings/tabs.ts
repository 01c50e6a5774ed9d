import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import type { Role } from '../../../domain/access/permissions.ts'
import { HIDDEN_SETTINGS, settingsSchema } from '../../../domain/settings/settings.ts'
import { USER_NOTICES } from '../../../domain/user-notices/notice.ts'
import { type FormSchema, messagesIn, withoutDefaults } from '../../kit/inputs/form-kit.tsx'

const NOTICE_SETTINGS = [
  'phonePrefix',
  'mailReminders',
  'mailReminderDays',
  'lowBalanceMail',
  ...Object.values(USER_NOTICES).flatMap(({ title: _, ...settings }) => Object.values(settings)),
]

const LINK_SETTINGS = [
  'linkChecks',
  'linkCheckDays',
  'linkCheckFrom',
  'linkCheckUntil',
  'linkDeactivateAfter',
]

/** The tabs in display order, with their fields; the third one has the remaining fields. */
export const TABS = [
  { id: 'images', label: 'Imágenes de fondo', fields: ['contentBackground', 'linkImg'] },
  { id: 'apk', label: 'Administrador de APK', fields: ['appVersionCode', 'appVersionName'] },
  { id: 'control', label: 'Control', fields: [] },
  { id: 'alerts', label: 'Mensajes de alerta', fields: ['alertMessages'] },
  { id: 'notices', label: 'Avisos', fields: NOTICE_SETTINGS },
  { id: 'answers', label: 'Respuestas', fields: ['answerTemplates'] },
  { id: 'links', label: 'Enlaces', fields: LINK_SETTINGS },
  {
    id: 'security',
    label: 'Seguridad',
    fields: ['sessionDays', 'confirmMinutes', 'passwordChange', 'httpsImages'],
  },
  { id: 'webhooks', label: 'Webhooks', fields: [] },
] as const satisfies readonly { id: string; label: string; fields: readonly string[] }[]
export type TabId = (typeof TABS)[number]['id']

const isListed = ({ fields }: { fields: readonly string[] }, field: string): boolean => fields.includes(field)

const tabOf = (field: string): TabId => TABS.find((tab) => isListed(tab, field))?.id ?? 'control'

/** The tab in a URL; by default the first one. */
export const tabIn = (search: string): TabId => {
  const asked = new URLSearchParams(search).get('tab')
  return TABS.find(({ id }) => id === asked)?.id ?? TABS[0].id
}

/** Number of errors by tab; tabs without errors are omitted. */
export const errorsByTab = (errors: FieldErrors): ReadonlyMap<TabId, number> => {
  const counts = new Map<TabId, number>()
  for (const [field, error] of Object.entries(errors)) {
    const tab = tabOf(field)
    const count = messagesIn(error).length
    if (count > 0) counts.set(tab, (counts.get(tab) ?? 0) + count)
  }
  return counts
}

const whole = withoutDefaults(settingsSchema)
const HIDDEN: readonly string[] = HIDDEN_SETTINGS
const visible: FormSchema = z.strictObject(
  Object.fromEntries(Object.entries(whole.shape).filter(([name]) => !HIDDEN.includes(name))),
)

/** The schema of the settings that a role edits: all for sa, the visible ones for others. */
export const schemaFor = (role: Role): FormSchema => (role === 'sa' ? whole : visible)
