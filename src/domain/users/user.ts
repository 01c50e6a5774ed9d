import { z } from 'zod'
import { id } from '../validation/ids.ts'
import { optionalText, requiredName, requiredText, text } from '../validation/text.ts'
import { optionalPassword, requiredPassword } from './password.ts'
import { USER_MESSAGES, USER_STATUSES } from './user-messages.ts'

const emailShape = z.email({ pattern: z.regexes.unicodeEmail })

/** True for an address of the form local@host.domain. */
export const isEmail = (value: string): boolean =>
  /^[^\s@"<>]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) && emailShape.safeParse(value).success

/** Seven to fifteen digits, with the signs that people write between them. */
const isPhone = (value: string): boolean => {
  const digits = value.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(value) && digits >= 7 && digits <= 15
}

const phone = () => optionalText(30, isPhone, USER_MESSAGES.phone)

/** An e-mail address, or the empty text. */
export const email = (message: string = USER_MESSAGES.email) => optionalText(254, isEmail, message)

/** Input of a user (rules U11, U12). */
export const userShape = z.strictObject({
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

export const isUserName = (text: string): boolean => userShape.shape.name.safeParse(text).success

export const newUserShape = userShape.extend({ password: requiredPassword() })
export const editedUserShape = userShape.extend({ password: optionalPassword() })

export type UserInput = z.infer<typeof userShape>
export type NewUser = z.infer<typeof newUserShape>

/** The device that a viewer's app was linked to at its first sign-in. */
export const deviceShape = z.object({
  macAddress: z.string(),
  sdkVersion: z.string(),
  appVersion: z.string(),
  model: z.string(),
  product: z.string(),
  description: z.string(),
})
export type Device = z.infer<typeof deviceShape>
