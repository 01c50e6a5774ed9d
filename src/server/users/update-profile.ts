import { eq } from 'drizzle-orm'
import { canonicalGrants, covers, type GroupAccess, gainsOnlyOf } from '../../domain/access/permissions.ts'
import { PROFILE_MESSAGES, type ProfileInput, profileShape } from '../../domain/users/profile.ts'
import { type Problem, problemsOf } from '../../domain/validation/problems.ts'
import type { Tx } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import { type ProfileRow, profiles } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { editDate, refuseStale } from '../http/edits.ts'
import { Forbidden, Invalid, NotFound } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { sayingDuplicate } from './profile-errors.ts'
import { profileKeyOf } from './profile-key.ts'
import { type ProfileWire, profileToWire } from './profile-wire.ts'

type Body = Readonly<Record<string, unknown>>

/** Changes the fields of a profile that are sent, within what decisions D4 allow the caller. */
export const updateProfile = (
  { db, now }: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<ProfileWire> => {
  const { dateUpdate: _read, ...sent } = body
  return sayingDuplicate(String(sent.name), () =>
    withRetry(db, async (tx) => {
      const stored = await lockProfile(tx, id)
      if (isSa(stored) && caller.role !== 'sa') throw new Forbidden(PROFILE_MESSAGES.saProfile)
      refuseStale(body, stored.dateUpdate)
      const fields = checkedFields(caller, stored, sent)
      const [row] = await tx
        .update(profiles)
        .set({
          ...fields,
          nameKey: profileKeyOf(fields.name),
          dateUpdate: editDate(now(), stored.dateUpdate),
        })
        .where(eq(profiles._id, id))
        .returning()
      if (!row) throw new Error('The locked profile is gone')
      return profileToWire(row)
    }),
  )
}

/** The profile of an id, kept from others until the transaction ends. */
export const lockProfile = async (tx: Tx, id: string): Promise<ProfileRow> => {
  const [row] = await tx.select().from(profiles).where(eq(profiles._id, id)).for('update')
  if (!row) throw new NotFound()
  return row
}

const isSa = ({ name, isSystem }: ProfileRow): boolean => isSystem && name === 'sa'

const checkedFields = (caller: Caller, stored: ProfileRow, sent: Body): ProfileInput => {
  const before = Object.fromEntries(Object.entries(stored).filter(([name]) => name in profileShape.shape))
  const parsed = profileShape.safeParse({ ...before, ...sent })
  if (!parsed.success) throw new Invalid(problemsOf(parsed.error))
  const fields = { ...parsed.data, routeAccess: canonicalGrants(parsed.data.routeAccess) }
  const problems = ruleProblems(caller, stored, fields)
  if (problems.length > 0) throw new Invalid(problems)
  return fields
}

const ruleProblems = (caller: Caller, stored: ProfileRow, fields: ProfileInput): Problem[] => {
  const { routeAccess } = fields
  const isOwn = caller.profileId === stored._id && caller.role !== 'sa'
  const rules: [field: string, isBroken: boolean, message: string][] = [
    ['name', stored.isSystem && fields.name !== stored.name, PROFILE_MESSAGES.systemName],
    ['accessWeb', isSa(stored) && !fields.accessWeb, PROFILE_MESSAGES.saWebAccess],
    ['routeAccess', isOwn && isWider(routeAccess, stored.routeAccess), PROFILE_MESSAGES.ownProfile],
    ['routeAccess', !gainsOnlyOf(caller, stored.routeAccess, routeAccess), PROFILE_MESSAGES.beyondOwn],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([field, , message]) => ({ field, message }))
}

const isWider = (after: GroupAccess[], before: GroupAccess[]): boolean =>
  !covers({ role: 'admin', routeAccess: before }, { role: 'admin', routeAccess: after })
