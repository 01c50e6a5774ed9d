import { z } from 'zod'
import { may, mayChangeChannelSettings } from '../../../domain/access/permissions.ts'
import { channelSettingsSchema } from '../../../domain/channels/channel-settings.ts'
import { settingsSchema } from '../../../domain/settings/settings.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { changesOf, errorResponses } from '../../platform/http/schemas.ts'
import { readStoredSettings } from '../../platform/settings/read-settings.ts'
import { updateChannelSettings, updateSettings } from './update-settings.ts'
import { publicSettings, settingsWire, wholeSettings } from './wire.ts'

const tags = ['Configuración']
const path = '/api/settings'

export const settingsRoutes = (app: App, context: Context): void => {
  app.get(
    path,
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        summary: 'Muestra la configuración: completa para quien puede verla, si no su parte pública',
        response: { 200: settingsWire, ...errorResponses(401) },
      },
    },
    async ({ caller }) => {
      const stored = await readStoredSettings(context.db)
      return may(caller, 'read', 'settings') ? wholeSettings(stored, caller) : publicSettings(stored, caller)
    },
  )
  app.put(
    path,
    {
      config: { access: { action: 'update', resource: 'settings' } },
      schema: {
        tags,
        summary: 'Cambia los campos enviados de la configuración',
        body: changesOf(settingsSchema.extend({ dateUpdate: z.string() })),
        response: { 200: settingsWire, ...errorResponses(401, 403, 409, 422) },
      },
    },
    async ({ caller, body }) => wholeSettings(await updateSettings(context, caller, body), caller),
  )
  app.put(
    `${path}/updateTvUrlBase`,
    {
      config: { access: mayChangeChannelSettings },
      schema: {
        tags,
        summary: 'Cambia la URL base y el agente de los canales',
        body: channelSettingsSchema,
        response: { 200: settingsWire, ...errorResponses(401, 403, 409, 422) },
      },
    },
    async ({ caller, body: { tvUrlBase, xam, ...read } }) =>
      publicSettings(
        await updateChannelSettings(context, caller, read, {
          ...(tvUrlBase === undefined ? {} : { tvUrlBase }),
          ...(xam === undefined ? {} : { agentTv: xam }),
        }),
        caller,
      ),
  )
}
