import { ConfigError } from '../config.ts'
import { discardSecrets, sealSecrets } from '../features/outbox/webhook-secrets.ts'
import { discardSeeds, sealSeeds } from '../features/sign-in/stored-seeds.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { requireThisVersion } from '../platform/database/migrate.ts'
import { silent } from '../platform/database/open.ts'
import { requireKeys } from '../platform/sealing/stored-keys.ts'
import { type CommandArguments, say, withDatabase } from './command-line.ts'

/** Seals second factors and secrets of webhooks with FACTOR_KEY; `--discard` removes those whose key was lost. */
export const run = async (args: CommandArguments): Promise<void> => {
  await withDatabase(args, async ({ db }, config) => {
    await requireThisVersion(db)
    if (args.flags.has('--discard')) {
      const { now } = await DatabaseClock.start(() => readTime(db), silent)
      const [people, hooks] = await db.transaction(async (tx) => [
        await discardSeeds(tx, config, now()),
        await discardSecrets(tx, config, now()),
      ])
      say(`Segundos factores descartados: ${people.join(', ') || 'ninguno'}.`)
      say(`Webhooks apagados, que necesitan otro secreto: ${hooks.join(', ') || 'ninguno'}.`)
      return
    }
    if (config.factorKeys.length === 0) throw new ConfigError('FACTOR_KEY: no está.')
    await requireKeys(db, config)
    const [seeds, secrets] = await db.transaction(async (tx) => [
      await sealSeeds(tx, config),
      await sealSecrets(tx, config),
    ])
    say(`Sellados con FACTOR_KEY: ${seeds} segundos factores y ${secrets} webhooks.`)
  })
}
