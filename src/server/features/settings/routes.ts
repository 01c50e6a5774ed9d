import { can, canChangeChannelSettings } from '../../../domain/access/permissions.ts'
import { SETTINGS_ENDPOINTS as API, type SettingsRecord } from '../../../domain/settings/endpoints.ts'
import { PUBLIC_SETTINGS } from '../../../domain/settings/public-settings.ts'
import { HIDDEN_SETTINGS } from '../../../domain/settings/settings.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { changesOf, operation } from '../../platform/http/operation.ts'
import { readStoredSettings, type StoredSettings } from '../../platform/settings/read-settings.ts'
import { updateChannelSettings, updateSettings } from './update-settings.ts'

export const settingsRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.get),
    config: { access: 'signed-in' },
    async handler({ currentUser }) {
      const stored = await readStoredSettings(context.db, currentUser)
      return can(currentUser, 'read', 'settings')
        ? wholeSettings(stored, currentUser)
        : publicSettings(stored, currentUser)
    },
  })
  app.route({
    ...operation(API.update, { body: changesOf(API.update.body) }),
    config: { access: { action: 'update', resource: 'settings' } },
    handler: async ({ currentUser, body }) =>
      wholeSettings(await updateSettings(context, currentUser, body), currentUser),
  })
  app.route({
    ...operation(API.updateChannels),
    config: { access: canChangeChannelSettings },
    handler: async ({ currentUser, body: { tvUrlBase, xam, ...read } }) =>
      publicSettings(
        await updateChannelSettings(context, currentUser, read, {
          ...(tvUrlBase === undefined ? {} : { tvUrlBase }),
          ...(xam === undefined ? {} : { agentTv: xam }),
        }),
        currentUser,
      ),
  })
}

/** All settings, but for those that only `sa` sees (rules S2, S3). */
const wholeSettings = ({ value, dateUpdate }: StoredSettings, { role }: CurrentUser): SettingsRecord => {
  const hidden: readonly string[] = role === 'sa' ? [] : HIDDEN_SETTINGS
  const fields = Object.entries(value).filter(([name]) => !hidden.includes(name))
  return { ...Object.fromEntries(fields), dateUpdate: dateUpdate.toISOString() }
}

/** The public settings, with the agent of the channels for users who may change it (rule S2). */
const publicSettings = (stored: StoredSettings, currentUser: CurrentUser): SettingsRecord => {
  const readable: readonly string[] = canChangeChannelSettings(currentUser)
    ? [...PUBLIC_SETTINGS, 'agentTv']
    : PUBLIC_SETTINGS
  const fields = Object.entries(stored.value).filter(([name]) => readable.includes(name))
  return { ...Object.fromEntries(fields), dateUpdate: stored.dateUpdate.toISOString() }
}
