import { z } from 'zod'
import { can, isSubscriber, type Principal, type Role } from '../access/permissions.ts'
import { allowedTypes, type CreditSettings, controlEnd } from '../credits/rules.ts'
import { MAX_CREDITS } from '../credits/transaction.ts'
import { fold } from '../format/text.ts'
import type { ImportField } from '../imports/columns.ts'
import type { DayReading } from '../imports/days.ts'
import { DAY_FORMAT, formatText } from '../imports/formats.ts'
import { IMPORT_MESSAGES, importEndpoints } from '../imports/import.ts'
import { aboutCell, unknownValue } from '../imports/messages.ts'
import { platformLabel } from '../settings/platforms.ts'
import { toNameKey } from '../sign-in/sign-in.ts'
import { cleanPhone, withoutMargins } from '../validation/contact.ts'
import { toValidationErrors, type ValidationError, validate } from '../validation/errors.ts'
import { id } from '../validation/fields.ts'
import { schemaLabels } from '../validation/schema-labels.ts'
import { valueLabel } from '../value-labels.ts'
import { canEdit, closedFields, type Person } from './authority.ts'
import { userBulkChanges } from './bulk.ts'
import { canAssign, creationCreditError, type DemoLimits, demosPerDayError } from './creation.ts'
import { type ImportedCredits, importedCreditErrors, isCreditGiver, readBalance } from './import-credits.ts'
import { expiryText, readExpiry } from './import-expiry.ts'
import { canChangeExpiry, expiryChangeError, isSameExpiry, type LicenceOrigin } from './import-licence.ts'
import {
  circleMessage,
  type FileSeller,
  ownerError,
  SELLER_MESSAGES,
  type Seller,
  UNKNOWN_SELLER,
} from './import-sellers.ts'
import { newUserSchema, type UserInput, userOutput, userSchema } from './user.ts'
import { USER_MESSAGES } from './user-messages.ts'

const MESSAGES = {
  yesOrNo: 'Debe decir Sí o No.',
  balance: `Debe ser un número entero de 0 a ${MAX_CREDITS}.`,
  unlimited: (expiry: string) => `El archivo no le pone fin: vence el ${expiry}, la fecha de control.`,
  ended: (expiry: string) => `Su licencia venció el ${expiry}.`,
  endedBefore: (expiry: string) => `Venció el ${expiry}: se importa sin licencia.`,
  noLicence: 'Se importa sin licencia.',
  customer: (seller: string) => `Será cliente de ${seller}.`,
  agent: (seller: string) => `Será agente de ${seller}.`,
  inRow: (name: string, row: number) => `${name}, de la fila ${row}`,
  notImported: ([first = '', ...others]: readonly string[]) => {
    const last = others.pop()
    return last === undefined
      ? `Ya existe: no se importa ${first}.`
      : `Ya existe: no se importan ${[first, ...others].join(', ')} ni ${last}.`
  },
} as const

