import { z } from 'zod'
import { PERIODS } from '../credits/periods.ts'
import { email, isEmail } from '../users/user.ts'
import { LAST_DATE, requiredDate } from '../validation/dates.ts'
import { integer, money, requiredInteger } from '../validation/numbers.ts'
import { requiredText, text } from '../validation/text.ts'
import { LINK_MESSAGES, optionalImageUrl, optionalWebUrl } from '../validation/url.ts'
import { backgroundImageShape } from './background-image.ts'

export const SETTINGS_MESSAGES = {
  appVersionCode: 'Debe especificar el número de version de la aplicación',
  appVersionName: 'Debe especificar el nombre de la versión de la aplicación',
  periods: 'Debe especificar al menos un período de venta',
  email: 'Debe especificar el email',
  emailInvalid: 'El email no es correcto',
  emailDuplicate: 'Ya está agreado el email especificado',
  alertMessage: 'Debe especificar el mensaje de alerta',
  dateControl: 'Debe especificar la fecha de control.',
  onlySa: 'Solo sa puede modificar este campo.',
} as const

/** Where videos and contents are kept (specification, section 9). */
const provider = () => z.enum(['G', 'C', 'Y', 'B', 'D'], 'El proveedor es inválido.').default('D')
const address = () => optionalWebUrl(LINK_MESSAGES.url)

const unique = (items: readonly string[]): boolean =>
  new Set(items.map((item) => item.toLowerCase())).size === items.length

/** The general settings (specification, sections 3, 5 and 9). */
export const settingsShape = z.strictObject({
  appVersionCode: requiredInteger(SETTINGS_MESSAGES.appVersionCode, 1, 9999).default(1),
  appVersionName: requiredText(SETTINGS_MESSAGES.appVersionName, 50).default('1.0.0'),
  linkImg: optionalImageUrl(LINK_MESSAGES.url),
  mail: email(SETTINGS_MESSAGES.emailInvalid),
  mailsOrigin: z
    .array(requiredText(SETTINGS_MESSAGES.email, 254).refine(isEmail, SETTINGS_MESSAGES.emailInvalid))
    .max(100)
    .refine(unique, SETTINGS_MESSAGES.emailDuplicate)
    .default([]),
  alertMessages: z.array(requiredText(SETTINGS_MESSAGES.alertMessage, 150)).max(100).default([]),
  contentBackground: z.array(backgroundImageShape).max(100).default([]),
  periods: z
    .array(z.enum(PERIODS, SETTINGS_MESSAGES.periods), SETTINGS_MESSAGES.periods)
    .min(1, SETTINGS_MESSAGES.periods)
    .refine((periods) => new Set(periods).size === periods.length, 'El período está repetido.')
    .default(['MESES']),
  transMax: integer(0, 9999, 0),
  agentTransMax: integer(0, 9999, 0),
  enableDemo: z.boolean().default(true),
  pageSize: integer(0, 100, 20).refine((size) => size % 10 === 0, 'Debe ser un múltiplo de 10.'),
  creditPriceMonthly: money(99_999),
  creditPriceYearly: money(99_999),
  dateControl: requiredDate(SETTINGS_MESSAGES.dateControl).default(LAST_DATE),
  tvUrlBase: address(),
  agentTv: text(300),
  videoDefault: address(),
  videoDefaultProvider: provider(),
  contentUrlBase: address(),
  contentProvider: provider(),
  videoTutorialTv: address(),
  videoTutorialTvProvider: provider(),
  videoTutorialMobile: address(),
  videoTutorialMobileProvider: provider(),
  linkReserved: address(),
  syncTimeToLogin: integer(0, 1440, 0),
  syncTimeToContent: integer(0, 1440, 0),
})
export type Settings = z.infer<typeof settingsShape>

/** Fields that only sa sets; others see them disabled (specification, section 6). */
export const SA_SETTINGS = ['appVersionCode', 'appVersionName'] as const

/** The settings of a first start (decisions D13). */
export const firstSettings = (): Settings => settingsShape.parse({})
