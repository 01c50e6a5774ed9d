import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Device } from '../../../domain/users/user.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { newToken } from '../../platform/auth/sessions.ts'
import { isAnyOf, newId } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { loginAttempts, sessions, users } from '../../platform/database/schema/users.ts'
import { hasFactor } from './factors.ts'
import { knownDevice } from './known-devices.ts'
import type { LimitBucket } from './sign-in-limits.ts'

/** Where a sign-in comes from. */
export interface Origin {
  address: string
  /** `User-Agent` header. */
  agent: string
  cookies: string | undefined
  isSecure: boolean
}

export const requestOrigin = ({
  ip,
  headers,
  protocol,
}: Pick<FastifyRequest, 'ip' | 'headers' | 'protocol'>): Origin => ({
  address: ip,
  agent: headers['user-agent'] ?? '',
  cookies: headers.cookie,
  isSecure: protocol === 'https',
})

/** The limit bucket of an attempt on the web: a browser known for the account, or anywhere (rule P7). */
export const webBucket = (
  secret: string | null | undefined,
  user: { id: string; passwordHash: string } | undefined,
  cookies: string | undefined,
  now: Date,
): LimitBucket => {
  const id = knownDevice(secret, user, cookies, now)
  return id === undefined ? { kind: 'anywhere' } : { kind: 'device', id }
}

export interface SignedIn {
  token: string
  /** Marks the browser as known for this account; apps are known by their linked device. */
  setCookie?: string
}

interface NewSession {
  user: { id: string; passwordHash: string }
  /** Ids of the attempts that are deleted. */
  attempts: readonly string[]
  device?: Device | undefined
  /** Whether a second factor was given. */
  isFactorGiven?: boolean
  address: string
  agent: string
  now: Date
}

const MAX_AGENT = 500

/** Name of the device of a viewer's app: its model, product or MAC address. */
const appName = ({ model, product, macAddress }: Device): string => model || product || macAddress

/**
 * Deletes the attempts, updates the last sign-in and opens the session, in one statement; undefined if the password was
 * changed, the user disabled, or a second factor added, during the verification.
 */
export const openSession = async (
  tx: Tx,
  { user, attempts, device, isFactorGiven = false, address, agent, now }: NewSession,
): Promise<string | undefined> => {
  const { token, tokenHash } = newToken()
  const deviceName = device ? appName(device) : agent.slice(0, MAX_AGENT)
  const at = sql`${now.toISOString()}::timestamptz`
  const unchanged = and(
    eq(users._id, user.id),
    eq(users.passwordHash, user.passwordHash),
    eq(users.status, 'enable'),
    isNull(users.deletedAt),
    device || isFactorGiven ? undefined : sql`not ${hasFactor}`,
  )
  const { rows } = await tx.execute(sql`
    with attempt as (delete from ${loginAttempts} where ${isAnyOf(loginAttempts._id, attempts)}),
      signed_in as (update ${users} set last_login = ${at} where ${unchanged} returning ${users._id})
    insert into ${sessions}
      (token_hash, _id, "user", is_app, created_at, last_use, confirmed_at, agent, address)
    select ${tokenHash}::text, ${newId()}::text, _id, ${device !== undefined}::boolean, ${at}, ${at}, ${at},
      ${deviceName}::text, ${address}::text from signed_in returning token_hash`)
  return rows.length === 0 ? undefined : token
}

interface SignInEvent {
  user: { id: string; name: string } | undefined
  /** Name of the second factor that was given, rightly or wrongly. */
  factor?: string | undefined
  address: string
  now: Date
}

/** Unknown names are not recorded: users type their password there by mistake (rule G6). */
export const recordSignIn = (
  executor: Executor,
  action: 'sign-in' | 'sign-in-password' | 'sign-in-failed',
  { user, factor, address, now }: SignInEvent,
): Promise<void> => {
  const { id = null, name = '' } = user ?? {}
  const by = action === 'sign-in' ? { id, name, ip: address } : { id: null, name: '', ip: address }
  const record = { _id: id, name }
  return recordChange(executor, by, now, { action, resource: 'users', record, after: { factor } })
}