/** Column names used by panels and spreadsheets in Spanish, English and Portuguese, besides those of the API and of the lists. */
const HEADINGS = {
  name: [
    ...[
      'user',
      'username',
      'user name',
      'nombre de usuario',
      'nombre usuario',
      'login',
      'cuenta',
      'line',
      'linea',
    ],
    ...[
      'nick',
      'nickname',
      'account',
      'usuario app',
      'usuario iptv',
      'id usuario',
      'user login',
      'nome de usuario',
    ],
    ...['nome do usuario', 'utilizador'],
  ],
  password: [
    ...[
      'password',
      'pass',
      'passwd',
      'pwd',
      'clave',
      'user password',
      'user pass',
      'clave de acceso',
      'contrasenia',
    ],
    ...['clave usuario', 'passcode', 'senha', 'palavra passe'],
  ],
  fullName: [
    ...[
      'name',
      'full name',
      'fullname',
      'nombre',
      'nombres',
      'cliente',
      'customer',
      'display name',
      'real name',
    ],
    ...[
      'nombre y apellidos',
      'nombre y apellido',
      'nombres y apellidos',
      'nombre apellidos',
      'apellidos y nombres',
    ],
    ...[
      'apellidos y nombre',
      'nombre del cliente',
      'nombre cliente',
      'titular',
      'suscriptor',
      'abonado',
      'client',
    ],
    ...[
      'customer name',
      'client name',
      'subscriber',
      'nome',
      'nome completo',
      'nome do cliente',
      'assinante',
    ],
  ],
  email: [
    ...[
      'email',
      'e-mail',
      'mail',
      'correo',
      'email address',
      'mail address',
      'correos',
      'correo de contacto',
    ],
    ...['direccion de correo', 'direccion de correo electronico', 'email cliente', 'email do cliente'],
    ...['endereco de email', 'endereco de e-mail', 'correio eletronico'],
  ],
  address: [
    ...[
      'address',
      'domicilio',
      'calle',
      'direccion postal',
      'street',
      'street address',
      'endereco',
      'morada',
    ],
  ],
  telePhone: [
    ...['telephone', 'phone', 'phone number', 'tel', 'telefono fijo', 'numero de telefono', 'tlf', 'telf'],
    ...['telefono casa', 'landline', 'home phone', 'contact number', 'telefone', 'telefone fixo'],
  ],
  celPhone: [
    ...[
      'mobile',
      'movil',
      'cell',
      'cel',
      'cellphone',
      'whatsapp',
      'telefono movil',
      'telefono celular',
      'tel movil',
    ],
    ...[
      'numero movil',
      'numero de celular',
      'numero celular',
      'nro celular',
      'numero de whatsapp',
      'wsp',
      'wasap',
    ],
    ...['mobile phone', 'mobile number', 'cell phone', 'cell number', 'whatsapp number', 'telemovel'],
    ...['telefone celular', 'numero do whatsapp'],
  ],
  comment: [
    ...[
      'comment',
      'comments',
      'comentarios',
      'notes',
      'note',
      'nota',
      'notas',
      'observaciones',
      'reseller notes',
    ],
    ...['observacion', 'detalle', 'detalles', 'anotaciones', 'memo', 'remarks', 'admin notes', 'observacoes'],
  ],
  profile: ['profile', 'tipo de perfil'],
  platform: ['platform', 'plataforma', 'app origen', 'aplicacion'],
  status: [
    ...[
      'status',
      'activo',
      'active',
      'enabled',
      'habilitado',
      'estatus',
      'is active',
      'account status',
      'ativo',
    ],
    ...['situacion', 'situacao', 'estado de la cuenta'],
  ],
  mailNotify: ['mail notify'],
  useTvList: ['use tv list'],
  dateExpire: [
    ...[
      'exp date',
      'expdate',
      'expiry',
      'expiry date',
      'expire',
      'expires',
      'expire date',
      'expires at',
      'expiration',
    ],
    ...[
      'expiration date',
      'valid until',
      'end date',
      'vencimiento',
      'fecha de vencimiento',
      'fecha vencimiento',
    ],
    ...[
      'fecha',
      'expira',
      'expiracion',
      'fecha de expiracion',
      'caduca',
      'caducidad',
      'valido hasta',
      'vence el',
    ],
    ...[
      'fecha de caducidad',
      'fecha caducidad',
      'fecha expiracion',
      'fecha de corte',
      'fecha corte',
      'fecha fin',
    ],
    ...[
      'fecha limite',
      'proximo pago',
      'due date',
      'renewal date',
      'subscription end',
      'validade',
      'vencimento',
    ],
    ...['data de vencimento', 'data de expiracao', 'valido ate', 'expira em'],
  ],
  seller: [
    ...[
      'seller',
      'reseller',
      'owner',
      'agent',
      'agente',
      'vendedor',
      'revendedor',
      'owner name',
      'reseller name',
    ],
    ...['distribuidor', 'dealer', 'creado por', 'created by', 'asesor', 'revenda', 'parceiro'],
  ],
  creditToResell: [
    ...['creditos', 'credits', 'balance', 'saldo', 'meses por vender', 'creditos disponibles'],
    ...['saldo de creditos', 'credit balance', 'available credits', 'credits left', 'reseller credits'],
    ...['owner credits', 'saldo inicial', 'creditos restantes'],
  ],
} as const
export type UserImportField = keyof typeof HEADINGS

