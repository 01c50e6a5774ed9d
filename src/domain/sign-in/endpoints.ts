import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { noOutput } from '../contract/entity.ts'
import { requiredText, text } from '../validation/fields.ts'
import { APP_ACCESS_MESSAGES, CREDENTIALS_MESSAGES, deviceKey } from './sign-in.ts'

const signInDeviceSchema = z.strictObject({
  macAddress: requiredText(APP_ACCESS_MESSAGES.macAddress, 100).refine(
    (address) => deviceKey(address) !== '',
    APP_ACCESS_MESSAGES.macAddress,
  ),
  sdkVersion: text(100),
  appVersion: text(100),
  model: text(200),
  product: text(200),
  description: text(500),
})

export const SESSION_ENDPOINTS = endpoints({
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/auth/local',
    tag: 'Sesión',
    summary: 'Inicia sesión',
    body: z.strictObject({
      name: text(200),
      password: text(1000),
      device: signInDeviceSchema
        .optional()
        .meta({ description: 'Lo envía la aplicación de un usuario; su sesión abre solo lo que necesita' }),
    }),
    response: { 200: z.object({ token: z.string() }) },
    errors: [401, 403, 422, 429, 503],
  },
  signOut: {
    id: 'signOut',
    method: 'POST',
    path: '/auth/logout',
    tag: 'Sesión',
    summary: 'Cierra la sesión',
    response: { 204: noOutput },
    errors: [401],
  },
  confirm: {
    id: 'confirmIdentity',
    method: 'POST',
    path: '/auth/confirm',
    tag: 'Sesión',
    summary: 'Confirma la identidad, que durante 10 minutos no se vuelve a preguntar',
    body: z.strictObject({
      password: z.string(CREDENTIALS_MESSAGES.password).min(1, CREDENTIALS_MESSAGES.password).max(1000),
    }),
    response: { 204: noOutput },
    errors: [401, 403, 422, 429, 503],
  },
})
