import { z } from 'zod'
import { isSubscriber, type Role } from '../access/permissions.ts'
import { requiredText, text } from '../validation/fields.ts'

export const APP_ACCESS_MESSAGES = {
  noAccess: 'Su perfil no permite entrar desde la aplicación.',
  expired: 'Su licencia está vencida. Comuníquese con su vendedor para renovarla.',
  otherDevice: 'Su cuenta está vinculada a otro dispositivo. Pida que lo desvinculen para entrar desde este.',
  macAddress: 'Debe especificar la dirección MAC del dispositivo.',
} as const

/** What decides whether somebody may use a viewer's app. */
export interface AppUser {
  role: Role
  accessApp: boolean
  dateValidate: boolean
  dateExpire: Date | null
}

/** Why somebody may not use a viewer's app; undefined when they may (rule P9). */
export const appError = (
  { role, accessApp, dateValidate, dateExpire }: AppUser,
  now: Date,
): string | undefined => {
  if (!accessApp) return APP_ACCESS_MESSAGES.noAccess
  const isExpired = dateExpire === null || dateExpire <= now
  return dateValidate && isSubscriber(role) && isExpired ? APP_ACCESS_MESSAGES.expired : undefined
}

/** What an app says of the device that it runs on. */
export const signInDeviceSchema = z.strictObject({
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

/** Equal for two spellings of one MAC address (rule P10). */
export const deviceKey = (macAddress: string): string => macAddress.toLowerCase().replace(/[\s:.-]/g, '')