const REQUIRED: readonly string[] = ['name', 'password'] satisfies UserImportField[]

const FORM_SHAPE: Readonly<Record<string, z.core.$ZodType>> = newUserSchema.shape

const LABELS = schemaLabels(newUserSchema, userOutput, userBulkChanges)

/** Of fields that the form of a user lacks. */
const FORMATS: Readonly<Record<string, string>> = {
  dateExpire: `${DAY_FORMAT}, también con la hora, o Ilimitado`,
  creditToResell: 'Número, de agentes y superagentes',
}

/** Fields to which a column of a users' file can be mapped. */
export const USER_IMPORT_FIELDS: readonly ImportField[] = Object.entries(HEADINGS).map(([name, aliases]) => ({
  name,
  label: LABELS[name] ?? name,
  isRequired: REQUIRED.includes(name),
  isSecret: name === 'password',
  isDay: name === 'dateExpire',
  format: FORMATS[name] ?? formatText(name, FORM_SHAPE[name]),
  ...(name === 'dateExpire' && {
    unlimited: 'sin fin. Esas licencias vencen en la fecha de control de la configuración.',
  }),
  ...(name === 'fullName' && {
    without: 'Sin una columna con el nombre completo, los usuarios nuevos se llaman como su usuario.',
  }),
  aliases,
}))

/** A row of a file; missing values are absent or empty. */
export type UserCells = Readonly<Partial<Record<UserImportField, string>>>

/** The stored user with the same name as a row. */
export interface StoredUser {
  person: Person
  values: UserInput
  profileName: string
  seller: string | null
  dateExpire: Date | null
  /** Who made its licence. */
  origin: LicenceOrigin
  creditToResell: number
  /** Whether it is the importer or within the importer's scope. */
  isVisible: boolean
}

/** The importer, and the settings that the rules depend on. */
interface Terms {
  importer: Person & { creditToResell: number }
  settings: CreditSettings & DemoLimits & { enableDemo: boolean; demoHours: number }
  /** Demos that the importer has created on this day of the service. */
  demosToday: number
  platforms: readonly string[]
  timeZone: string
  now: Date
}

/** Also resolves the names in the file. */
export interface UserImportTerms extends Terms {
  /** By folded name (see `fold`). */
  profiles: ReadonlyMap<string, { _id: string; principal: Principal }>
  /** The importer and the resellers in scope, by `toNameKey`. */
  sellers: ReadonlyMap<string, Seller>
  /** Resellers whom other rows of the file create, by `toNameKey`. */
  fileSellers: ReadonlyMap<string, FileSeller>
  /** Day order of the file, with examples. */
  days: DayReading
}

export type UserVerdict =
  | { verdict: 'new'; user: ImportedUser; notes: string[] }
  | {
      verdict: 'changed'
      values: UserChanges
      changes: { field: string; before: string; after: string }[]
      notes: string[]
    }
  | { verdict: 'same'; notes: string[] }
  | { verdict: 'refused'; errors: ValidationError[] }

/** The changed fields of a user, and the exact expiry if that changes. */
export type UserChanges = Partial<UserInput> & { dateExpire?: ReviewedExpiry }

/** An exact expiry and the one that the review shows before it, as ISO instants; null: no licence. */
export interface ReviewedExpiry {
  until: string
  was: string | null
}

/** A user to be created, without its password. */
export const importedUserSchema = z.strictObject({
  values: userSchema,
  /** The stored reseller who gets the user; null: the importer, or `owner`. */
  seller: id().nullable(),
  /** The name key of the reseller who gets the user and is created by the same file. */
  owner: z.string().nullable(),
  /** The exact expiry of the licence; null: none (rule C27). */
  until: z.coerce.date().nullable(),
  /** Months of the opening balance of a reseller (rule C27). */
  balance: z.int(),
})
export type ImportedUser = z.infer<typeof importedUserSchema>

/** Values of a subscriber that other panels' files lack. */
const UNKNOWN_ADDRESS = 'Sin dirección'
const SUBSCRIBER = 'app'

/**
 * The result of importing a row, for a new or an existing user; the password may already be hashed (rules C27, U26).
 */
