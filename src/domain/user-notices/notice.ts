import { licenceOf, licencePredicate } from '../credits/licence.ts'
import { dayAfter, dayOf } from '../format/dates.ts'

/** The notices that are opened in a chat, each with the setting that holds its text (rule N2). */
const CHAT_NOTICES = {
  expiry: { title: 'Aviso de vencimiento', setting: 'expiryNotice' },
  receipt: { title: 'Recibo', setting: 'receiptNotice' },
  credentials: { title: 'Datos de acceso', setting: 'credentialsNotice' },
} as const
export type ChatNotice = keyof typeof CHAT_NOTICES
export const CHAT_NOTICE_NAMES = Object.keys(CHAT_NOTICES) as [ChatNotice, ...ChatNotice[]]

/** The mails that the service sends by itself (rules N5, N6). */
const MAIL_NOTICES = {
  expiryMail: { title: 'Correo de vencimiento', setting: 'expiryMail', subject: 'expiryMailSubject' },
  balanceMail: { title: 'Correo de balance bajo', setting: 'balanceMail', subject: 'balanceMailSubject' },
} as const
export type MailNotice = keyof typeof MAIL_NOTICES
export const MAIL_NOTICE_NAMES = Object.keys(MAIL_NOTICES) as [MailNotice, ...MailNotice[]]

export const USER_NOTICES = { ...CHAT_NOTICES, ...MAIL_NOTICES } as const
export type UserNotice = keyof typeof USER_NOTICES

/** Meanings of all placeholders. */
const PLACEHOLDERS = {
  nombre: 'Nombre completo del cliente',
  usuario: 'Nombre de usuario del cliente',
  plazo: 'vence hoy, vence en 3 días, venció hace 2 días',
  dias: 'Días que faltan; negativo si ya venció',
  vence: 'Día del vencimiento',
  precio: 'Precio de un mes más',
  negocio: 'Nombre del negocio, si tiene',
  vendedor: 'Nombre completo de quien avisa; en correos, de su vendedor',
  recibo: 'El recibo, línea por línea',
  acceso: 'Usuario y contraseña',
  balance: 'Créditos que le quedan',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

const ABOUT_CUSTOMER = [
  'nombre',
  'usuario',
  'plazo',
  'dias',
  'vence',
  'precio',
  'vendedor',
  'negocio',
] as const

/** The placeholders of each notice: those about the customer, and what the notice delivers. */
export const NOTICE_PLACEHOLDERS = {
  expiry: ABOUT_CUSTOMER,
  receipt: [...ABOUT_CUSTOMER, 'recibo'],
  credentials: [...ABOUT_CUSTOMER, 'acceso'],
  expiryMail: ABOUT_CUSTOMER,
  balanceMail: ['nombre', 'usuario', 'balance', 'vendedor', 'negocio'],
} as const satisfies Record<UserNotice, readonly Placeholder[]>

export const placeholderMeaning = (placeholder: Placeholder): string => PLACEHOLDERS[placeholder]

export type NoticeValues = Partial<Record<Placeholder, string>>

/** Braces in a text, with whatever they contain; a brace that is never closed counts as well. */
const BRACES = /\{([^{}]*)\}?/g

/** The first thing in braces that is none of the placeholders, as written; undefined if there is none. */
export const firstUnknown = (known: readonly string[], text: string): string | undefined => {
  for (const [written, name = ''] of text.matchAll(BRACES))
    if (!written.endsWith('}') || !known.includes(name)) return written
  return undefined
}

export const unknownPlaceholder = (notice: UserNotice, text: string): string | undefined =>
  firstUnknown(NOTICE_PLACEHOLDERS[notice], text)

/** Replaces the placeholders of a text; those without a value become empty. Values are never searched for placeholders. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string => text.replace(BRACES, (_, name: string) => values[name] ?? '').trim()

interface Customer {
  fullName: string
  name: string
  /** ISO instant; null without a licence. */
  dateExpire: string | null
}

interface Sender {
  fullName: string
  now: Date
  timeZone: string
  /** Formatted price of a month. */
  price: string
  businessName: string
}

/** The values of the placeholders about a customer (rule N2). Days are those of the service. */
export const customerValues = (
  customer: Customer,
  { fullName, now, timeZone, price, businessName }: Sender,
): NoticeValues => {
  const about = {
    nombre: customer.fullName,
    usuario: customer.name,
    precio: price,
    vendedor: fullName,
    negocio: businessName,
  }
  const licence = licenceOf(customer.dateExpire, now, timeZone)
  if (licence.state === 'none') return about
  const { days, day } = licence
  return { ...about, plazo: licencePredicate(licence), dias: String(days), vence: day }
}

/** A customer for the preview of a text. */
export const exampleValues = (sender: Sender): NoticeValues => {
  const expiry = `${dayAfter(dayOf(sender.now, sender.timeZone), 3)}T16:00:00Z`
  return {
    ...customerValues({ fullName: 'Ana Castillo', name: 'acastillo', dateExpire: expiry }, sender),
    recibo: `${sender.businessName || 'Cartelera'} · Recibo 000123\nCliente: Ana Castillo\nTotal: ${sender.price}`,
    acceso: 'Usuario: acastillo\nContraseña: ••••••',
    balance: '5',
  }
}
