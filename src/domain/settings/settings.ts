import { z } from 'zod'
import { PERIODS } from '../credits/transaction.ts'
import { LAST_DATE } from '../format/dates.ts'
import { shorten } from '../format/text.ts'
import { answerTemplates } from '../support/issue-comment.ts'
import { type MailNotice, type UserNotice, unknownPlaceholder } from '../user-notices/notice.ts'
import {
  email,
  integer,
  LINK_MESSAGES,
  money,
  optionalLine,
  optionalText,
  optionalUrlOrPath,
  optionalWebUrl,
  requiredDate,
  requiredEmail,
  requiredInteger,
  requiredText,
  text,
} from '../validation/fields.ts'
import { backgroundImageSchema } from './background-image.ts'

export const SETTINGS_MESSAGES = {
  appVersionCode: 'Debe especificar el número de version de la aplicación',
  appVersionName: 'Debe especificar el nombre de la versión de la aplicación',
  periods: 'Debe especificar al menos un período de venta',
  periodsHint: 'Debe seleccionar al menos un período.',
  email: 'Debe especificar el email',
  emailInvalid: 'El email no es correcto',
  emailDuplicate: 'Ya está agreado el email especificado',
  alertMessage: 'Debe especificar el mensaje de alerta',
  currency: 'La moneda es inválida.',
  dateControl: 'Debe especificar la fecha de control.',
  onlySa: 'Solo sa puede modificar este campo.',
  phonePrefix: 'El prefijo debe tener de 1 a 4 dígitos, sin signos.',
  notice: 'Debe especificar el texto del aviso.',
  subject: 'Debe especificar el asunto del correo.',
  linkCheckDays: 'Debe ser un número entero de días, de 1 a 60.',
  linkCheckHour: 'Debe ser una hora, de 0 a 23.',
  reminderDays: 'Los días deben ser números enteros de 0 a 60, sin repetir.',
  sessionDays: 'Debe ser un número entero de días, de 1 a 365.',
  confirmMinutes: 'Debe ser un número entero de minutos, de 0 a 1440.',
  placeholder: (written: string) => `El marcador «${written}» no existe en este aviso.`,
} as const

/** Maximum length of an alert message (rule S5). */
export const MAX_ALERT = 150
const MAX_ITEMS = 100
const tooMany = `Puede tener como máximo ${MAX_ITEMS} elementos.`

/** Hosts of videos and contents. */
export const SETTING_PROVIDERS = {
  G: 'Google Storage',
  C: 'CDN',
  Y: 'YouTube',
  B: 'Bunny CDN',
  D: 'Direct',
} as const

const provider = () => z.enum(['G', 'C', 'Y', 'B', 'D'], 'El proveedor es inválido.').default('D')
const optionalUrl = () => optionalWebUrl(LINK_MESSAGES.url)

/** ISO 4217 currency codes. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency')

const isCurrency = (code: string): boolean => CURRENCIES.includes(code)

/** A country code, without the sign before it. */
const isPhonePrefix = (prefix: string): boolean => /^[1-9]\d{0,3}$/.test(prefix)

/** Key for finding duplicate e-mail addresses. */
const emailKey = (address: string): string => address.trim().toLowerCase()

const unique = (items: readonly string[]): boolean => new Set(items.map(emailKey)).size === items.length

const originEmail = () => requiredEmail(SETTINGS_MESSAGES.email, SETTINGS_MESSAGES.emailInvalid)

const alertMessage = () => requiredText(SETTINGS_MESSAGES.alertMessage, MAX_ALERT)

/** Characters of the data of the business: with all of them at once a receipt is still one page (rule S12). */
export const MAX_BUSINESS = { name: 40, phone: 25, taxId: 25, thanks: 60 } as const

/** Characters of a notice: all of them must fit into the URL of a chat. */
export const MAX_NOTICE = 1_000

/** Characters of the subject of a mail. */
export const MAX_SUBJECT = 150

/** Most days on which customers are reminded (rule N5). */
const MAX_REMINDER_DAYS = 10
const LAST_REMINDER_DAY = 60

const WHOLE_TEXT = { missing: SETTINGS_MESSAGES.notice, max: MAX_NOTICE }

const subject = (kind: MailNotice, text: string) =>
  notice(kind, text, { missing: SETTINGS_MESSAGES.subject, max: MAX_SUBJECT })

const notice = (
  kind: UserNotice,
  text: string,
  { missing, max }: { missing: string; max: number } = WHOLE_TEXT,
) =>
  requiredText(missing, max)
    .check(({ value, issues }) => {
      const written = unknownPlaceholder(kind, value)
      if (written !== undefined)
        issues.push({
          code: 'custom',
          input: value,
          message: SETTINGS_MESSAGES.placeholder(shorten(written, 30)),
        })
    })
    .default(text)

