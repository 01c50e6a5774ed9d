import { eq } from 'drizzle-orm'
import { FACTOR_MESSAGES, FACTOR_NAMES } from '../../../domain/sign-in/factor.ts'
import {
  FACTOR_ENDPOINTS as API,
  type EnrolmentProof,
  type OwnFactors,
} from '../../../domain/sign-in/factor-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { lockSession } from '../../platform/auth/sessions.ts'
import type { Tx } from '../../platform/database/open.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict, NotFound, Unauthorized } from '../../platform/http/errors.ts'
import { idParameters, operation } from '../../platform/http/operation.ts'
import { lockChallenge, sessionKey, storeChallenge } from './challenges.ts'
import { beginEnrolment, finishEnrolment } from './enrolment.ts'
import {
  describeFactors,
  factorsOf,
  isPublicLogin,
  lockOwner,
  type Owner,
  removeFactor,
  renewRecoveryCodes,
} from './factors.ts'
import { passkeySite } from './passkeys.ts'

/** The user's own second factors; every change needs a recent confirmation (rule P17). */
export const ownFactorRoutes = (app: App, context: Context): void => {
  const config = { access: 'signed-in', peopleOnly: true } as const
  app.route({
    ...operation(API.list),
    config,
    async handler({ currentUser }, reply) {
      reply.header('cache-control', 'no-store')
      return listOwnFactors(context, currentUser)
    },
  })
  app.route({
    ...operation(API.begin),
    compress: false,
    config,
    async handler({ currentUser, body }, reply) {
      reply.header('cache-control', 'no-store')
      requireConfirmed(currentUser)
      const owner = await findOwner(context, currentUser)
      const key = sessionKey('session', currentUser.tokenHash)
      const enrolment = { user: owner, key, kind: body.kind }
      const { data, response } = await beginEnrolment(context.db, context.config, enrolment)
      const challenge = { key, user: currentUser.id, purpose: 'session', data } as const
      await storeChallenge(context.db, challenge, context.now())
      return response
    },
  })
  app.route({
    ...operation(API.verify),
    compress: false,
    config,
    async handler({ currentUser, body }, reply) {
      reply.header('cache-control', 'no-store')
      requireConfirmed(currentUser)
      return { recoveryCodes: await addOwnFactor(context, currentUser, body) }
    },
  })
  app.route({
    ...operation(API.renewCodes),
    compress: false,
    config,
    async handler({ currentUser }, reply) {
      reply.header('cache-control', 'no-store')
      requireConfirmed(currentUser)
      return { recoveryCodes: await renewOwnCodes(context, currentUser) }
    },
  })
  app.route({
    ...operation(API.remove, { params: idParameters }),
    config,
    async handler({ currentUser, params }, reply) {
      requireConfirmed(currentUser)
      await removeOwnFactor(context, currentUser, params.id)
      return reply.code(204).send()
    },
  })
}

const findOwner = async ({ db }: Context, { id }: CurrentUser) => {
  const [owner] = await db
    .select({
      id: users._id,
      name: users.name,
      nameKey: users.nameKey,
      fullName: users.fullName,
      isDemanded: profiles.secondFactor,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(eq(users._id, id))
  if (!owner) throw new Unauthorized()
  return owner
}

const listOwnFactors = async (context: Context, currentUser: CurrentUser): Promise<OwnFactors> => {
  const { db, config } = context
  const owner = await findOwner(context, currentUser)
  const described = await describeFactors(db, owner.id)
  if (await isPublicLogin(db, owner))
    return { ...described, kinds: [], isDemanded: false, notice: FACTOR_MESSAGES.demoLogin }
  const hasTotp = described.factors.some(({ kind }) => kind === 'totp')
  const hasSite = passkeySite(config) !== undefined
  return {
    ...described,
    kinds: [...(hasTotp ? [] : (['totp'] as const)), ...(hasSite ? (['passkey'] as const) : [])],
    isDemanded: owner.isDemanded,
    notice: hasSite ? null : FACTOR_MESSAGES.noSite,
  }
}

/** The locked owner of a session; throws Unauthorized if it ended, or the user was deleted, meanwhile. */
const lockSessionOwner = async (tx: Tx, { id, tokenHash }: CurrentUser): Promise<Owner> => {
  const owner = await lockOwner(tx, id)
  if (!owner) throw new Unauthorized()
  await lockSession(tx, tokenHash)
  return owner
}

/** Adds the factor begun in this session; returns recovery codes with the first one. */
const addOwnFactor = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  proof: EnrolmentProof,
): Promise<string[] | null> => {
  const key = sessionKey('session', currentUser.tokenHash)
  const result = await withRetry(db, async (tx) => {
    const user = await lockSessionOwner(tx, currentUser)
    const time = now()
    const data = await lockChallenge(tx, { key, user: user.id, purpose: 'session' }, time)
    if (!data) return { error: new Conflict(FACTOR_MESSAGES.notBegun) }
    const { ip: address } = currentUser
    return finishEnrolment(tx, config, { user, address, key, data, proof, now: time })
  })
  if (result.error) throw result.error
  return result.recoveryCodes
}

const renewOwnCodes = ({ db, now }: Context, currentUser: CurrentUser): Promise<string[]> =>
  withRetry(db, async (tx) => {
    const { id, name } = await lockSessionOwner(tx, currentUser)
    if ((await factorsOf(tx, id)).length === 0) throw new Conflict(FACTOR_MESSAGES.noFactor)
    const codes = await renewRecoveryCodes(tx, id)
    const record = { _id: id, name }
    await recordChange(tx, currentUser, now(), { action: 'recovery-codes', resource: 'users', record })
    return codes
  })

/** Throws Conflict for the last factor of a user whose profile demands one. */
const removeOwnFactor = ({ db, now }: Context, currentUser: CurrentUser, factor: string): Promise<void> =>
  withRetry(db, async (tx) => {
    const { id, name, isDemanded } = await lockSessionOwner(tx, currentUser)
    const ownFactors = await factorsOf(tx, id)
    if (!ownFactors.some(({ _id }) => _id === factor)) throw new NotFound()
    if (ownFactors.length === 1 && isDemanded) throw new Conflict(FACTOR_MESSAGES.lastDemanded)
    const kind = await removeFactor(tx, id, factor)
    if (!kind) throw new NotFound()
    await recordChange(tx, currentUser, now(), {
      action: 'factor-remove',
      resource: 'users',
      record: { _id: id, name },
      before: { factor: FACTOR_NAMES[kind] },
    })
  })
