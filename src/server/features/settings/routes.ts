import { CHANNEL_SETTINGS, holds } from '../../../domain/access/permissions.ts'
import { SETTINGS_ENDPOINTS as API, type SettingsRecord } from '../../../domain/settings/endpoints.ts'
import { PUBLIC_SETTINGS } from '../../../domain/settings/public-settings.ts'
import { HIDDEN_SETTINGS, settingsSchema } from '../../../domain/settings/settings.ts'
import { CHANGE_PERMISSIONS, settingScreen } from '../../../domain/settings/settings-screens.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { operation, partialBody } from '../../platform/http/operation.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { readStoredSettings, type StoredSettings } from '../../platform/settings/read-settings.ts'
import { apkRoutes } from './apk/routes.ts'
import { logoRoutes } from './logo.ts'
import { updateChannelSettings, updateSettings } from './update-settings.ts'

export const settingsRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  apkRoutes(app, context, sandbox)
  logoRoutes(app, context)
  app.route({
    ...operation(API.get),
    config: { access: 'signed-in' },
    async handler({ currentUser }) {
      return toRecord(await readStoredSettings(context.db, currentUser), currentUser)
    },
  })
  app.route({
    ...operation(API.update, { body: partialBody(API.update.body) }),
    config: {
      access: { any: [CHANGE_PERMISSIONS.settings, CHANGE_PERMISSIONS.automation] },
      cases: {
        'a setting of /setting': { needs: CHANGE_PERMISSIONS.settings },
        'a setting of /automation': { needs: CHANGE_PERMISSIONS.automation },
      },
    },
    async handler({ currentUser, body }) {
      for (const field of Object.keys(body).filter(isSetting))
        if (!holds(currentUser, CHANGE_PERMISSIONS[settingScreen(field)])) throw new Forbidden()
      return toRecord(await updateSettings(context, currentUser, body), currentUser)
    },
  })
  app.route({
    ...operation(API.updateChannels),
    config: { access: CHANNEL_SETTINGS },
    handler: async ({ currentUser, body: { tvUrlBase, xam, ...read } }) =>
      toRecord(
        await updateChannelSettings(context, currentUser, read, {
          ...(tvUrlBase === undefined ? {} : { tvUrlBase }),
          ...(xam === undefined ? {} : { agentTv: xam }),
        }),
        currentUser,
      ),
  })
}

const isSetting = (name: string): boolean => name in settingsSchema.shape

const HIDDEN: readonly string[] = HIDDEN_SETTINGS
const OPEN: readonly string[] = PUBLIC_SETTINGS

/** Permissions that decide which settings a user reads (rules S2, S3). */
const readAccess = (currentUser: CurrentUser) => ({
  isSa: currentUser.role === 'sa',
  settings: holds(currentUser, { route: 'settings' }),
  automation: holds(currentUser, { route: 'automation' }),
  agent: holds(currentUser, CHANNEL_SETTINGS),
})

const isShown = (access: ReturnType<typeof readAccess>, name: string): boolean => {
  if (HIDDEN.includes(name)) return access.isSa
  return OPEN.includes(name) || access[settingScreen(name)] || (name === 'agentTv' && access.agent)
}

/** Caches the responses by settings version, so that each is only built once. */
const records = new WeakMap<StoredSettings, Map<string, SettingsRecord>>()

const toRecord = (stored: StoredSettings, currentUser: CurrentUser): SettingsRecord => {
  const access = readAccess(currentUser)
  const key = Object.values(access).join()
  const byAccess = records.get(stored) ?? new Map<string, SettingsRecord>()
  const cached = byAccess.get(key)
  if (cached) return cached
  const fields = Object.entries(stored.value).filter(([name]) => isShown(access, name))
  const { logo: businessLogo } = stored
  const record = { ...Object.fromEntries(fields), businessLogo, dateUpdate: stored.dateUpdate.toISOString() }
  records.set(stored, byAccess.set(key, Object.freeze(record)))
  return record
}
