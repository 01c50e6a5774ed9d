import { z } from 'zod'
import { can, isReseller, isSubscriber, type Principal } from '../access/permissions.ts'
import { type CreditSettings, transactionErrors } from '../credits/rules.ts'
import { MAX_CREDITS, monthsLeft, TRANSACTION_MESSAGES } from '../credits/transaction.ts'
import { formatDay } from '../format/dates.ts'
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
import { USER_BULK_MESSAGES, userBulkChanges } from './bulk.ts'
import { canAssign, creationCreditError } from './creation.ts'
import { readExpiry } from './import-expiry.ts'
import { newUserSchema, type UserInput, userOutput, userSchema } from './user.ts'
import { USER_MESSAGES } from './user-messages.ts'

/** Most users of one file: hashing their passwords, one at a time, takes some minutes. */
export const MAX_USERS = 5_000

const MESSAGES = {
  yesOrNo: 'Debe decir Sí o No.',
  months: (months: number, expiry: string) =>
    months === 1
      ? `En el archivo vence el ${expiry}: recibe 1 mes.`
      : `En el archivo vence el ${expiry}: recibe ${months} meses.`,
  expired: (expiry: string) => `Venció el ${expiry}: se importa sin meses.`,
  noExpiry: 'Se importa sin meses.',
  adminAlone: 'Solo un administrador importa los meses que quedan: deje esta columna sin importar.',
  seller: (name: string) => `Será cliente de ${name}.`,
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
} as const
export type UserImportField = keyof typeof HEADINGS

const REQUIRED: readonly string[] = ['name', 'password'] satisfies UserImportField[]

const FORM_SHAPE: Readonly<Record<string, z.core.$ZodType>> = newUserSchema.shape

const LABELS = schemaLabels(newUserSchema, userOutput, userBulkChanges)