export const userVerdict = (
  cells: UserCells,
  stored: StoredUser | undefined,
  terms: UserImportTerms,
  isHashed = false,
): UserVerdict => (stored ? changeVerdict(cells, stored, terms) : newVerdict(cells, terms, isHashed))

const passwordSchema = newUserSchema.pick({ password: true })

const newVerdict = (cells: UserCells, terms: UserImportTerms, isHashed: boolean): UserVerdict => {
  const { importer, settings, platforms } = terms
  const errors: ValidationError[] = []
  const notes: string[] = []
  const profile = terms.profiles.get(fold(cells.profile ?? '') || SUBSCRIBER)
  if (!profile || !canAssign(importer, profile.principal, settings))
    addErrors(errors, [
      { field: 'profile', message: aboutCell(USER_MESSAGES.profileNotAllowed, cells.profile) },
    ])
  const name = trimmed(cells, 'name') ?? ''
  const platform = parsePlatform(cells, platforms) ?? platforms[0] ?? ''
  const parsed = userSchema.safeParse({
    ...parseFields(cells, errors),
    name,
    fullName: nonBlank(cells, 'fullName') ?? name,
    address: nonBlank(cells, 'address') ?? UNKNOWN_ADDRESS,
    profile: profile?._id ?? '',
    platform,
  })
  if (!parsed.success)
    addErrors(
      errors,
      toValidationErrors(parsed.error).map((error) => withCellText(error, cells)),
    )
  if (!isHashed) addErrors(errors, validate(passwordSchema, { password: cells.password ?? '' }))
  if (!platforms.includes(platform)) addErrors(errors, [unknownPlatform(platform, platforms)])
  const role = profile?.principal.role ?? SUBSCRIBER
  const until = readLicence(cells, role, terms, { errors, notes })
  const balance = readBalance(cells.creditToResell)
  if (balance === undefined)
    addErrors(errors, [
      { field: 'creditToResell', message: aboutCell(MESSAGES.balance, cells.creditToResell) },
    ])
  const { seller, owner, sellerRole } = findSeller(cells, role, terms, { errors, notes })
  const credits = { until, balance: balance ?? 0 }
  if (profile) {
    const unfit = creationErrors({ profile: profile.principal, sellerRole, ...credits }, terms)
    const quoted = isCreditGiver(terms.importer) ? ['seller', 'dateExpire', 'creditToResell'] : ['seller']
    addErrors(
      errors,
      unfit.map((error) => (quoted.includes(error.field) ? withCellText(error, cells) : error)),
    )
  }
  if (!parsed.success || errors.length > 0) return { verdict: 'refused', errors }
  return { verdict: 'new', user: { values: parsed.data, seller, owner, ...credits }, notes }
}

interface Creation extends ImportedCredits {
  profile: Principal
  /** Role of the reseller who gets the user; null: the importer. */
  sellerRole: Role | null
}

/**
 * Errors of creating a user by import, by the rules of creation, of who may be in whose charge, and of the transactions
 * for its licence or balance.
 */
export const creationErrors = (
  { profile, sellerRole, ...credits }: Creation,
  terms: Terms,
): ValidationError[] => {
  const { importer, settings } = terms
  if (!can(importer, 'create', 'users')) return [{ field: '', message: IMPORT_MESSAGES.cannotCreate }]
  if (!canAssign(importer, profile, settings))
    return [{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }]
  const poverty = creationCreditError(importer, profile.role, settings)
  const excess = profile.role === 'demo' && demosPerDayError(importer, terms.demosToday, settings)
  const owner = ownerError(profile.role, sellerRole)
  return [
    ...(poverty ? [poverty] : []),
    ...(excess ? [excess] : []),
    ...(owner === undefined ? [] : [{ field: 'seller', message: owner }]),
    ...importedCreditErrors(profile.role, credits, terms),
  ]
}

/**
 * Fields that an import can change in an existing user; profile, password, licence and seller have their own rules and
 * screens.
 */
export const CHANGEABLE = userSchema.omit({ name: true, profile: true }).keyof().options

