import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import type { Role } from '../../../domain/access/permissions.ts'
import { HIDDEN_SETTINGS, SETTING_NAMES, settingsSchema } from '../../../domain/settings/settings.ts'
import {
  AUTOMATION_TABS,
  type SettingsScreen,
  settingScreen,
} from '../../../domain/settings/settings-screens.ts'
import { type FormSchema, messagesIn, withoutDefaults } from '../../kit/inputs/form-kit.tsx'

interface Tab {
  id: string
  label: string
  /** Its settings; the tab without this list has the remaining ones. */
  fields?: readonly string[]
}

/** The tabs of the screens in display order. */
export const TABS = {
  settings: [
    { id: 'images', label: 'Imágenes de fondo', fields: ['contentBackground', 'linkImg'] },
    { id: 'apk', label: 'Administrador de APK', fields: ['appVersionCode', 'appVersionName'] },
    { id: 'control', label: 'Control' },
    { id: 'alerts', label: 'Mensajes de alerta', fields: ['alertMessages'] },
  ],
  automation: [
    { id: 'notices', label: 'Avisos', fields: AUTOMATION_TABS.notices },
    { id: 'answers', label: 'Respuestas', fields: AUTOMATION_TABS.answers },
    { id: 'links', label: 'Enlaces', fields: AUTOMATION_TABS.links },
    { id: 'security', label: 'Seguridad', fields: AUTOMATION_TABS.security },
    { id: 'webhooks', label: 'Webhooks', fields: [] },
  ],
} as const satisfies Record<SettingsScreen, readonly Tab[]>
export type TabId<Screen extends SettingsScreen = SettingsScreen> = (typeof TABS)[Screen][number]['id']

const screenTabs = (screen: SettingsScreen): readonly (Tab & { id: TabId })[] => TABS[screen]

const findTab = (screen: SettingsScreen, field: string): TabId | undefined =>
  (
    screenTabs(screen).find(({ fields }) => fields?.includes(field)) ??
    screenTabs(screen).find(({ fields }) => fields === undefined)
  )?.id

/** The settings in a tab of a screen. */
export const settingsIn = (screen: SettingsScreen, tab: TabId): string[] =>
  SETTING_NAMES.filter((name) => settingScreen(name) === screen && findTab(screen, name) === tab)

/** The tab of a screen that a URL names, if any. */
export const tabIn = (screen: SettingsScreen, search: string): TabId | undefined => {
  const requested = new URLSearchParams(search).get('tab')
  return screenTabs(screen).find(({ id }) => id === requested)?.id
}

/** Number of errors by tab; tabs without errors are omitted. */
export const errorsByTab = (screen: SettingsScreen, errors: FieldErrors): ReadonlyMap<TabId, number> => {
  const counts = new Map<TabId, number>()
  for (const [field, error] of Object.entries(errors)) {
    const tab = findTab(screen, field)
    const count = messagesIn(error).length
    if (count > 0 && tab !== undefined) counts.set(tab, (counts.get(tab) ?? 0) + count)
  }
  return counts
}

const fullSchema = withoutDefaults(settingsSchema)
const HIDDEN: readonly string[] = HIDDEN_SETTINGS

const pickSettings = (isIncluded: (name: string) => boolean): FormSchema =>
  z.strictObject(Object.fromEntries(Object.entries(fullSchema.shape).filter(([name]) => isIncluded(name))))

const SCHEMAS = {
  settings: pickSettings((name) => settingScreen(name) === 'settings'),
  automation: pickSettings((name) => settingScreen(name) === 'automation'),
} as const satisfies Record<SettingsScreen, FormSchema>

const visibleSchema = pickSettings((name) => settingScreen(name) === 'settings' && !HIDDEN.includes(name))

/** The schema of the settings that a role edits on a screen: some are for sa alone. */
export const schemaFor = (screen: SettingsScreen, role: Role): FormSchema =>
  screen === 'settings' && role !== 'sa' ? visibleSchema : SCHEMAS[screen]
