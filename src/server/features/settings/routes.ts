import { CHANNEL_SETTINGS, can, holds } from '../../../domain/access/permissions.ts'
import { SETTINGS_ENDPOINTS as API, type SettingsRecord } from '../../../domain/settings/endpoints.ts'
import { PUBLIC_SETTINGS } from '../../../domain/settings/public-settings.ts'
import { HIDDEN_SETTINGS } from '../../../domain/settings/settings.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
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
      return recordOf(
        stored,
        can(currentUser, 'read', 'settings') ? wholeView(currentUser) : publicView(currentUser),
      )
    },
  })
  app.route({
    ...operation(API.update, { body: changesOf(API.update.body) }),
    config: { access: { action: 'update', resource: 'settings' } },
    handler: async ({ currentUser, body }) =>
      recordOf(await updateSettings(context, currentUser, body), wholeView(currentUser)),
  })
  app.route({
    ...operation(API.updateChannels),
    config: { access: CHANNEL_SETTINGS },
    handler: async ({ currentUser, body: { tvUrlBase, xam, ...read } }) =>
      recordOf(
        await updateChannelSettings(context, currentUser, read, {
          ...(tvUrlBase === undefined ? {} : { tvUrlBase }),
          ...(xam === undefined ? {} : { agentTv: xam }),
        }),
        publicView(currentUser),
      ),
  })
}

type View = (name: string) => boolean

const everything: View = () => true
const hidden: readonly string[] = HIDDEN_SETTINGS
const withoutHidden: View = (name) => !hidden.includes(name)
const open: readonly string[] = PUBLIC_SETTINGS
const publicOnly: View = (name) => open.includes(name)
const publicAndAgent: View = (name) => name === 'agentTv' || open.includes(name)

/** All settings, without those reserved to `sa` (rules S2, S3). */
const wholeView = ({ role }: CurrentUser): View => (role === 'sa' ? everything : withoutHidden)

/** The public settings, plus the channels' user agent for users who may change it (rule S2). */
const publicView = (currentUser: CurrentUser): View =>
  holds(currentUser, CHANNEL_SETTINGS) ? publicAndAgent : publicOnly

/** Caches the responses by settings version, so that each is only built once. */
const records = new WeakMap<StoredSettings, Map<View, SettingsRecord>>()

const recordOf = (stored: StoredSettings, isShown: View): SettingsRecord => {
  const made = records.get(stored) ?? new Map<View, SettingsRecord>()
  const known = made.get(isShown)
  if (known) return known
  const fields = Object.entries(stored.value).filter(([name]) => isShown(name))
  const record = { ...Object.fromEntries(fields), dateUpdate: stored.dateUpdate.toISOString() }
  records.set(stored, made.set(isShown, Object.freeze(record)))
  return record
}
