import { AUTOMATION, type Permission } from '../access/permissions.ts'
import { USER_NOTICES } from '../user-notices/notice.ts'
import type { Settings } from './settings.ts'

/** The two screens of the settings, by the template of their route (rule S2). */
export type SettingsScreen = 'settings' | 'automation'

/** The fields of /automation by tab; /setting has the others. */
export const AUTOMATION_TABS = {
  notices: [
    'phonePrefix',
    'mailReminders',
    'mailReminderDays',
    'lowBalanceMail',
    ...Object.values(USER_NOTICES).flatMap(({ title: _, ...settings }) => Object.values(settings)),
  ],
  answers: ['answerTemplates'],
  links: ['linkChecks', 'linkCheckDays', 'linkCheckFrom', 'linkCheckUntil', 'linkDeactivateAfter'],
  security: ['sessionDays', 'confirmMinutes', 'passwordChange', 'httpsImages'],
} as const satisfies Record<string, readonly (keyof Settings)[]>

const AUTOMATION_FIELDS: ReadonlySet<string> = new Set(Object.values(AUTOMATION_TABS).flat())

/** The screen that has a setting. */
export const settingScreen = (field: string): SettingsScreen =>
  AUTOMATION_FIELDS.has(field) ? 'automation' : 'settings'

/** What changing the settings of a screen needs. */
export const CHANGE_PERMISSIONS = {
  settings: { route: 'settings', flag: 'modify' },
  automation: AUTOMATION,
} as const satisfies Record<SettingsScreen, Permission>
