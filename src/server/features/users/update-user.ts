import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isReseller, roleOf } from '../../../domain/access/permissions.ts'
import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import { mustConfirmEdit } from '../../../domain/sign-in/confirmed-changes.ts'
import { canEdit, closedFields, standsAbove } from '../../../domain/users/authority.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import { PASSWORD_MESSAGES } from '../../../domain/users/password.ts'
import { type User, userChangesSchema, userSchema } from '../../../domain/users/user.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import type { Config } from '../../config.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { type FoundUser, findUser, toPerson } from '../../platform/auth/scope.ts'
import { closeAppSessions, closeUserSessions } from '../../platform/auth/sessions.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { type ProfileRow, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid } from '../../platform/http/errors.ts'
import { changesNothing, editDate, refuseStale } from '../../platform/http/operation.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { endUserChallenges } from '../sign-in/challenges.ts'
import { hashPassword, strictPasswordError } from '../sign-in/passwords.ts'
import { grantDemo, isDemoCredit, requireDemoLeft } from './grant-demo.ts'
import { lockCurrentAndUser } from './lock-authority.ts'
import { assignProfile, mapConflicts, platformsOf, readProfiles, requireNoCustomers } from './user-checks.ts'
import { derivedColumns, userResponse } from './user-row.ts'

type Body = Readonly<Record<string, unknown>>

type Changes = z.output<typeof userChangesSchema>

/** Updates the given fields; if only the status is sent, the others are not validated (rule W1). */
export const updateUser = async (
  context: Context,
  session: CurrentUser,
  id: string,
  body: Body,
): Promise<User> => {
  const password = newPassword(body)
  const weakness = password === undefined ? undefined : await strictPasswordError(context.config, password)
  // Also before the hash, which takes long: a request that is refused costs none.
  if (password !== undefined) {
    const target = await findUser(context.db, session, id)
    const profileOf = await readProfiles(context.db, sentProfiles(body))
    await checkEdit(context.db, context, { currentUser: session, target, profileOf }, body, weakness)
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password, session.id)
  return mapConflicts(() =>
    withRetry(context.db, (tx) => editUser(tx, context, session, id, body, { weakness, passwordHash })),
  )
}

const sentProfiles = ({ profile }: Body): string[] => (typeof profile === 'string' ? [profile] : [])

interface EditOptions {
  /** Why the new password is too weak for a profile with web access. */
  weakness?: string | undefined
  passwordHash?: string | undefined
  /** The batch that the edit belongs to. */
  batch?: string
}

/** Edits a user within a transaction, with the hash of a new password. */
export const editUser = async (
  tx: Tx,
  context: Context,
  session: CurrentUser,
  id: string,
  body: Body,
  { weakness, passwordHash, batch }: EditOptions,
): Promise<User> => {
  const need = { action: 'update', resource: 'users' } as const
  const profileIds = sentProfiles(body)
  const selfLock = profileIds.length > 0 ? 'no key update' : 'share'
  const locked = await lockCurrentAndUser(tx, session, id, { need, profileIds, selfLock })
  const { currentUser, target } = locked
  const { sent, changes, profile } = await checkEdit(tx, context, locked, body, weakness)
  if (changes === undefined) return userResponse(target.user, profile, context.now())
  const newExpiry = await newDemoExpiry(tx, target, profile, context.now())
  if (newExpiry) await requireDemoLeft(tx, context, currentUser)
  const [stored] = await tx
    .update(users)
    .set({
      ...changedColumns(changes, sent),
      ...(passwordHash === undefined ? {} : { passwordHash, isPasswordGiven: true }),
      userUpdate: currentUser.name,
      dateUpdate: editDate(context.now(), target.user.dateUpdate),
    })
    .where(eq(users._id, id))
    .returning()
  if (!stored) throw new Error('The locked user is gone')
  if (newExpiry) await grantDemo(tx, currentUser, stored, newExpiry, context.now())
  const { creditToResell, dateExpire } = target.user
  const row = { ...stored, creditToResell, dateExpire: newExpiry ?? dateExpire }
  // Unlinking the device ends its sessions, and permits linking another one.
  if (sent.device === null) await closeAppSessions(tx, id)
  if (row.status === 'disable' || passwordHash !== undefined) await closeUserSessions(tx, id)
  if (row.status === 'disable') await endUserChallenges(tx, [id])
  const event = {
    action: 'update',
    resource: 'users',
    record: row,
    before: { ...target.user, profile: target.profile.name },
    after: { ...row, profile: profile.name },
    ...(batch === undefined ? {} : { batch }),
  } as const
  await recordChange(tx, currentUser, context.now(), event)
  return userResponse(row, profile, context.now())
}

type LockedEdit = Pick<Awaited<ReturnType<typeof lockCurrentAndUser>>, 'currentUser' | 'target' | 'profileOf'>

/** Checks an edit against the rows as read or locked; without `changes`, nothing would change. */
const checkEdit = async (
  db: Executor,
  context: Context,
  locked: LockedEdit,
  { dateUpdate, version, ...sent }: Body,
  weakness: string | undefined,
): Promise<{ sent: Body; changes: Partial<Changes> | undefined; profile: ProfileRow }> => {
  const { currentUser, target } = locked
  requireEditable(currentUser, target)
  refuseStale({ dateUpdate }, target.user.dateUpdate)
  const changes = checkChanges(context, currentUser, target, sent)
  const profile = await newProfile(db, locked, changes)
  const { password, ...fields } = changes
  if (!password && changesNothing({ ...target.user }, fields)) return { sent, changes: undefined, profile }
  const isNewToWeb = profile.accessWeb && !target.profile.accessWeb
  // The strength of the stored password is unknown: strict deployments require a new one.
  const missing = context.config.strictPasswords && isNewToWeb && password === undefined
  const error = missing ? PASSWORD_MESSAGES.neededForWeb : profile.accessWeb ? weakness : undefined
  if (error !== undefined) throw new Invalid([{ field: 'password', message: error }])
  const edited = { isSelf: currentUser.id === target.user._id, accessWeb: target.profile.accessWeb }
  if (version !== undefined || mustConfirmEdit(edited, changedNames(target, changes)))
    requireConfirmed(currentUser)
  return { sent, changes, profile }
}