/** Rules S4, S5, S11, S12, C33, N1, N2, N5, N6, P17, P20, P21, P25, R18, U15, U27. */
export const settingsSchema = z.strictObject({
  appVersionCode: requiredInteger(SETTINGS_MESSAGES.appVersionCode, 1, 9999)
    .default(1)
    .meta({ title: 'Número de versión' }),
  appVersionName: requiredText(SETTINGS_MESSAGES.appVersionName, 50)
    .default('1.0.0')
    .meta({ title: 'Nombre de la versión' }),
  linkImg: optionalUrlOrPath(LINK_MESSAGES.url).meta({ title: 'URL de la imagen de la aplicación' }),
  mail: email(SETTINGS_MESSAGES.emailInvalid).meta({ title: 'Email de contacto' }),
  mailsOrigin: z
    .array(originEmail())
    .max(MAX_ITEMS, tooMany)
    .refine(unique, SETTINGS_MESSAGES.emailDuplicate)
    .default([])
    .meta({ title: 'Emails de origen' }),
  alertMessages: z
    .array(alertMessage())
    .max(MAX_ITEMS, tooMany)
    .default([])
    .meta({ title: 'Mensajes de alerta' }),
  contentBackground: z
    .array(backgroundImageSchema)
    .max(MAX_ITEMS, tooMany)
    .default([])
    .meta({ title: 'Imágenes de fondo' }),
  periods: z
    .array(z.enum(PERIODS, SETTINGS_MESSAGES.periods), SETTINGS_MESSAGES.periods)
    .min(1, SETTINGS_MESSAGES.periods)
    .refine((periods) => new Set(periods).size === periods.length, 'El período está repetido.')
    .default(['MESES'])
    .meta({ title: 'Períodos de venta' }),
  businessName: optionalLine(MAX_BUSINESS.name).meta({ title: 'Nombre del negocio' }),
  businessPhone: optionalLine(MAX_BUSINESS.phone).meta({ title: 'Teléfono del negocio' }),
  businessTaxId: optionalLine(MAX_BUSINESS.taxId).meta({ title: 'Identificación fiscal' }),
  receiptThanks: optionalLine(MAX_BUSINESS.thanks).meta({ title: 'Agradecimiento del recibo' }),
  businessInNavbar: z.boolean().default(false).meta({ title: 'Mostrar en la barra de navegación' }),
  askFromCredits: integer(0, 9999, 0).meta({ title: 'Preguntar desde' }),
  transMax: integer(0, 9999, 0).meta({ title: 'Máximo por transacción' }),
  agentTransMax: integer(0, 9999, 0).meta({ title: 'Máximo por transacción de agentes' }),
  enableDemo: z.boolean().default(true).meta({ title: 'Agentes y superagentes pueden crear demos' }),
  demoHours: integer(1, 72, 2).meta({ title: 'Horas que dura un demo' }),
  demosPerDay: integer(0, 999, 0).meta({ title: 'Demos por agente y día' }),
  demosMinBalance: integer(0, 9999, 0).meta({ title: 'Balance mínimo para crear demos' }),
  demoPerDevice: z.boolean().default(true).meta({ title: 'Un solo demo por equipo' }),
  pageSize: integer(0, 100, 20)
    .refine((size) => size % 10 === 0, 'Debe ser un múltiplo de 10.')
    .meta({ title: 'Filas por página' }),
  creditPriceMonthly: money(99_999).meta({ title: 'Precio mensual' }),
  creditPriceYearly: money(99_999).meta({ title: 'Precio anual' }),
  currency: optionalText(3, isCurrency, SETTINGS_MESSAGES.currency).meta({ title: 'Moneda' }),
  dateControl: requiredDate(SETTINGS_MESSAGES.dateControl)
    .default(LAST_DATE)
    .meta({ title: 'Fecha de control' }),
  tvUrlBase: optionalUrl().meta({ title: 'URL base de canales' }),
  agentTv: text(300).meta({ title: 'Agente de canales' }),
  videoDefault: optionalUrl().meta({ title: 'Video por defecto' }),
  videoDefaultProvider: provider().meta({ title: 'Proveedor: Video por defecto' }),
  contentUrlBase: optionalUrl().meta({ title: 'URL base de contenidos' }),
  contentProvider: provider().meta({ title: 'Proveedor: URL base de contenidos' }),
  videoTutorialTv: optionalUrl().meta({ title: 'Video tutorial de TV' }),
  videoTutorialTvProvider: provider().meta({ title: 'Proveedor: Video tutorial de TV' }),
  videoTutorialMobile: optionalUrl().meta({ title: 'Video tutorial de móviles' }),
  videoTutorialMobileProvider: provider().meta({ title: 'Proveedor: Video tutorial de móviles' }),
  httpsImages: z.boolean().default(false).meta({ title: 'Solo imágenes por https' }),
  /** Whether apps may play reserved links. */
  linkReserved: z.boolean().default(false).meta({ title: 'Usar enlaces reservados' }),
  syncTimeToLogin: integer(0, 1440, 0).meta({ title: 'Validar usuarios cada (minutos)' }),
  syncTimeToContent: integer(0, 1440, 0).meta({ title: 'Sincronizar contenidos cada (minutos)' }),
  phonePrefix: optionalText(4, isPhonePrefix, SETTINGS_MESSAGES.phonePrefix).meta({
    title: 'Prefijo del país',
  }),
  expiryNotice: notice(
    'expiry',
    'Hola, {nombre}. Su suscripción {plazo} ({vence}). Un mes más cuesta {precio}. {vendedor}\n{negocio}',
  ).meta({ title: 'Aviso de vencimiento' }),
  receiptNotice: notice('receipt', 'Hola, {nombre}. Gracias por su pago.\n\n{recibo}').meta({
    title: 'Aviso con el recibo',
  }),
  credentialsNotice: notice(
    'credentials',
    'Hola, {nombre}. Estos son sus datos de acceso:\n\n{acceso}\n\n{negocio}',
  ).meta({ title: 'Aviso con los datos de acceso' }),
  linkChecks: z.boolean().default(false).meta({ title: 'Comprobar los enlaces' }),
  linkCheckDays: requiredInteger(SETTINGS_MESSAGES.linkCheckDays, 1, 60)
    .default(7)
    .meta({ title: 'Cada cuántos días' }),
  linkCheckFrom: requiredInteger(SETTINGS_MESSAGES.linkCheckHour, 0, 23)
    .default(2)
    .meta({ title: 'Desde la hora' }),
  linkCheckUntil: requiredInteger(SETTINGS_MESSAGES.linkCheckHour, 0, 23)
    .default(7)
    .meta({ title: 'Hasta la hora' }),
  linkDeactivateAfter: integer(0, 50, 0).meta({ title: 'Desactivar tras fallos seguidos' }),
  mailReminders: z.boolean().default(false).meta({ title: 'Recordar el vencimiento por correo' }),
  mailReminderDays: z
    .array(
      z
        .int(SETTINGS_MESSAGES.reminderDays)
        .min(0, SETTINGS_MESSAGES.reminderDays)
        .max(LAST_REMINDER_DAY, SETTINGS_MESSAGES.reminderDays),
      SETTINGS_MESSAGES.reminderDays,
    )
    .min(1, 'Debe especificar al menos un día.')
    .max(MAX_REMINDER_DAYS, `Puede tener como máximo ${MAX_REMINDER_DAYS} días.`)
    .refine((days) => new Set(days).size === days.length, SETTINGS_MESSAGES.reminderDays)
    .default([7, 3, 1, 0])
    .meta({ title: 'Días antes del vencimiento' }),
  expiryMailSubject: subject('expiryMail', 'Su suscripción {plazo}').meta({
    title: 'Asunto del correo de vencimiento',
  }),
  expiryMail: notice(
    'expiryMail',
    'Hola, {nombre}:\n\nSu suscripción {plazo} ({vence}). Un mes más cuesta {precio}.\n\nPara renovarla, hable con {vendedor}.\n\n{negocio}',
  ).meta({ title: 'Correo de vencimiento' }),
  lowBalanceMail: integer(0, 9999, 0).meta({ title: 'Avisar con un balance menor que' }),
  balanceMailSubject: subject('balanceMail', 'Le quedan {balance} créditos').meta({
    title: 'Asunto del correo de balance bajo',
  }),
  balanceMail: notice(
    'balanceMail',
    'Hola, {nombre}:\n\nLe quedan {balance} créditos.\n\nPara comprar más, hable con {vendedor}.\n\n{negocio}',
  ).meta({ title: 'Correo de balance bajo' }),
  sessionDays: requiredInteger(SETTINGS_MESSAGES.sessionDays, 1, 365)
    .default(30)
    .meta({ title: 'Días que dura una sesión' }),
  confirmMinutes: requiredInteger(SETTINGS_MESSAGES.confirmMinutes, 0, 1440)
    .default(120)
    .meta({ title: 'Minutos que vale una confirmación' }),
  passwordChange: z.boolean().default(false).meta({ title: 'Exigir cambio de contraseña' }),
  answerTemplates: answerTemplates().meta({ title: 'Respuestas a reportes' }),
})
export type Settings = z.infer<typeof settingsSchema>

