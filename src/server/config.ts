import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { bech32 } from '@scure/base'
import { z } from 'zod'
import type { Kept } from '../domain/backups/rotation.ts'
import { isUserName } from '../domain/users/user.ts'
import { isEmail } from '../domain/validation/contact.ts'

/** The configuration by environment variables, read once at start. */
export interface Config {
  port: number
  host: string
  /** Absolute folder of the embedded database. */
  dataDir: string
  /** URL of a PostgreSQL server; undefined for the embedded database. */
  databaseUrl: string | undefined
  /** URL of the same database without the pooler of `databaseUrl`; undefined if that is no pooler. */
  databaseDirectUrl: string | undefined
  /** URL of the same database, without a pooler, for the role that owns its tables; undefined if `databaseUrl` does. */
  databaseOwnerUrl: string | undefined
  /** URLs of its read replicas. */
  databaseReplicaUrls: string[]
  /** Maximum number of connections to it. */
  databasePool: number
  /** Whether to use named prepared statements. */
  databaseStatementNames: boolean
  saName: string
  saPassword: string | undefined
  /** Replaces the default list of platforms if set. */
  platforms: string[] | undefined
  timeZone: string
  /** false, a number of proxies, or the addresses of the trusted ones. */
  trustProxy: false | number | string
  omdbApiKey: string | undefined
  omdbUrl: string
  allowPrivateGuides: boolean
  /** Whether links at private addresses are checked. */
  allowPrivateLinks: boolean
  /** YouTube's oEmbed endpoint. */
  youtubeUrl: string
  /** Whether webhooks may lead to private addresses. */
  allowPrivateWebhooks: boolean
  /** URL of this service for its users, without a trailing slash. */
  publicUrl: string | undefined
  /** How mails are sent; undefined: mail is off. */
  mail: MailConfig | undefined
  /** Whether staff passwords must be longer and not common. */
  strictPasswords: boolean
  logLevel: LogLevel
  /** Months, after the current one, for which visits are kept; undefined: unlimited. */
  retentionVisits: number | undefined
  /** Months, after the current one, for which audit events are kept; undefined: unlimited. */
  retentionAudit: number | undefined
  /** Days for which unprocessed transactions are kept. */
  retentionPending: number
  /** Absolute folder of the files to which retention exports dropped months. */
  retentionDir: string
  /** Requests per minute of a user of the web, on this node; 0: unlimited. */
  requestLimit: number
  /** Whether browsers must use https for the subdomains too. */
  hstsSubdomains: boolean
  /** Keys of 32 bytes: the first seals second factors and secrets of webhooks, and all open them. */
  factorKeys: readonly Buffer[]
  /** What encrypts backups; undefined: they are not encrypted. */
  backupKey: BackupKey | undefined
  /** Secret key of age that opens what was encrypted for its recipient; only restores need it. */
  backupIdentity: string | undefined
  /** Token for GET /metrics; undefined: the endpoint does not exist. */
  metricsToken: string | undefined
  /** Hours after which a demo starts over by itself; undefined: it does not. */
  demoResetHours: number | undefined
  /** Automatic backups; undefined: this node makes none. */
  backups: BackupConfig | undefined
  /** URL of the database into which backups are restored as a proof; undefined: they are not. */
  backupCheckUrl: string | undefined
}

export interface BackupConfig {
  /** Absolute folder of the files. */
  dir: string
  /** The hour of the day (0 to 23), in `timeZone`. */
  hour: number
  kept: Kept
  /** Absolute path of a program that is run with each file as its argument. */
  after: string | undefined
}

/** A public key of age, or a passphrase. */
export type BackupKey = { recipient: string } | { passphrase: string }

export interface MailConfig {
  /** smtp:// or smtps://, with the credentials. */
  smtpUrl: string
  /** Sender: `Nombre <buzon@dominio>` or an address. */
  from: string
  /** `publicUrl` of the configuration. */
  publicUrl: string
}

export type LogLevel = (typeof logLevels)[number]