const changedNames = ({ user }: FoundUser, { password, ...fields }: Partial<Changes>): string[] => {
  const stored = new Map<string, unknown>(Object.entries(user))
  const changed = Object.entries(fields).filter(([name, value]) => stored.get(name) !== value)
  return [...changed.map(([name]) => name), ...(password ? ['password'] : [])]
}

/** Throws unless the current user may edit this user; no key edits its maker (rule A18). */
export const requireEditable = (currentUser: CurrentUser, target: FoundUser): void => {
  if (currentUser.key && currentUser.id === target.user._id) throw new Forbidden(KEY_MESSAGES.maker)
  if (!canEdit(currentUser, toPerson(target))) throw new Forbidden(USER_MESSAGES.notBelow)
}

const passwordSchema = userChangesSchema.pick({ password: true })

/**
 * The password to hash before the row is locked, since hashing is slow; undefined if none is set, or an invalid one.
 */
const newPassword = ({ password }: Body): string | undefined => {
  const parsed = passwordSchema.safeParse({ password })
  return parsed.success && parsed.data.password ? parsed.data.password : undefined
}

const isStatusAlone = (sent: Body): boolean => Object.keys(sent).join() === 'status'

const checkChanges = (
  context: Context,
  currentUser: CurrentUser,
  target: FoundUser,
  sent: Body,
): Partial<Changes> => {
  const { user } = target
  const errors = editErrors(context.config, currentUser, target, sent)
  const stored = Object.fromEntries(Object.entries(user).filter(([name]) => name in userSchema.shape))
  const parsed = isStatusAlone(sent)
    ? userChangesSchema.pick({ status: true }).safeParse(sent)
    : userChangesSchema.safeParse({ ...stored, ...sent })
  if (!parsed.success) errors.unshift(...toValidationErrors(parsed.error))
  if (!parsed.success || errors.length > 0) throw new Invalid(errors)
  const { permissionToAlter: _, ...changes }: Partial<Changes> = parsed.data
  return changes
}

const newProfile = async (
  db: Executor,
  locked: LockedEdit,
  { profile: profileId }: Partial<Changes>,
): Promise<ProfileRow> => {
  const { currentUser, target } = locked
  const { user, profile } = target
  if (profileId === undefined || profileId === user.profile) return profile
  if (currentUser.role === 'agent' && roleOf(profile) !== 'demo')
    throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
  const next = await assignProfile(db, locked, profileId)
  if (isReseller(roleOf(profile)) && !isReseller(roleOf(next)))
    await requireNoCustomers(db, user, USER_MESSAGES.profileKept)
  return next
}

/** The expiry of a user who becomes a demo; undefined if unchanged (rule U15). */
const newDemoExpiry = async (
  tx: Tx,
  { user, profile }: FoundUser,
  next: ProfileRow,
  now: Date,
): Promise<Date | undefined> => {
  if (roleOf(next) !== 'demo' || roleOf(profile) === 'demo') return undefined
  const [earlier] = await tx
    .select({ _id: licenseTransactions._id })
    .from(licenseTransactions)
    .where(and(eq(licenseTransactions.userLicensed, user._id), isDemoCredit))
    .limit(1)
  if (earlier) return undefined
  const expiry = demoExpiry(now, await currentSettings(tx))
  return user.dateExpire !== null && user.dateExpire > expiry ? user.dateExpire : expiry
}

/** The changed columns, including derived ones. */
const changedColumns = (changes: Partial<Changes>, sent: Body) => {
  const { password: _password, device, ...fields } = changes
  if (isStatusAlone(sent)) return fields
  const { name = '', fullName = '', email = '', address = '', comment = '' } = fields
  const { telePhone = '', celPhone = '' } = fields
  return {
    ...fields,
    ...derivedColumns({ name, fullName, email, address, comment, telePhone, celPhone }),
    ...(device === null ? { device } : {}),
  }
}

type Rule = [field: string, isBroken: boolean, message: string]

/** Validation errors that depend on the editor and the edited user (rules U3, U5, U13). */
const editErrors = (
  config: Config,
  currentUser: CurrentUser,
  target: FoundUser,
  sent: Body,
): ValidationError[] => {
  const { user } = target
  const isSelf = currentUser.id === user._id
  const changes = (field: 'profile' | 'platform') => field in sent && sent[field] !== user[field]
  const isKnown = platformsOf(config).some((platform) => platform === sent.platform)
  const rules: Rule[] = [
    ['status', isSelf && sent.status === 'disable', USER_MESSAGES.disableSelf],
    ['profile', isSelf && changes('profile'), USER_MESSAGES.ownProfile],
    [
      'password',
      Boolean(sent.password) && !standsAbove(currentUser, toPerson(target)),
      USER_MESSAGES.ownPassword,
    ],
    ['platform', changes('platform') && isFilled(sent.platform) && !isKnown, USER_MESSAGES.platformUnknown],
    ...closedFields(currentUser.role).map((field): Rule => [field, field in sent, USER_MESSAGES.notYours]),
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([field, , message]) => ({ field, message }))
}

/** Other types are refused by the schema. */
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
