import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { recordChange, SERVICE } from '../../platform/audit/audit-log.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { challenges, factors } from '../../platform/database/schema/factors.ts'
import { users } from '../../platform/database/schema/users.ts'
import { factorSeed, Sealer } from '../../platform/sealing/sealer.ts'
import { removeFactor } from './factors.ts'

type Keys = Pick<Config, 'factorKeys'>

/** Locks users before factors, as sign-ins do. */
const lockSeeds = async (tx: Tx) => {
  const seeds = await tx.select({ user: factors.user }).from(factors).where(isNotNull(factors.seed))
  const owners = new Set(seeds.map(({ user }) => user))
  await tx
    .select({ _id: users._id })
    .from(users)
    .where(isAnyOf(users._id, owners))
    .orderBy(asc(users._id))
    .for('no key update')
  const rows = await tx
    .select({ _id: factors._id, seed: factors.seed, user: { _id: users._id, name: users.name } })
    .from(factors)
    .innerJoin(users, eq(users._id, factors.user))
    .where(and(isNotNull(factors.seed), isAnyOf(users._id, owners)))
    .orderBy(asc(factors._id))
  return rows.map(({ seed, ...row }) => ({ ...row, seed: seed ?? '' }))
}

/** Seals the seeds of all authenticator apps; returns how many. */
export const sealSeeds = async (tx: Tx, config: Keys): Promise<number> => {
  const sealer = new Sealer(config)
  const open = (await lockSeeds(tx)).filter(({ seed }) => !sealer.isCurrent(seed))
  for (const { _id, seed } of open)
    await tx
      .update(factors)
      .set({ seed: sealer.renew(seed, factorSeed(_id)) })
      .where(eq(factors._id, _id))
  return open.length
}

/** Removes the authenticator apps whose seeds no key opens, and all challenges; returns the names of their users. */
export const discardSeeds = async (tx: Tx, config: Keys, now: Date): Promise<string[]> => {
  const sealer = new Sealer(config)
  const lost = (await lockSeeds(tx)).filter(({ seed }) => !sealer.opens(seed))
  await tx.delete(challenges)
  for (const { _id, user } of lost) {
    await removeFactor(tx, user._id, _id)
    await recordChange(tx, SERVICE, now, { action: 'factor-reset', resource: 'users', record: user })
  }
  return lost.map(({ user }) => user.name)
}