const changeVerdict = (cells: UserCells, stored: StoredUser, terms: UserImportTerms): UserVerdict => {
  const errors: ValidationError[] = []
  const platform = parsePlatform(cells, [...terms.platforms, stored.values.platform])
  const given: Partial<UserInput> = {
    ...parseFields(cells, errors),
    ...(platform === undefined ? {} : { platform }),
  }
  for (const field of ['fullName', 'address'] as const) {
    const text = nonBlank(cells, field)
    if (text !== undefined) given[field] = text
  }
  const changed = CHANGEABLE.filter(
    (field) => given[field] !== undefined && !isSame(given[field], stored.values[field]),
  )
  const values = Object.fromEntries(changed.map((field) => [field, given[field]]))
  const unfit = validate(userSchema, { ...stored.values, ...values }).map(({ message }) => message)
  const refusals = changeErrors(values, stored, terms).map((error) =>
    [...unfit, USER_MESSAGES.platformUnknown].includes(error.message) ? withCellText(error, cells) : error,
  )
  if (refusals.length > 0 || errors.length > 0) {
    addErrors(errors, refusals)
    return { verdict: 'refused', errors }
  }
  const licence = changeLicence(cells, stored, terms)
  const left = notImported(cells, stored, terms, licence?.state !== 'other')
  const notes = [
    ...(left.length === 0 ? [] : [MESSAGES.notImported(left)]),
    ...(licence?.state === 'kept' ? [licence.message] : []),
  ]
  const until = licence?.state === 'changed' ? licence.until : undefined
  if (changed.length === 0 && !until) return { verdict: 'same', notes }
  const changes = changed.map((field) => ({
    field,
    before: shownValue(field, stored.values[field]),
    after: shownValue(field, given[field]),
  }))
  if (!until) return { verdict: 'changed', values, changes, notes }
  const [before, after] = [stored.dateExpire, until].map((at) => (at ? expiryText(at, terms.timeZone) : ''))
  return {
    verdict: 'changed',
    values: {
      ...values,
      dateExpire: { until: until.toISOString(), was: stored.dateExpire?.toISOString() ?? null },
    },
    changes: [{ field: 'dateExpire', before: before ?? '', after: after ?? '' }, ...changes],
    notes,
  }
}

type LicenceVerdict =
  | { state: 'changed'; until: Date }
  | { state: 'kept'; message: string }
  | { state: 'other' }

/** What a row does to the licence of an existing user; undefined if it gives no other expiry. */
const changeLicence = (
  cells: UserCells,
  stored: StoredUser,
  terms: UserImportTerms,
): LicenceVerdict | undefined => {
  const { person, dateExpire, creditToResell, origin } = stored
  const expiry = readExpiry(cells.dateExpire ?? '', terms.timeZone, terms.days)
  if (expiry.state === 'none') return undefined
  if (expiry.state === 'refused') return { state: 'other' }
  const until = expiry.state === 'at' ? expiry.at : controlEnd(terms.settings, terms.timeZone)
  if (isSameExpiry(until, dateExpire, terms.timeZone)) return undefined
  const { id, role } = person
  if (role !== SUBSCRIBER || origin === 'other' || !canChangeExpiry(terms.importer)) return { state: 'other' }
  const target = { id, role, creditToResell, dateExpire }
  const message = expiryChangeError(until, { target, origin }, terms)
  return message === undefined ? { state: 'changed', until } : { state: 'kept', message }
}

/** Names of the values that a row gives differently for an existing user but that an import never changes. */
const notImported = (
  cells: UserCells,
  { values, profileName, seller, creditToResell }: StoredUser,
  { sellers }: UserImportTerms,
  isExpiryRead: boolean,
): string[] => {
  // Exports give the profile's id as well.
  const profiles = ['', fold(profileName), fold(values.profile)]
  const owner = sellers.get(toNameKey(cells.seller ?? ''))?.id
  const balance = nonBlank(cells, 'creditToResell')
  return [
    nonBlank(cells, 'password') === undefined ? [] : ['la contraseña'],
    isExpiryRead ? [] : ['el vencimiento'],
    profiles.includes(fold(cells.profile ?? '')) ? [] : ['el perfil'],
    owner === undefined || owner === seller ? [] : ['el agente a cargo'],
    balance === undefined || readBalance(balance) === creditToResell ? [] : ['el balance'],
  ].flat()
}

