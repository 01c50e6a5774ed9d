import { eq, inArray } from 'drizzle-orm'
import { roleOf } from '../../domain/access/roles.ts'
import type { CreditSettings, Movement, Party } from '../../domain/credits/rules.ts'
import type { Tx } from '../database/open.ts'
import { type ProfileRow, profiles, type UserRow, users } from '../database/schema/users.ts'
import { NotFound } from '../http/errors.ts'
import type { FoundUser } from '../users/user-scope.ts'

/** A user as the rules of credit see it. */
export const partyOf = ({ user, profile }: FoundUser): Party => ({
  id: user._id,
  role: roleOf(profile),
  creditToResell: user.creditToResell,
  dateExpire: user.dateExpire,
})

/** Two people, kept from others until the transaction ends; locked in the order of their ids, so that nobody waits in a circle. */
export async function lockParties(
  tx: Tx,
  sellerId: string,
  targetId: string,
): Promise<{ seller: FoundUser; target: FoundUser }> {
  const rows: { user: UserRow; profile: ProfileRow }[] = await tx
    .select({ user: users, profile: profiles })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(inArray(users._id, [sellerId, targetId]))
    .orderBy(users._id)
    .for('update', { of: users })
  const found = (id: string): FoundUser => {
    const row = rows.find(({ user }) => user._id === id)
    if (!row || row.user.deletedAt !== null) throw new NotFound()
    return row
  }
  return { seller: found(sellerId), target: found(targetId) }
}

/** A movement out of stored rows. */
export const movementOf = (
  { type, period, count }: Pick<Movement, 'type' | 'period' | 'count'>,
  { seller, target }: { seller: FoundUser; target: FoundUser },
  settings: CreditSettings,
  now: Date,
): Movement => ({ type, period, count, seller: partyOf(seller), target: partyOf(target), settings, now })
