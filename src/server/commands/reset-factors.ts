import { and, eq, isNull } from 'drizzle-orm'
import { toNameKey } from '../../domain/sign-in/sign-in.ts'
import { ConfigError } from '../config.ts'
import { eraseFactors } from '../features/sign-in/factors.ts'
import { recordChange, SERVICE } from '../platform/audit/audit-log.ts'
import { closeWebSessions } from '../platform/auth/sessions.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { requireThisVersion } from '../platform/database/migrate.ts'
import { silent } from '../platform/database/open.ts'
import { users } from '../platform/database/schema/users.ts'
import { type CommandArguments, say, withDatabase } from './command-line.ts'

/**
 * Removes a user's second factors, as sa does in the admin (rule P16): for an sa who lost everything. Whoever runs it
 * has the database anyway.
 */
export const run = async (args: CommandArguments): Promise<void> => {
  const { argument: name } = args
  await withDatabase(args, async ({ db }) => {
    await requireThisVersion(db)
    const { now } = await DatabaseClock.start(() => readTime(db), silent)
    await db.transaction(async (tx) => {
      const [user] = await tx
        .select({ _id: users._id, name: users.name })
        .from(users)
        .where(and(eq(users.nameKey, toNameKey(name)), isNull(users.deletedAt)))
        .for('no key update')
      if (!user) throw new ConfigError(`El usuario ${name} no existe.`)
      await eraseFactors(tx, [user._id])
      await closeWebSessions(tx, user._id)
      const event = { action: 'factor-reset', resource: 'users', record: user } as const
      await recordChange(tx, SERVICE, now(), event)
    })
    say(
      `${name} entra otra vez solo con su contraseña, y configura otro segundo factor si su perfil lo exige.`,
    )
  })
}