/** Errors of changing an existing user by import, by the rules of an edit. */
export const changeErrors = (
  values: Partial<UserInput>,
  { person, values: stored, isVisible }: StoredUser,
  { importer, platforms }: Terms,
): ValidationError[] => {
  if (!isVisible) return [{ field: 'name', message: USER_MESSAGES.duplicate }]
  if (Object.keys(values).length === 0) return []
  if (!can(importer, 'update', 'users')) return [{ field: '', message: IMPORT_MESSAGES.cannotUpdate }]
  if (!canEdit(importer, person)) return [{ field: 'name', message: USER_MESSAGES.notBelow }]
  const errors = validate(userSchema, { ...stored, ...values })
  if (values.platform !== undefined && !platforms.includes(values.platform))
    addErrors(errors, [{ field: 'platform', message: USER_MESSAGES.platformUnknown }])
  for (const field of closedFields(importer.role))
    if (field in values) addErrors(errors, [{ field, message: USER_MESSAGES.notYours }])
  if (person.id === importer.id && values.status === 'disable')
    addErrors(errors, [{ field: 'status', message: USER_MESSAGES.disableSelf }])
  // Needs a confirmation (rule P17), for which an import does not ask.
  if (person.id === importer.id && values.email !== undefined)
    addErrors(errors, [{ field: 'email', message: USER_MESSAGES.ownEmail }])
  return errors
}

/** Ignores line ends and surrounding blanks, which files do not preserve. */
const isSame = (given: unknown, stored: unknown): boolean =>
  typeof given === 'string' && typeof stored === 'string' ? plain(given) === plain(stored) : given === stored

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trim()

/** A value as displayed. */
export const shownValue = (field: string, value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'Sí' : 'No') : valueLabel(field, String(value))

/** Adds errors; only the first error of each field is kept. */
const addErrors = (errors: ValidationError[], further: readonly ValidationError[]): void => {
  for (const each of further) if (!errors.some(({ field }) => field === each.field)) errors.push(each)
}

const withCellText = ({ field, message }: ValidationError, cells: UserCells): ValidationError => {
  const texts: Readonly<Record<string, string | undefined>> = cells
  return { field, message: aboutCell(message, texts[field]) }
}

const unknownPlatform = (platform: string, platforms: readonly string[]): ValidationError => ({
  field: 'platform',
  message: unknownValue('El App Origen', platform, platforms.map(platformLabel)),
})

const nonBlank = (cells: UserCells, field: UserImportField): string | undefined => {
  const text = cells[field]
  return text === undefined || text.trim() === '' ? undefined : text
}

const trimmed = (cells: UserCells, field: UserImportField): string | undefined =>
  nonBlank(cells, field)?.trim()

type GivenFields = Partial<
  Pick<UserInput, 'email' | 'telePhone' | 'celPhone' | 'comment' | 'mailNotify' | 'useTvList' | 'status'>
>

const YES = new Set(['si', 's', 'yes', 'y', 'true', 'verdadero', '1', 'x'])
const NO = new Set(['no', 'n', 'false', 'falso', '0'])
const STATES = ['enable', 'disable'].map((code) => valueLabel('status', code))
// An expired licence does not make a user disabled.
const ENABLED = new Set([
  ...YES,
  'activo',
  'activado',
  'active',
  'enable',
  'enabled',
  'habilitado',
  'expired',
  'vencido',
])
const DISABLED = new Set([
  ...[...NO, 'inactivo', 'desactivado', 'inactive', 'disable', 'disabled', 'deshabilitado'],
  ...['banned', 'bloqueado', 'suspendido'],
])