/** An environment variable has an invalid value; the message names all of them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  /** One for each variable. */
  readonly problems: readonly string[]

  constructor(message: string, problems = [message]) {
    super(message)
    this.problems = problems
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const switchWords: Record<string, boolean> = {
  on: true,
  true: true,
  yes: true,
  '1': true,
  off: false,
  false: false,
  no: false,
  '0': false,
}

const text = (max: number) =>
  z.string().trim().min(1, 'no puede estar en blanco').max(max, `no puede tener más de ${max} caracteres`)

const urlSchema = (protocols: RegExp, message: string) =>
  z
    .string()
    .trim()
    .pipe(z.url({ protocol: protocols, error: message }))

const onOff = z.string().transform((value, context) => {
  const isOn = switchWords[value.trim().toLowerCase()]
  if (isOn !== undefined) return isOn
  context.addIssue('debe ser on u off')
  return z.NEVER
})

const wholeNumber = (min: number, max: number) => {
  const message = `debe ser un número entero entre ${min} y ${max}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => min <= value && value <= max, message)
}

const platforms = z.string().transform((value, context) => {
  const names = [...new Set(value.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length > 0 && names.every((name) => /^[\w.-]{1,100}$/.test(name))) return names
  context.addIssue(
    'debe ser una lista de identificadores separados por comas (letras, números, punto y guion)',
  )
  return z.NEVER
})

const trustProxy = z.string().transform((value, context): false | number | string => {
  const word = value.trim().toLowerCase()
  if (/^[1-9]\d?$/.test(word)) return Number(word)
  const isOn = switchWords[word]
  if (isOn !== undefined) return isOn ? 1 : false
  const parts = word.split(',').map((part) => part.trim())
  if (parts.every((part) => /^[0-9a-f.:]+(\/\d{1,3})?$/.test(part) && /[.:]/.test(part)))
    return parts.join(',')
  context.addIssue('debe ser off, on, un número de proxies o una lista de direcciones IP separadas por comas')
  return z.NEVER
})

const timeZone = text(100).refine(
  isTimeZone,
  'no es una zona horaria conocida (ejemplo: America/Santo_Domingo)',
)

const postgresUrl = urlSchema(
  /^postgres(ql)?$/,
  'debe ser una dirección postgres://usuario:clave@servidor/base',
)

const postgresUrls = z.string().transform((value, context) => {
  const parsed = value.split(',').map((each) => postgresUrl.safeParse(each))
  const urls = parsed.flatMap(({ data }) => data ?? [])
  if (urls.length === parsed.length) return [...new Set(urls)]
  context.addIssue(
    'debe ser una lista de direcciones postgres://usuario:clave@servidor/base separadas por comas',
  )
  return z.NEVER
})

const kept = z
  .string()
  .trim()
  .regex(
    /^\d{1,3},\d{1,3},\d{1,3}$/,
    'debe decir cuántas diarias, semanales y mensuales se guardan, de 0 a 999 (ejemplo: 7,4,12)',
  )
  .transform((value): Kept => {
    const [daily = 0, weekly = 0, monthly = 0] = value.split(',').map(Number)
    return { daily, weekly, monthly }
  })

const KEY_BYTES = 32

const key = z
  .string()
  .trim()
  .transform((value, context) => {
    const bytes = Buffer.from(value, 'base64')
    if (bytes.length === KEY_BYTES && bytes.toString('base64') === value) return bytes
    context.addIssue('debe tener 32 bytes en base64: node -p "crypto.randomBytes(32).toString(\'base64\')"')
    return z.NEVER
  })

/** Whether a text is an X25519 key of age, with a right checksum. */
const isAgeKey = (value: string, prefix: string): boolean => {
  try {
    const { bytes } = value.startsWith(`${prefix}1`) ? bech32.decodeToBytes(value) : { bytes: [] }
    return bytes.length === KEY_BYTES
  } catch {
    return false
  }
}

const backupRecipient = z
  .string()
  .trim()
  .refine(
    (value) => isAgeKey(value, 'age'),
    'debe ser una clave pública de age, como las de age-keygen: age1…',
  )

/** Files of age-keygen have comments before the key. */
const backupIdentity = z
  .string()
  .transform((value) => value.replace(/^#.*$/gm, '').trim())
  .refine(
    (value) => isAgeKey(value, 'AGE-SECRET-KEY-'),
    'debe ser una clave privada de age, como las de age-keygen: AGE-SECRET-KEY-1…',
  )

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text(255).default('127.0.0.1'),
  DATA_DIR: text(1000).default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: postgresUrls.optional(),
  DATABASE_POOL: wholeNumber(5, 500).default(10),
  DATABASE_STATEMENT_NAMES: onOff.optional(),
  CARTELERA_SA_NAME: text(50)
    .refine((name) => isUserName(name), 'no es un nombre de usuario válido')
    .default('sa'),
  CARTELERA_SA_PASSWORD: z
    .string()
    .min(3, 'debe tener al menos 3 caracteres')
    .max(200, 'no puede tener más de 200 caracteres')
    .optional(),
  CARTELERA_PLATFORMS: platforms.optional(),
  TIME_ZONE: timeZone.default('America/Santo_Domingo'),
  TRUST_PROXY: trustProxy.default(false),
  OMDB_API_KEY: text(200).optional(),
  OMDB_URL: urlSchema(/^https?$/, 'debe ser una dirección http o https').default('https://www.omdbapi.com/'),
  ALLOW_PRIVATE_GUIDES: onOff.default(false),
  ALLOW_PRIVATE_LINKS: onOff.default(false),
  YOUTUBE_URL: urlSchema(/^https?$/, 'debe ser una dirección http o https').default(
    'https://www.youtube.com/oembed',
  ),
  ALLOW_PRIVATE_WEBHOOKS: onOff.default(false),
  SMTP_URL: urlSchema(
    /^smtps?$/,
    'debe ser una dirección smtp://usuario:clave@servidor:puerto o smtps://',
  ).optional(),
  MAIL_FROM: text(300)
    .refine(isSender, 'debe ser un correo, o un nombre y un correo: Cartelera <avisos@dominio>')
    .optional(),
  PUBLIC_URL: urlSchema(/^https?$/, 'debe ser una dirección http o https')
    .transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url))
    .optional(),
  FACTOR_KEY: key.optional(),
  FACTOR_KEY_OLD: key.optional(),
  BACKUP_RECIPIENT: backupRecipient.optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'debe tener al menos 12 caracteres')
    .max(1000, 'no puede tener más de 1000 caracteres')
    .optional(),
  BACKUP_IDENTITY: backupIdentity.optional(),
  HSTS_SUBDOMAINS: onOff.default(false),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,200}$/,
      'debe tener de 16 a 200 caracteres: letras, números y signos, sin espacios ni acentos',
    )
    .optional(),
  RETENTION_VISITS: wholeNumber(1, 1200).optional(),
  RETENTION_AUDIT: wholeNumber(1, 1200).optional(),
  RETENTION_PENDING: wholeNumber(1, 3650).default(30),
  RETENTION_DIR: text(1000).optional(),
  STRICT_PASSWORDS: onOff.default(false),
  DEMO_RESET_HOURS: wholeNumber(1, 720).optional(),
  BACKUP_DIR: text(1000).optional(),
  BACKUP_HOUR: wholeNumber(0, 23).default(3),
  BACKUP_KEEP: kept.default({ daily: 7, weekly: 4, monthly: 12 }),
  BACKUP_CHECK_URL: postgresUrl.optional(),
  BACKUP_AFTER: text(1000).refine(isAbsolute, 'debe ser la ruta completa de un programa').optional(),
  REQUEST_LIMIT: wholeNumber(0, 99_999).default(6_000),
  LOG_LEVEL: z.enum(logLevels, `debe ser uno de ${logLevels.join(', ')}`).default('info'),
})

/**
 * The demo has its own folder, makes no automatic backups among those of another installation, and prints how to sign in
 * instead of logging every request.
 */
export const demoEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  BACKUP_DIR: undefined,
  DATA_DIR: env.DATA_DIR || './data-demo',
  LOG_LEVEL: env.LOG_LEVEL || 'warn',
})

/** Variables that may instead name a file with their value, as `<name>_FILE`. */
const SECRETS = [
  ...['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'SMTP_URL'],
  ...['CARTELERA_SA_PASSWORD', 'OMDB_API_KEY', 'METRICS_TOKEN', 'FACTOR_KEY', 'FACTOR_KEY_OLD'],
  ...['BACKUP_PASSPHRASE', 'BACKUP_IDENTITY', 'BACKUP_CHECK_URL'],
]
/** Variables that are only used together with DATABASE_URL. */
const POSTGRES_ONLY = [
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URLS',
  'BACKUP_CHECK_URL',
] as const
/** Maximum size of a file with a secret, in bytes. */
const MAX_SECRET = 64 * 1024

/**
 * Reads the configuration from the environment and the files that it names; throws a ConfigError that names every
 * invalid variable.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { values, sources, problems } = readSecrets(set)
  const parsed = variables.safeParse({ ...set, ...values })
  const sourceName = (name: string) => sources[name] ?? name
  const refuse = (lines: string[]): never => {
    throw new ConfigError(`Configuración no válida. ${lines.join('. ')}`, lines)
  }
  if (!parsed.success || problems.length > 0) {
    const issues = parsed.error?.issues ?? []
    return refuse([
      ...problems,
      ...issues.map(({ path, message }) => `${sourceName(path.join('.'))}: ${message}`),
    ])
  }
  const value = parsed.data
  for (const name of POSTGRES_ONLY)
    if (value[name] !== undefined && value.DATABASE_URL === undefined)
      refuse([`${sourceName(name)}: solo se usa junto con DATABASE_URL`])
  if (value.FACTOR_KEY_OLD !== undefined && value.FACTOR_KEY === undefined)
    refuse([`${sourceName('FACTOR_KEY_OLD')}: solo se usa junto con FACTOR_KEY`])
  const { BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: passphrase } = value
  if (recipient !== undefined && passphrase !== undefined)
    refuse([`${sourceName('BACKUP_PASSPHRASE')}: no se usa junto con BACKUP_RECIPIENT: quite una`])
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl } = value
  if (smtpUrl !== undefined && (from === undefined || publicUrl === undefined))
    refuse([`${sourceName('SMTP_URL')}: necesita también MAIL_FROM y PUBLIC_URL`])
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    databaseReplicaUrls: value.DATABASE_REPLICA_URLS ?? [],
    databasePool: value.DATABASE_POOL,
    databaseStatementNames: value.DATABASE_STATEMENT_NAMES ?? value.DATABASE_DIRECT_URL === undefined,
    saName: value.CARTELERA_SA_NAME,
    saPassword: value.CARTELERA_SA_PASSWORD,
    platforms: value.CARTELERA_PLATFORMS,
    timeZone: value.TIME_ZONE,
    trustProxy: value.TRUST_PROXY,
    omdbApiKey: value.OMDB_API_KEY,
    omdbUrl: value.OMDB_URL,
    allowPrivateGuides: value.ALLOW_PRIVATE_GUIDES,
    allowPrivateLinks: value.ALLOW_PRIVATE_LINKS,
    youtubeUrl: value.YOUTUBE_URL,
    allowPrivateWebhooks: value.ALLOW_PRIVATE_WEBHOOKS,
    publicUrl,
    mail: smtpUrl && from && publicUrl ? { smtpUrl, from, publicUrl } : undefined,
    strictPasswords: value.STRICT_PASSWORDS,
    retentionVisits: value.RETENTION_VISITS,
    retentionAudit: value.RETENTION_AUDIT,
    retentionPending: value.RETENTION_PENDING,
    retentionDir: resolve(value.RETENTION_DIR ?? `${value.DATA_DIR}-archive`),
    logLevel: value.LOG_LEVEL,
    requestLimit: value.REQUEST_LIMIT,
    hstsSubdomains: value.HSTS_SUBDOMAINS,
    factorKeys: [value.FACTOR_KEY, value.FACTOR_KEY_OLD].filter((each) => each !== undefined),
    backupKey: recipient ? { recipient } : passphrase ? { passphrase } : undefined,
    backupIdentity: value.BACKUP_IDENTITY,
    metricsToken: value.METRICS_TOKEN,
    demoResetHours: value.DEMO_RESET_HOURS,
    backups:
      value.BACKUP_DIR === undefined
        ? undefined
        : {
            dir: resolve(value.BACKUP_DIR),
            hour: value.BACKUP_HOUR,
            kept: value.BACKUP_KEEP,
            after: value.BACKUP_AFTER,
          },
    backupCheckUrl: value.BACKUP_CHECK_URL,
  }
}

interface SecretFiles {
  values: Record<string, string>
  /** The set variable of each value. */
  sources: Record<string, string>
  problems: string[]
}

const readSecrets = (set: Record<string, string | undefined>): SecretFiles => {
  const files: SecretFiles = { values: {}, sources: {}, problems: [] }
  for (const name of SECRETS) {
    const source = `${name}_FILE`
    const path = set[source]
    if (path === undefined) continue
    const read =
      set[name] === undefined ? readSecret(path) : { problem: `no se usa junto con ${name}: quite una` }
    if (read.problem !== undefined) {
      files.problems.push(`${source}: ${read.problem}`)
      continue
    }
    files.values[name] = read.value
    files.sources[name] = source
  }
  return files
}

type Secret = { value: string; problem?: undefined } | { problem: string }

/** A file's text without the newline at its end. The path is not in the problem: it may be a misplaced secret. */
const readSecret = (path: string): Secret => {
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return { problem: 'no es un archivo' }
    if (stat.size > MAX_SECRET) return { problem: 'el archivo es demasiado grande' }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    const value = text.replace(/\r?\n$/, '')
    return value === '' ? { problem: 'el archivo está vacío' } : { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    return { problem: `no se puede leer el archivo (${code})` }
  }
}

/** An address, alone or in angle brackets after a name. */
function isSender(sender: string): boolean {
  const [, address = sender] = /^[^<>"]*<([^<>]+)>$/.exec(sender) ?? []
  return isEmail(address)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
