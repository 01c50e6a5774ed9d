import { resolve } from 'node:path'
import { type Config, ConfigError, demoEnvironment, readConfig } from '../config.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { causeMessage, DatabaseError } from '../platform/database/errors.ts'
import { type Database, openDatabase, silent } from '../platform/database/open.ts'

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** What `main.ts` has found to be valid. */
export interface CommandArguments {
  /** Name of the command. */
  command: string
  flags: ReadonlySet<string>
  /** Empty if it was not given. */
  argument: string
}

/** Resolves a path against the user's current folder: npm runs commands in the project's folder. */
export const resolvePath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** The configuration of the environment, with the demo's folder for `--demo`. */
export const readCommandConfig = ({ flags }: CommandArguments): Config =>
  readConfig(flags.has('--demo') ? demoEnvironment(process.env) : process.env)

/** Opens the configured database, or the demo's with `--demo`, and closes it after the work. */
export const withDatabase = async (
  args: CommandArguments,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> => {
  const config = readCommandConfig(args)
  const database = await openDatabase({
    ...config,
    // Bypasses a pooler, whose connection would be occupied for minutes.
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
    databaseDirectUrl: undefined,
    databaseReplicaUrls: [],
    log: silent,
    applicationName: `cartelera ${args.command}`,
  })
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/** The message of our own errors, else that of the cause. */
export const failureMessage = (error: unknown): string => {
  if (error instanceof BackupError || error instanceof ConfigError || error instanceof DatabaseError)
    return error.message
  return causeMessage(error)
}