export const SETTING_NAMES = Object.keys(settingsSchema.shape) as [keyof Settings, ...(keyof Settings)[]]

/** Visible to `sa` only (rule S3). */
export const HIDDEN_SETTINGS = ['linkReserved'] as const satisfies readonly (keyof Settings)[]

/** Editable by `sa` only (rule S3). */
export const SA_SETTINGS = [
  'appVersionCode',
  'appVersionName',
  'httpsImages',
  'demoPerDevice',
  'sessionDays',
  'confirmMinutes',
  'passwordChange',
  ...HIDDEN_SETTINGS,
] as const

/** Schema of one e-mail address; `others`: the addresses already in the list. */
export const uniqueEmailSchema = (others: readonly string[]) => {
  const taken = new Set(others.map(emailKey))
  return z.strictObject({
    email: originEmail().refine((email) => !taken.has(emailKey(email)), SETTINGS_MESSAGES.emailDuplicate),
  })
}

export const alertMessageSchema = z.strictObject({ message: alertMessage() })

/** Selectable page sizes; 0 means the service's default. */
export const PAGE_SIZES: readonly number[] = Array.from({ length: 11 }, (_, index) => index * 10)

/** The settings of a first start (rule S1). */
export const firstSettings = (): Settings => settingsSchema.parse({})
