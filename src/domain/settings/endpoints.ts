import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { noOutput } from '../contract/entity.ts'
import { sentFile } from '../validation/fields.ts'
import { APK_PATH, apkFileOutput } from './apk.ts'
import { channelSettingsSchema } from './channel-settings.ts'
import { logoOutput } from './logo.ts'
import { settingsSchema } from './settings.ts'

const settingsOutput = z.object({
  ...settingsSchema.partial().shape,
  businessLogo: logoOutput.nullable().optional(),
  dateUpdate: z.string(),
})
export type SettingsRecord = z.infer<typeof settingsOutput>

export const SETTINGS_ENDPOINTS = endpoints({
  get: {
    id: 'getSettings',
    method: 'GET',
    path: '/api/settings',
    tag: 'Configuración',
    summary: 'Muestra la configuración: completa para quien puede verla, si no su parte pública',
    response: { 200: settingsOutput },
    errors: [401],
  },
  update: {
    id: 'updateSettings',
    method: 'PUT',
    path: '/api/settings',
    tag: 'Configuración',
    summary: 'Cambia los campos enviados de la configuración',
    body: settingsSchema.extend({
      // Accepted, so that what was read can be sent back.
      businessLogo: logoOutput
        .nullable()
        .optional()
        .meta({ title: 'Logotipo', description: 'Se ignora: se cambia con PUT /api/logo' }),
      dateUpdate: z.string(),
    }),
    response: { 200: settingsOutput },
    errors: [401, 403, 409, 422],
  },
  updateChannels: {
    id: 'updateChannelSettings',
    method: 'PUT',
    path: '/api/settings/updateTvUrlBase',
    tag: 'Configuración',
    summary: 'Cambia la URL base y el agente de los canales',
    body: channelSettingsSchema,
    response: { 200: settingsOutput },
    errors: [401, 403, 409, 422],
  },
})

/** A file's bytes, which the server streams in both directions. */
const bytes = (description: string) => z.custom<AsyncIterable<Uint8Array>>().meta({ description })

export const APK_ENDPOINTS = endpoints({
  describe: {
    id: 'getApkFile',
    method: 'GET',
    path: '/api/apk/facts',
    tag: 'Configuración',
    summary: 'Dice qué archivo de la aplicación se entrega: tamaño, fecha y versión',
    response: { 200: z.object({ file: apkFileOutput.nullable() }) },
    errors: [401, 403],
  },
  download: {
    id: 'downloadApk',
    method: 'GET',
    path: APK_PATH,
    tag: 'Configuración',
    summary: 'Descarga el archivo de la aplicación',
    response: { 200: bytes('El archivo') },
    errors: [401, 403, 404],
  },
  replace: {
    id: 'replaceApk',
    method: 'PUT',
    path: APK_PATH,
    tag: 'Configuración',
    summary: 'Reemplaza el archivo de la aplicación (solo sa, como máximo 300 MiB)',
    body: bytes('El archivo APK'),
    response: { 200: apkFileOutput },
    errors: [401, 403, 422, 503],
  },
})

export const LOGO_ENDPOINTS = endpoints({
  show: {
    id: 'getLogo',
    method: 'GET',
    path: '/api/logo/:version',
    tag: 'Configuración',
    summary: 'Muestra el logotipo del negocio',
    response: { 200: sentFile('La imagen') },
    errors: [404, 429],
  },
  replace: {
    id: 'replaceLogo',
    method: 'PUT',
    path: '/api/logo',
    tag: 'Configuración',
    summary: 'Reemplaza el logotipo del negocio (un PNG de 200 kB y 2000 píxeles por lado, como máximo)',
    body: sentFile('La imagen PNG'),
    response: { 200: logoOutput },
    errors: [401, 403, 422],
  },
  remove: {
    id: 'removeLogo',
    method: 'DELETE',
    path: '/api/logo',
    tag: 'Configuración',
    summary: 'Elimina el logotipo del negocio',
    response: { 204: noOutput },
    errors: [401, 403],
  },
})
