import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'cookie'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/open.ts'
import { serverSecrets } from '../../platform/database/schema/users.ts'

/** Over https the prefixed name, which browsers accept from https only. */
const COOKIE = 'known_browsers'
const SECURE_COOKIE = '__Secure-known_browsers'
const LIFETIME = 30 * 86_400
/** Accounts remembered per browser, the latest ones. */
const MAX_ACCOUNTS = 5
const SECRET = 'known-devices'

/** A browser is known for an account until its password changes. */
interface Account {
  id: string
  passwordHash: string
}

/** For unknown names: takes the same work, and never matches. */
const noAccount = { id: '', passwordHash: randomBytes(16).toString('hex') }
const noSecret = randomBytes(32).toString('base64url')

interface Entry {
  device: string
  /** In seconds. */
  until: number
  text: string
  mac: string
}

const ENTRY = /^([\w-]{16})\.(\d{1,12})\.([\w-]{43})$/

const readCookie = (header: string | undefined): string => {
  const cookies = parse(header ?? '')
  return cookies[SECURE_COOKIE] ?? cookies[COOKIE] ?? ''
}

const parseEntries = (header: string | undefined): Entry[] =>
  readCookie(header)
    .split('~', MAX_ACCOUNTS)
    .flatMap((text) => {
      const [, device = '', until = '', mac = ''] = ENTRY.exec(text) ?? []
      return device === '' ? [] : [{ device, until: Number(until), text, mac }]
    })

const computeMac = (secret: string, { id, passwordHash }: Account, device: string, until: number): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([SECRET, id, passwordHash, device, until]))
    .digest('base64url')

const belongsTo = (secret: string, account: Account, { device, until, mac }: Entry): boolean =>
  timingSafeEqual(Buffer.from(computeMac(secret, account, device, until)), Buffer.from(mac))

/** The secret as a column of a query. */
export const deviceSecret = sql<string | null>`(
  select ${serverSecrets.value} from ${serverSecrets} where ${serverSecrets.name} = ${SECRET})`

/** Creates the secret, or reads the one created concurrently by another node. */
const createSecret = async (db: Db): Promise<string> => {
  const value = randomBytes(32).toString('base64url')
  await db.insert(serverSecrets).values({ name: SECRET, value, createdAt: new Date() }).onConflictDoNothing()
  const [stored] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, SECRET))
  return stored?.value ?? value
}

/** The device id in the account's cookie; undefined for an unknown browser. */
export const knownDevice = (
  secret: string | null | undefined,
  account: Account | undefined,
  header: string | undefined,
  now: Date,
): string | undefined => {
  const matches = parseEntries(header).filter((entry) =>
    belongsTo(secret ?? noSecret, account ?? noAccount, entry),
  )
  return account && secret ? matches.find(({ until }) => until * 1000 > now.getTime())?.device : undefined
}

/** The Set-Cookie value that makes the browser known for the account for thirty days; keeps its other accounts. */
export const deviceCookie = async (
  db: Db,
  stored: string | null,
  account: Account,
  header: string | undefined,
  now: Date,
  isSecure: boolean,
): Promise<string> => {
  const secret = stored ?? (await createSecret(db))
  const entries = parseEntries(header)
  const ownEntries = entries.filter((entry) => belongsTo(secret, account, entry))
  const others = entries.filter((entry) => !ownEntries.includes(entry) && entry.until * 1000 > now.getTime())
  // Keeps the device id, so that the browser's failures are counted together.
  const device = ownEntries[0]?.device ?? randomBytes(12).toString('base64url')
  const until = Math.floor(now.getTime() / 1000) + LIFETIME
  const entry = `${device}.${until}.${computeMac(secret, account, device, until)}`
  const value = [entry, ...others.map(({ text }) => text)].slice(0, MAX_ACCOUNTS).join('~')
  return serialize(isSecure ? SECURE_COOKIE : COOKIE, value, {
    path: '/auth',
    maxAge: LIFETIME,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
}
