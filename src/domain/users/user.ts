import { z } from 'zod'
import { ROLES, USER_STATUSES } from '../access/permissions.ts'
import { instant, recordId } from '../contract/entity.ts'
import { cleanPhone, isPhone, isRounded } from '../validation/contact.ts'
import { email, id, lines, requiredLine, requiredName, requiredText } from '../validation/fields.ts'
import { optionalPassword, permissionToAlter, requiredPassword } from './password.ts'
import { USER_MESSAGES } from './user-messages.ts'

const ROUNDED = 'La hoja de cálculo perdió dígitos de este teléfono: escríbalo de nuevo.'

/** A telephone number, or the empty text. */
const phone = () =>
  z
    .string(USER_MESSAGES.phone)
    .overwrite(cleanPhone)
    .max(30, USER_MESSAGES.phone)
    .refine((value) => !isRounded(value), ROUNDED)
    .refine((value) => value === '' || isRounded(value) || isPhone(value), USER_MESSAGES.phone)
    .default('')

/** Input of a user (rules U11, U12). */
export const userSchema = z.strictObject({
  name: requiredName(USER_MESSAGES.name, 60).meta({ title: 'Usuario' }),
  fullName: requiredLine(USER_MESSAGES.fullName, 150).meta({ title: 'Nombre completo' }),
  email: email().meta({ title: 'Correo electrónico' }),
  address: requiredLine(USER_MESSAGES.address, 300).meta({ title: 'Dirección' }),
  telePhone: phone().meta({ title: 'Teléfono' }),
  celPhone: phone().meta({ title: 'Celular' }),
  comment: lines(2000).meta({ title: 'Comentario' }),
  mailNotify: z.boolean().default(false).meta({ title: 'Notificar por correo' }),
  profile: id(USER_MESSAGES.profile).meta({ title: 'Perfil' }),
  platform: requiredText(USER_MESSAGES.platform, 150).meta({ title: 'App' }),
  useTvList: z.boolean().default(false).meta({ title: 'Usa Lista de TV' }),
  status: z.enum(USER_STATUSES, USER_MESSAGES.status).default('enable').meta({ title: 'Estado' }),
})

/** Whom a generated demo is for; a field left empty keeps what it has (rule U28). */
export const demoRecipientSchema = z.strictObject({
  fullName: z
    .string(USER_MESSAGES.fullName)
    .default('')
    .superRefine((text, context) => {
      if (text === '') return
      const { error } = userSchema.shape.fullName.safeParse(text)
      for (const { message } of error?.issues ?? []) context.addIssue(message)
    })
    .meta({ title: 'Nombre completo' }),
  celPhone: userSchema.shape.celPhone,
})

export const isUserName = (text: string): boolean => userSchema.shape.name.safeParse(text).success

export const newUserSchema = userSchema.extend({ password: requiredPassword().meta({ title: 'Contraseña' }) })
export const editedUserSchema = userSchema.extend({ password: optionalPassword() })

/** Input of an edit: the form's fields, and `device: null` to unlink the device. */
export const userChangesSchema = editedUserSchema.extend({
  device: z.null(USER_MESSAGES.deviceOnlyNull).optional(),
  permissionToAlter: permissionToAlter(),
})

export type UserInput = z.infer<typeof userSchema>
export type NewUser = z.infer<typeof newUserSchema>

/** The device that a viewer's app was linked to at its first sign-in. */
export const deviceSchema = z.object({
  macAddress: z.string().meta({ title: 'Dirección MAC' }),
  sdkVersion: z.string().meta({ title: 'Versión del SDK' }),
  appVersion: z.string().meta({ title: 'Versión de la aplicación' }),
  model: z.string().meta({ title: 'Modelo' }),
  product: z.string().meta({ title: 'Producto' }),
  description: z.string().meta({ title: 'Descripción' }),
})
export type Device = z.infer<typeof deviceSchema>

/** A user in API responses: fields not listed here never leave the server. */
export const userOutput = z.object({
  _id: recordId,
  name: z.string(),
  fullName: z.string(),
  email: z.string(),
  address: z.string(),
  telePhone: z.string(),
  celPhone: z.string(),
  comment: z.string(),
  mailNotify: z.boolean(),
  role: z.enum(ROLES).meta({ title: 'Rol' }),
  profile: z.string(),
  profileName: z.string().meta({ title: 'Perfil' }),
  creditAmount: z.int().meta({ title: 'Meses', description: 'Meses que le quedan a la licencia' }),
  creditToResell: z.int().meta({ title: 'Balance de créditos' }),
  balanceToCredit: z
    .int()
    .nullable()
    .meta({ title: 'Balance de créditos', description: 'Balance de agentes y superagentes, en meses' }),
  dateCreate: instant().meta({ title: 'Fecha de registro' }),
  dateExpire: instant().nullable().meta({ title: 'Vence' }),
  dateUpdate: instant().meta({ title: 'Fecha de modificación' }),
  lastLogin: instant().nullable().meta({ title: 'Último acceso' }),
  status: z.enum(USER_STATUSES),
  platform: z.string(),
  useTvList: z.boolean(),
  views: z.int().meta({ title: 'Visitas' }),
  device: deviceSchema.nullable().meta({ title: 'Dispositivo' }),
  userCreate: z.string().meta({ title: 'Creado por' }),
  userUpdate: z.string().meta({ title: 'Modificado por' }),
})
export type User = z.infer<typeof userOutput>

/** A user in an exported file: also how its licence stands, in words; empty for users without one by their role. */
export const exportedUserOutput = userOutput.extend({ licence: z.string() })
