import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { SESSION_ENDPOINTS as API } from '../../../domain/sign-in/endpoints.ts'
import { FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import type { FactorAnswer } from '../../../domain/sign-in/factor-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Tx } from '../../platform/database/open.ts'
import { sessions, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Invalid, Unauthorized } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { countWrongAnswer, endChallenge, lockChallenge, sessionKey, storeChallenge } from './challenges.ts'
import { admitGuess, checkPassword } from './check-password.ts'
import { acceptAnswer, factorName, factorOptions, lockOwner } from './factors.ts'
import { unlessOverloaded } from './sign-in-limits.ts'

/** Confirms who uses a session (rules P17, P18). */
export const confirmRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.confirm),
    // Not compressed, as the sign-in.
    compress: false,
    config: { access: 'signed-in', peopleOnly: true, outlivesClient: true },
    async handler({ currentUser, body }, reply) {
      await confirm(context, currentUser, body)
      return reply.code(204).send()
    },
  })
  app.route({
    ...operation(API.confirmOptions),
    config: { access: 'signed-in', peopleOnly: true },
    handler({ currentUser }, reply) {
      reply.header('cache-control', 'no-store')
      return describeConfirmation(context, currentUser)
    },
  })
}

const AUDIT_ACTIONS = { failed: 'confirm-failed', refused: 'confirm-refused' } as const

const confirm = async (
  context: Context,
  currentUser: CurrentUser,
  { password, ...answer }: z.output<typeof API.confirm.body>,
): Promise<void> => {
  const { _id, name, nameKey, passwordHash } = users
  const [user] = await context.db
    .select({ _id, name, nameKey, passwordHash })
    .from(users)
    .where(eq(users._id, currentUser.id))
  if (!user) throw new Unauthorized()
  if (password === undefined) return confirmByFactor(context, currentUser, user, answer)
  await checkPassword(context, currentUser, user, password, { field: 'password', ...AUDIT_ACTIONS })
  await withRetry(context.db, (tx) => storeConfirmation(tx, currentUser, user, context.now()))
}

interface SessionUser {
  _id: string
  name: string
  nameKey: string
}

const storeConfirmation = async (
  tx: Tx,
  currentUser: CurrentUser,
  user: SessionUser,
  confirmedAt: Date,
  factor?: string,
): Promise<void> => {
  // A password change has ended the session meanwhile.
  const confirmed = await tx
    .update(sessions)
    .set({ confirmedAt })
    .where(eq(sessions.tokenHash, currentUser.tokenHash))
    .returning({ _id: sessions._id })
  if (confirmed.length === 0) throw new Unauthorized()
  const event = { action: 'confirm', resource: 'users', record: user, after: { factor } } as const
  await recordChange(tx, currentUser, confirmedAt, event)
}

/** Describes how the session can be confirmed with a factor, and renews its WebAuthn options. */
const describeConfirmation = async (
  { db, config, now }: Context,
  { id, tokenHash, settingsVersion }: CurrentUser,
) => {
  const ways = await factorOptions(db, config, id)
  if (ways.passkey) {
    const data = { webauthn: ways.passkey.challenge }
    await storeChallenge(
      db,
      { key: sessionKey('confirm', tokenHash), user: id, purpose: 'confirm', data },
      now(),
    )
  }
  const { confirmMinutes } = await readSettings(db, { settingsVersion })
  return { ...ways, minutes: confirmMinutes }
}

/** Confirms with a second factor, each answer once; wrong ones are limited as passwords are. */
const confirmByFactor = async (
  context: Context,
  currentUser: CurrentUser,
  user: SessionUser,
  answer: FactorAnswer,
): Promise<void> => {
  const { now, config } = context
  const factor = factorName(answer)
  const key = sessionKey('confirm', currentUser.tokenHash)
  const attempt = await admitGuess(context, currentUser, user, AUDIT_ACTIONS.refused)
  const confirmation = withRetry(context.db, async (tx) => {
    if (!(await lockOwner(tx, user._id))) throw new Unauthorized()
    const time = now()
    const pending = await lockChallenge(tx, { key, user: user._id, purpose: 'confirm' }, time)
    const accepted = await acceptAnswer(tx, config, {
      user: user._id,
      answer,
      webauthn: pending?.webauthn,
      now: time,
    })
    if (!accepted) {
      await countWrongAnswer(tx, key)
      await attempt.fail(tx)
      const event = {
        action: AUDIT_ACTIONS.failed,
        resource: 'users',
        record: user,
        after: { factor },
      } as const
      await recordChange(tx, currentUser, time, event)
      return false
    }
    await endChallenge(tx, key)
    await attempt.forget(tx)
    await storeConfirmation(tx, currentUser, user, time, factor)
    return true
  })
  if (await unlessOverloaded(context, attempt, confirmation)) return
  throw new Invalid([
    answer.code === undefined
      ? { field: 'assertion', message: FACTOR_MESSAGES.wrongPasskey }
      : { field: 'code', message: FACTOR_MESSAGES.wrong },
  ])
}
