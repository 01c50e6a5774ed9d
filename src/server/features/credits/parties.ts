import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { roleOf } from '../../../domain/access/roles.ts'
import type { CreditSettings, Movement, Party } from '../../../domain/credits/rules.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import type { Tx } from '../../platform/database/open.ts'
import { licenseTransactions, type TransactionRow } from '../../platform/database/schema/credits.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { statement } from '../../platform/database/statement.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { creditSettingsOf } from '../../platform/settings/read-settings.ts'

const partyColumns = {
  _id: users._id,
  creditToResell: users.creditToResell,
  dateExpire: users.dateExpire,
  createdBy: users.createdBy,
  deletedAt: users.deletedAt,
  name: users.name,
  fullName: users.fullName,
}
const roleColumns = { name: profiles.name, isSystem: profiles.isSystem }

/** What the rules of credit need of somebody's rows. */
export interface PartyRow {
  user: Pick<typeof users.$inferSelect, keyof typeof partyColumns>
  profile: Pick<typeof profiles.$inferSelect, keyof typeof roleColumns>
}

/** A user as the rules of credit see it. */
const partyOf = ({ user, profile }: PartyRow): Party => ({
  id: user._id,
  role: roleOf(profile),
  creditToResell: user.creditToResell,
  dateExpire: user.dateExpire,
})

/** Whether a party was deleted and only its tombstone is left. */
export const isGone = ({ user }: PartyRow): boolean => user.deletedAt !== null

const readStatement = statement((tx) =>
  tx
    .select({
      user: partyColumns,
      profile: roleColumns,
      settings: settings.value,
      earlier: licenseTransactions,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .crossJoin(settings)
    .leftJoin(
      licenseTransactions,
      and(
        eq(licenseTransactions.userCreated, sql.placeholder('seller')),
        eq(licenseTransactions.idempotencyKey, sql.placeholder('key')),
      ),
    )
    .where(inArray(users._id, [sql.placeholder('seller'), sql.placeholder('target')]))
    .prepare('read_parties'),
)

/** Both sides of a new movement, if they are there, the settings in force, and what the same key made before. */
export async function readParties(tx: Tx, caller: Caller, targetId: string, key: string | undefined) {
  const rows = await readStatement(tx).execute({ seller: caller.id, target: targetId, key: key ?? null })
  const find = (id: string): PartyRow | undefined => rows.find(({ user }) => user._id === id)
  const seller = find(caller.id)
  const [first] = rows
  if (!first || !seller || isGone(seller)) throw new NotFound()
  return {
    seller,
    target: find(targetId),
    settings: creditSettingsOf(first.settings),
    earlier: first.earlier ?? undefined,
  }
}

const lockStatement = statement((tx) =>
  tx
    .select({
      stored: licenseTransactions,
      user: partyColumns,
      profile: roleColumns,
      settings: settings.value,
    })
    .from(licenseTransactions)
    .innerJoin(
      users,
      or(eq(users._id, licenseTransactions.userCreated), eq(users._id, licenseTransactions.userLicensed)),
    )
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .crossJoin(settings)
    .where(
      and(
        eq(licenseTransactions._id, sql.placeholder('id')),
        eq(licenseTransactions.userCreated, sql.placeholder('creator')),
      ),
    )
    .orderBy(users._id)
    .for('update', { of: [licenseTransactions, users] })
    .prepare('lock_movement'),
)

/** A movement with all that its rules look at. */
export interface LockedMovement {
  stored: TransactionRow
  seller: PartyRow
  target: PartyRow
  settings: CreditSettings
}

/**
 * Locks a caller's own movement, then both parties in id order to avoid deadlocks (docs/design/ledger.md).
 * Throws NotFound for whoever did not create it.
 */
export async function lockMovement(tx: Tx, caller: Caller, id: string): Promise<LockedMovement> {
  const rows = await lockStatement(tx).execute({ id, creator: caller.id })
  const [first] = rows
  if (!first) throw new NotFound()
  const { stored } = first
  const found = (party: string): PartyRow => {
    const row = rows.find(({ user }) => user._id === party)
    if (!row) throw new Error(`The movement ${id} has lost a side`)
    return row
  }
  return {
    stored,
    seller: found(stored.userCreated),
    target: found(stored.userLicensed),
    settings: creditSettingsOf(first.settings),
  }
}

/** A movement out of stored rows. */
export const movementOf = (
  { type, period, count }: Pick<Movement, 'type' | 'period' | 'count'>,
  { seller, target }: { seller: PartyRow; target: PartyRow },
  { settings, timeZone, now }: Pick<Movement, 'settings' | 'timeZone' | 'now'>,
): Movement => ({
  type,
  period,
  count,
  seller: partyOf(seller),
  target: partyOf(target),
  settings,
  timeZone,
  now,
})
