import { z } from 'zod'
import { readDate } from '../validation/dates.ts'

export const MIN_PASSWORD = 3
const MAX_PASSWORD = 200

export const PASSWORD_MESSAGES = {
  short: 'La contraseña debe tener al menos 3 caracteres.',
  wrong: 'Contraseña incorrecta.',
  long: `La contraseña debe tener como máximo ${MAX_PASSWORD} caracteres.`,
} as const

const password = () => z.string(PASSWORD_MESSAGES.short).max(MAX_PASSWORD, PASSWORD_MESSAGES.long)

/** A password of three characters or more. */
export const requiredPassword = () => password().min(MIN_PASSWORD, PASSWORD_MESSAGES.short)

/** A new password, or nothing (absent or empty) to keep the one that stands. */
export const optionalPassword = () =>
  password()
    .refine((value) => value === '' || value.length >= MIN_PASSWORD, PASSWORD_MESSAGES.short)
    .optional()

/** The body of a password change (specification, section 7); `permissionToAlter` is accepted and means nothing. */
export const passwordChangeShape = z.strictObject({
  oldPassword: password().default(''),
  newPassword: requiredPassword(),
  permissionToAlter: z.boolean().optional(),
  dateUpdate: readDate(),
})
