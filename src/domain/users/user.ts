import { z } from 'zod'
import { ROLES, USER_STATUSES } from '../access/permissions.ts'
import { instant } from '../contract/entity.ts'
import { email, id, optionalText, requiredName, requiredText, text } from '../validation/fields.ts'
import { optionalPassword, requiredPassword } from './password.ts'
import { USER_MESSAGES } from './user-messages.ts'

/** Seven to fifteen digits, with the usual separators. */
const isPhone = (value: string): boolean => {
  const digits = value.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(value) && digits >= 7 && digits <= 15
}

const phone = () => optionalText(30, isPhone, USER_MESSAGES.phone)

/** Input of a user (rules U11, U12). */
export const userSchema = z.strictObject({
  name: requiredName(USER_MESSAGES.name, 60),
  fullName: requiredText(USER_MESSAGES.fullName, 150),
  email: email(),
  address: requiredText(USER_MESSAGES.address, 300),
  telePhone: phone(),
  celPhone: phone(),
  comment: text(2000),
  mailNotify: z.boolean().default(false),
  profile: id(USER_MESSAGES.profile),
  platform: requiredText(USER_MESSAGES.platform, 150),
  useTvList: z.boolean().default(false),
  status: z.enum(USER_STATUSES, USER_MESSAGES.status).default('enable'),
})

export const isUserName = (text: string): boolean => userSchema.shape.name.safeParse(text).success

export const newUserSchema = userSchema.extend({ password: requiredPassword() })
export const editedUserSchema = userSchema.extend({ password: optionalPassword() })

/** Input of an edit: the form's fields, and `device: null` to unlink the device. */
export const userChangesSchema = editedUserSchema.extend({
  device: z.null(USER_MESSAGES.deviceOnlyNull).optional(),
})

export type UserInput = z.infer<typeof userSchema>
export type NewUser = z.infer<typeof newUserSchema>

/** The device that a viewer's app was linked to at its first sign-in. */
export const deviceSchema = z.object({
  macAddress: z.string(),
  sdkVersion: z.string(),
  appVersion: z.string(),
  model: z.string(),
  product: z.string(),
  description: z.string(),
})
export type Device = z.infer<typeof deviceSchema>

/** A user in API responses: fields not listed here never leave the server. */
export const userOutput = z.object({
  _id: z.string(),
  name: z.string(),
  fullName: z.string(),
  email: z.string(),
  address: z.string(),
  telePhone: z.string(),
  celPhone: z.string(),
  comment: z.string(),
  mailNotify: z.boolean(),
  role: z.enum(ROLES),
  profile: z.string(),
  profileName: z.string(),
  creditAmount: z.int().meta({ description: 'Meses que le quedan a la licencia' }),
  creditToResell: z.int(),
  balanceToCredit: z.int().nullable().meta({ description: 'Balance de agentes y superagentes, en meses' }),
  dateCreate: instant(),
  dateExpire: instant().nullable(),
  dateUpdate: instant(),
  lastLogin: instant().nullable(),
  status: z.enum(USER_STATUSES),
  platform: z.string(),
  useTvList: z.boolean(),
  views: z.int(),
  device: deviceSchema.nullable(),
  userCreate: z.string(),
  userUpdate: z.string(),
})
export type User = z.infer<typeof userOutput>
