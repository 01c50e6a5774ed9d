export interface Credentials {
  name: string
  password: string
}

export const CREDENTIALS_MESSAGES = {
  name: 'Debe digitar el nombre de usuario',
  password: 'Debe digitar la contraseña',
  both: 'Porfavor digite el nombre de usuario y la contraseña.',
} as const

export interface CredentialsErrors {
  name?: string
  password?: string
  /** Shown for the whole form if both are missing. */
  general?: string
}

/** Errors of missing credentials; undefined if complete. This file imports nothing, to keep the sign-in page small. */
export const missingCredentials = ({ name, password }: Credentials): CredentialsErrors | undefined => {
  const noName = name.trim() === ''
  const noPassword = password === ''
  if (!noName && !noPassword) return undefined
  return {
    ...(noName ? { name: CREDENTIALS_MESSAGES.name } : {}),
    ...(noPassword ? { password: CREDENTIALS_MESSAGES.password } : {}),
    ...(noName && noPassword ? { general: CREDENTIALS_MESSAGES.both } : {}),
  }
}

/** Unique key of a user name: ignores case, surrounding spaces and Unicode forms. */
export const toNameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export const APP_ACCESS_MESSAGES = {
  noAccess: 'Su perfil no permite entrar desde la aplicación.',
  expired: 'Su licencia está vencida. Comuníquese con su vendedor para renovarla.',
  otherDevice: 'Su cuenta está vinculada a otro dispositivo. Pida que lo desvinculen para entrar desde este.',
  demoUsed: 'Este equipo ya usó un demo.',
  macAddress: 'Debe especificar la dirección MAC del dispositivo.',
} as const

/** Data that decide whether a user may use a viewer's app. */
export interface AppUser {
  /** True for viewers: other roles have no expiry. */
  hasLicence: boolean
  accessApp: boolean
  dateValidate: boolean
  dateExpire: Date | null
}

/** Why a user may not use a viewer's app; undefined if allowed (rule P9). */
export const appError = (
  { hasLicence, accessApp, dateValidate, dateExpire }: AppUser,
  now: Date,
): string | undefined => {
  if (!accessApp) return APP_ACCESS_MESSAGES.noAccess
  const isExpired = dateExpire === null || dateExpire <= now
  return dateValidate && hasLicence && isExpired ? APP_ACCESS_MESSAGES.expired : undefined
}

/** Comparison key of a MAC address, independent of its spelling (rule P10). */
export const deviceKey = (macAddress: string): string => macAddress.toLowerCase().replace(/[\s:.-]/g, '')

/** Days for which a device that used a demo opens no other one (rule P25). */
export const DEMO_DEVICE_DAYS = 30

/** What apps send that may not read the address: many devices have the same. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['000000000000', '020000000000', 'ffffffffffff'])

/** False for an address that says nothing about the device. */
export const identifiesDevice = (macAddress: string): boolean => !PLACEHOLDERS.has(deviceKey(macAddress))
