import { z } from 'zod'
import { readDate } from '../validation/fields.ts'

export const MIN_PASSWORD = 3
const MAX_PASSWORD = 200
/** Minimum length for profiles with web access under STRICT_PASSWORDS (rule P1). */
const STRICT_MIN_PASSWORD = 8

export const PASSWORD_MESSAGES = {
  short: 'La contraseña debe tener al menos 3 caracteres.',
  wrong: 'Contraseña incorrecta.',
  same: 'Elija una contraseña distinta de la que le dieron.',
  long: `La contraseña debe tener como máximo ${MAX_PASSWORD} caracteres.`,
  strictShort: `La contraseña debe tener al menos ${STRICT_MIN_PASSWORD} caracteres.`,
  common: 'Esta contraseña es una de las más usadas: elija otra.',
  commonAdvice: 'Es una de las contraseñas más usadas: conviene elegir otra.',
  neededForWeb: 'Para dar un perfil con acceso web debe especificar una contraseña nueva.',
  tooManyChecks: 'Demasiadas consultas. Espere un minuto e intente de nuevo.',
} as const

/** Strength of a password: a score from 0 to 4, and whether it is among the 10,000 commonest. */
export interface PasswordStrength {
  score: number
  isCommon: boolean
}

export const STRENGTH_NAMES = ['Muy débil', 'Débil', 'Aceptable', 'Buena', 'Muy buena'] as const

/** Why STRICT_PASSWORDS refuses a password for a profile with web access; undefined if it is accepted. */
export const staffPasswordError = (value: string, isCommon: boolean): string | undefined => {
  if ([...value].length < STRICT_MIN_PASSWORD) return PASSWORD_MESSAGES.strictShort
  return isCommon ? PASSWORD_MESSAGES.common : undefined
}

const password = () => z.string(PASSWORD_MESSAGES.short).max(MAX_PASSWORD, PASSWORD_MESSAGES.long)

/** Keyboards write the same accented letters in two forms of Unicode: passwords are stored in this one. */
export const storedForm = (typed: string): string => typed.normalize('NFC')

/** The forms that a typed password may have been stored in. */
export const passwordForms = (typed: string): string[] => [...new Set([storedForm(typed), typed])]

const newPassword = () =>
  z.string(PASSWORD_MESSAGES.short).overwrite(storedForm).max(MAX_PASSWORD, PASSWORD_MESSAGES.long)

/** A password of at least three characters. */
export const requiredPassword = () => newPassword().min(MIN_PASSWORD, PASSWORD_MESSAGES.short)

/** A new password, or absent or empty to keep the current one. */
export const optionalPassword = () =>
  newPassword()
    .refine((value) => value === '' || value.length >= MIN_PASSWORD, PASSWORD_MESSAGES.short)
    .optional()

/** Beside a password: that it is another user's. Gives no authority (rule P2). */
export const permissionToAlter = () => z.boolean('Debe ser verdadero o falso.').optional()

/** Input of a password change. */
export const passwordChangeSchema = z.strictObject({
  oldPassword: password().default(''),
  newPassword: requiredPassword(),
  permissionToAlter: permissionToAlter(),
  dateUpdate: readDate(),
})