/** Fields to which a column of a users' file can be mapped. */
export const USER_IMPORT_FIELDS: readonly ImportField[] = Object.entries(HEADINGS).map(([name, aliases]) => ({
  name,
  label: LABELS[name] ?? name,
  isRequired: REQUIRED.includes(name),
  isSecret: name === 'password',
  isDay: name === 'dateExpire',
  format: name === 'dateExpire' ? DAY_FORMAT : formatText(name, FORM_SHAPE[name]),
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
  /** Whether it is the importer or within the importer's scope. */
  isVisible: boolean
}

/** The importer, and the settings that the rules depend on. */
interface Terms {
  importer: Person & { creditToResell: number }
  settings: CreditSettings & { enableDemo: boolean }
  platforms: readonly string[]
  timeZone: string
  now: Date
}

/** Also resolves the names in the file. */
export interface UserImportTerms extends Terms {
  /** By folded name (see `fold`). */
  profiles: ReadonlyMap<string, { _id: string; principal: Principal }>
  /** Ids of the importer and of the resellers in scope, by `toNameKey`. */
  sellers: ReadonlyMap<string, string>
  /** Day order of the file, with examples. */
  days: DayReading
}

export type UserVerdict =
  | { verdict: 'new'; user: ImportedUser; notes: string[] }
  | {
      verdict: 'changed'
      values: Partial<UserInput>
      changes: { field: string; before: string; after: string }[]
      notes: string[]
    }
  | { verdict: 'same'; notes: string[] }
  | { verdict: 'refused'; errors: ValidationError[] }

/** A user to be created, without its password. */
export const importedUserSchema = z.strictObject({
  values: userSchema,
  /** The reseller who gets the customer; null: the importer. */
  seller: id().nullable(),
  /** Months left of the licence by the file, rounded up (rule C27). */
  months: z.int(),
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
  const months = monthsFromExpiry(cells, terms, { errors, notes })
  const seller = findSeller(cells, terms, { errors, notes })
  if (profile) addErrors(errors, creationErrors({ profile: profile.principal, months, seller }, terms))
  if (!parsed.success || errors.length > 0) return { verdict: 'refused', errors }
  return { verdict: 'new', user: { values: parsed.data, seller, months }, notes }
}

interface Creation {
  profile: Principal
  months: number
  seller: string | null
}

/**
 * Errors of creating a user by import, by the rules of creation, of moving to a seller and of the CREDIT for its
 * months.
 */
export const creationErrors = (
  { profile, months, seller }: Creation,
  { importer, settings, timeZone, now }: Terms,
): ValidationError[] => {
  if (!can(importer, 'create', 'users')) return [{ field: '', message: IMPORT_MESSAGES.cannotCreate }]
  if (!canAssign(importer, profile, settings))
    return [{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }]
  const errors: ValidationError[] = []
  const poverty = creationCreditError(importer, profile.role, settings.periods)
  if (poverty) errors.push(poverty)
  if (seller !== null && !isSubscriber(profile.role))
    errors.push({ field: 'seller', message: USER_BULK_MESSAGES.onlyCustomers })
  if (months === 0) return errors
  if (isReseller(importer.role)) return [...errors, { field: 'dateExpire', message: MESSAGES.adminAlone }]
  const [error] = transactionErrors({
    type: 'CREDIT',
    period: 'MESES',
    count: months,
    seller: { ...importer, dateExpire: null },
    target: { id: '', role: profile.role, creditToResell: 0, dateExpire: null },
    // The remaining months were sold elsewhere, so the periods on sale here do not apply.
    settings: { ...settings, periods: ['MESES'] },
    timeZone,
    now,
  })
  const message = error?.message ?? (months > MAX_CREDITS ? TRANSACTION_MESSAGES.countRange : undefined)
  if (message !== undefined) errors.push({ field: 'dateExpire', message })
  return errors
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
  const left = notImported(cells, stored, terms)
  const notes = left.length === 0 ? [] : [MESSAGES.notImported(left)]
  if (changed.length === 0) return { verdict: 'same', notes }
  return {
    verdict: 'changed',
    values,
    changes: changed.map((field) => ({
      field,
      before: shownValue(field, stored.values[field]),
      after: shownValue(field, given[field]),
    })),
    notes,
  }
}

/** Names of the values that a row gives differently for an existing user but that an import never changes. */
const notImported = (
  cells: UserCells,
  { values, profileName, seller, dateExpire }: StoredUser,
  { timeZone, sellers, days }: UserImportTerms,
): string[] => {
  // Exports give the profile's id as well.
  const profiles = ['', fold(profileName), fold(values.profile)]
  const owner = sellers.get(toNameKey(cells.seller ?? ''))
  const expiry = readExpiry(cells.dateExpire ?? '', timeZone, days)
  const day = expiry.state === 'at' ? formatDay(expiry.at, timeZone) : expiry.state
  const storedDay = dateExpire ? formatDay(dateExpire, timeZone) : 'none'
  return [
    nonBlank(cells, 'password') === undefined ? [] : ['la contraseña'],
    day === 'none' || day === storedDay ? [] : ['el vencimiento'],
    profiles.includes(fold(cells.profile ?? '')) ? [] : ['el perfil'],
    owner === undefined || owner === seller ? [] : ['el agente a cargo'],
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

const findSeller = (
  cells: UserCells,
  { importer, sellers }: UserImportTerms,
  { errors, notes }: Findings,
): string | null => {
  const name = trimmed(cells, 'seller')
  if (name === undefined) return null
  const seller = sellers.get(toNameKey(name))
  if (seller === importer.id) return null
  if (seller === undefined)
    addErrors(errors, [{ field: 'seller', message: aboutCell(USER_BULK_MESSAGES.seller, name) }])
  notes.push(MESSAGES.seller(name))
  return seller ?? null
}

/** Whole months left of the licence; a started month counts as one (rule C27). */
const monthsFromExpiry = (
  cells: UserCells,
  { timeZone, now, days }: UserImportTerms,
  { errors, notes }: Findings,
): number => {
  const expiry = readExpiry(cells.dateExpire ?? '', timeZone, days)
  if (expiry.state === 'refused') addErrors(errors, [{ field: 'dateExpire', message: expiry.message }])
  if (expiry.state !== 'at') {
    notes.push(MESSAGES.noExpiry)
    return 0
  }
  const months = monthsLeft(expiry.at, now)
  const day = formatDay(expiry.at, timeZone)
  notes.push(months === 0 ? MESSAGES.expired(day) : MESSAGES.months(months, day))
  return months
}

/** Endpoints that upload users' files; later steps use those of all imports. */
export const USER_IMPORT_ENDPOINTS = /* @__PURE__ */ importEndpoints('users', 'Users', '/api/users/imports')