/** The boolean and optional fields that a row gives; empty cells give nothing. */
const parseFields = (cells: UserCells, errors: ValidationError[]): GivenFields => {
  const given: GivenFields = {}
  const email = nonBlank(cells, 'email')
  if (email !== undefined) given.email = withoutMargins(email)
  for (const field of ['telePhone', 'celPhone'] as const) {
    const text = nonBlank(cells, field)
    if (text !== undefined) given[field] = cleanPhone(text)
  }
  const comment = nonBlank(cells, 'comment')
  if (comment !== undefined) given.comment = comment
  for (const field of ['mailNotify', 'useTvList'] as const) {
    const word = fold(cells[field] ?? '')
    if (YES.has(word) || NO.has(word)) given[field] = YES.has(word)
    else if (word !== '') addErrors(errors, [{ field, message: aboutCell(MESSAGES.yesOrNo, cells[field]) }])
  }
  const status = fold(cells.status ?? '')
  if (ENABLED.has(status) || DISABLED.has(status)) given.status = ENABLED.has(status) ? 'enable' : 'disable'
  else if (status !== '')
    addErrors(errors, [{ field: 'status', message: unknownValue('El estado', cells.status ?? '', STATES) }])
  return given
}

/** Accepts a platform's identifier or label; other texts are returned unchanged, to be refused. */
const parsePlatform = (cells: UserCells, platforms: readonly string[]): string | undefined => {
  const text = trimmed(cells, 'platform')
  if (text === undefined) return undefined
  const word = fold(text)
  return platforms.find((each) => fold(each) === word || fold(platformLabel(each)) === word) ?? text
}

interface Findings {
  errors: ValidationError[]
  notes: string[]
}

interface FoundSeller {
  seller: string | null
  owner: string | null
  sellerRole: Role | null
}

const IMPORTER: FoundSeller = { seller: null, owner: null, sellerRole: null }

/** The reseller of a row's user, who may be created by another row. */
const findSeller = (
  cells: UserCells,
  role: Role,
  { importer, sellers, fileSellers }: UserImportTerms,
  { errors, notes }: Findings,
): FoundSeller => {
  const name = trimmed(cells, 'seller')
  if (name === undefined) return IMPORTER
  const key = toNameKey(name)
  const stored = sellers.get(key)
  if (stored?.id === importer.id) return IMPORTER
  const { row, role: sellerRole, problem } = stored ?? fileSellers.get(key) ?? UNKNOWN_SELLER
  const ownKey = toNameKey(cells.name ?? '')
  const message = key === ownKey ? SELLER_MESSAGES.self : (circleMessage(ownKey, key, fileSellers) ?? problem)
  if (message !== undefined) {
    addErrors(errors, [{ field: 'seller', message: aboutCell(message, name) }])
    return IMPORTER
  }
  const noteOn = isSubscriber(role) ? MESSAGES.customer : MESSAGES.agent
  notes.push(noteOn(row === undefined ? name : MESSAGES.inRow(name, row)))
  return { seller: stored?.id ?? null, owner: stored ? null : key, sellerRole }
}

/**
 * The exact expiry of a row's licence (rule C27). One that has passed is only imported where the importer could give a
 * licence; otherwise it is none.
 */
const readLicence = (
  cells: UserCells,
  role: Role,
  { importer, settings, timeZone, now, days }: UserImportTerms,
  { errors, notes }: Findings,
): Date | null => {
  const expiry = readExpiry(cells.dateExpire ?? '', timeZone, days)
  if (expiry.state === 'refused') addErrors(errors, [{ field: 'dateExpire', message: expiry.message }])
  if (expiry.state === 'none' && role === SUBSCRIBER) notes.push(MESSAGES.noLicence)
  if (expiry.state !== 'at' && expiry.state !== 'unlimited') return null
  const at = expiry.state === 'at' ? expiry.at : controlEnd(settings, timeZone)
  const text = expiryText(at, timeZone)
  const isEnded = at <= now
  if (isEnded && !allowedTypes(importer.role, role).includes('CREDIT')) {
    notes.push(MESSAGES.endedBefore(text))
    return null
  }
  if (expiry.state === 'unlimited') notes.push(MESSAGES.unlimited(text))
  else if (isEnded) notes.push(MESSAGES.ended(text))
  return at
}

/** Endpoints that upload users' files; later steps use those of all imports. */
export const USER_IMPORT_ENDPOINTS = /* @__PURE__ */ importEndpoints('users', 'Users', '/api/users/imports')
