import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { instant, noOutput } from '../contract/entity.ts'
import { demoResetOutput } from '../contract/service.ts'
import { requiredText, text } from '../validation/fields.ts'
import { FACTOR_MESSAGES } from './factor.ts'
import { CONFIRMATIONS, exactlyOne, waysOutput } from './factor-endpoints.ts'
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

const sessionOutput = z.object({
  _id: z.string(),
  device: z.string().meta({ description: 'El navegador y el sistema, o el dispositivo de la aplicación' }),
  address: z.string().meta({ description: 'La dirección IP desde la que se inició' }),
  isApp: z.boolean().meta({ description: 'Si es de la aplicación de un usuario' }),
  dateBegin: instant(),
  lastUse: instant(),
  isCurrent: z.boolean().meta({ description: 'Si es la que hace la solicitud' }),
})
export type Session = z.infer<typeof sessionOutput>

const demoLoginOutput = z.object({
  name: z.string(),
  role: z.string().meta({ description: 'Qué es, para personas' }),
  purpose: z.string().meta({ description: 'Para qué sirve' }),
})
/** A login of the demo. */
export type DemoLogin = z.infer<typeof demoLoginOutput>

const signInPageOutput = z.object({
  mail: z.string().meta({ description: 'A quién escribir cuando se pierde la contraseña; vacío si no hay' }),
  name: z.string().meta({ description: 'El nombre del negocio; vacío si no hay' }),
  picture: z.string().meta({ description: 'La dirección de su logotipo en este servidor; vacía si no hay' }),
  demo: z
    .object({
      logins: z.array(demoLoginOutput),
      password: z.string().meta({ description: 'La de todos ellos' }),
      dateBegin: instant().meta({ description: 'Cuándo empezó con los datos del principio' }),
      dateReset: demoResetOutput,
      timeZone: z.string(),
    })
    .optional()
    .meta({ description: 'Solo de una demostración' }),
})
/** What the sign-in page tells visitors. */
export type SignInPage = z.infer<typeof signInPageOutput>

const list = { method: 'GET', tag: 'Sesión', response: { 200: z.array(sessionOutput) } } as const
const ended = { method: 'DELETE', tag: 'Sesión', response: { 200: z.object({ count: z.int() }) } } as const

export const SESSION_ENDPOINTS = endpoints({
  signInPage: {
    id: 'getSignInPage',
    method: 'GET',
    path: '/api/sign-in',
    tag: 'Sesión',
    summary:
      'Dice de quién es el servicio, a quién se pide ayuda para entrar y, de una demostración, con qué usuarios se entra',
    response: { 200: signInPageOutput },
    errors: [429],
  },
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
    summary: 'Confirma la identidad, que durante los minutos de la configuración no se vuelve a preguntar',
    body: z
      .strictObject({
        password: z
          .string(CREDENTIALS_MESSAGES.password)
          .min(1, CREDENTIALS_MESSAGES.password)
          .max(1000)
          .optional(),
        ...CONFIRMATIONS,
      })
      .refine(({ password, code, assertion }) => exactlyOne(password, code, assertion), {
        error: FACTOR_MESSAGES.oneConfirmation,
        path: ['password'],
      }),
    response: { 204: noOutput },
    errors: [401, 403, 409, 422, 429, 503],
  },
  confirmOptions: {
    id: 'confirmationOptions',
    method: 'POST',
    path: '/auth/confirm/options',
    tag: 'Sesión',
    summary: 'Segundos factores con que se puede confirmar la identidad, y cuántos minutos vale',
    response: { 200: waysOutput.extend({ minutes: z.int() }) },
    errors: [401, 403],
  },
  own: {
    ...list,
    id: 'listOwnSessions',
    path: '/api/me/sessions',
    summary: 'Lista las sesiones abiertas propias, como máximo 100, las usadas por último primero',
    errors: [401, 403],
  },
  endOthers: {
    ...ended,
    id: 'endOtherSessions',
    path: '/api/me/sessions',
    summary: 'Cierra las demás sesiones propias',
    errors: [401, 403],
  },
  endOwn: {
    id: 'endOwnSession',
    method: 'DELETE',
    path: '/api/me/sessions/:id',
    tag: 'Sesión',
    summary: 'Cierra una sesión propia',
    response: { 204: noOutput },
    errors: [401, 403, 404],
  },
  ofUser: {
    ...list,
    id: 'listUserSessions',
    path: '/api/users/:id/sessions',
    summary: 'Lista las sesiones abiertas de un usuario, como máximo 100, las usadas por último primero',
    errors: [401, 403, 404],
  },
  endOfUser: {
    ...ended,
    id: 'endUserSessions',
    path: '/api/users/:id/sessions',
    summary: 'Cierra todas las sesiones de un usuario, también las de su aplicación',
    errors: [401, 403, 404],
  },
})
