import { z } from 'zod'
import { id } from '../validation/ids.ts'
import { optionalText, requiredText, text } from '../validation/text.ts'
import { optionalPassword, requiredPassword } from './password.ts'

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const USER_MESSAGES = {
  name: 'Debe especificar el nombre de usuario',
  fullName: 'Debe especificar el nombre completo del usuario',
  address: 'Debe especificar la dirección.',
  email: 'No se ve como un correo electrónico válido.',
  phone: 'No se ve como un telefono valido.',
  profile: 'Debe especificar el perfil.',
  platform: 'Debe especificar el App origen.',
  duplicate: 'Ya existe un usuario con ese nombre.',
  noCredit: 'No tiene créditos suficientes para crear usuarios.',
  status: 'El estado es inválido.',
  platformUnknown: 'El App origen no es válido.',
  profileNotAllowed: 'No puede asignar este perfil.',
  ownProfile: 'No puede cambiar su propio perfil.',
  ownPassword: 'Cambie esta contraseña en Cambio de contraseña.',
  disableSelf: 'No puede deshabilitar su propio usuario.',
  deleteSelf: 'No puede eliminar su propio usuario.',
  notBelow: 'No tiene autoridad sobre este usuario.',
  notYours: 'No puede modificar este campo.',
  deviceOnlyNull: 'Solo puede desvincular el dispositivo.',
  hasCustomers: (credits: number, customers: number) =>
    `No puede eliminar el usuario: tiene ${counted(credits, 'crédito')} y ${counted(customers, 'cliente')}.`,
  profileKept: (credits: number, customers: number) =>
    `No puede cambiar el perfil: el usuario tiene ${counted(credits, 'crédito')} y ${counted(customers, 'cliente')}.`,
} as const

export const USER_STATUSES = ['enable', 'disable'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

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

/** What an operator writes of a user (specification, sections 3 and 5). */
export const userShape = z.strictObject({
  name: requiredText(USER_MESSAGES.name, 60),
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
