import { resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { DatabaseError, describeError } from '../platform/database/errors.ts'
import { type Database, type Log, openDatabase } from '../platform/database/open.ts'

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

interface CommandArguments {
  flags: ReadonlySet<string>
  file: string | undefined
}

/** Parses the command line: known flags and at most one file; throws a ConfigError on anything else. */
export const parseArguments = (args: readonly string[], allowed: readonly string[]): CommandArguments => {
  const flags = args.filter((word) => word.startsWith('-'))
  const [file, ...more] = args.filter((word) => !word.startsWith('-'))
  const unknown = flags.find((flag) => !allowed.includes(flag)) ?? more[0]
  if (unknown !== undefined)
    throw new ConfigError(`Argumento desconocido: ${unknown}. Se conocen: ${allowed.join(', ')}.`)
  return { flags: new Set(flags), file }
}

/** Resolves a path against the user's current folder: npm runs commands in the project's folder. */
export const resolvePath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** Opens the database configured by the environment, or the demo's with `--demo`, and closes it after the work. */
export const withDatabase = async (
  { isDemo, name }: { isDemo: boolean; name: string },
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> => {
  const dataDir = process.env.DATA_DIR || (isDemo ? './data-demo' : undefined)
  const config = readConfig({ ...process.env, ...(dataDir ? { DATA_DIR: dataDir } : {}) })
  const database = await openDatabase({
    ...config,
    // Bypasses a pooler, whose connection would be occupied for minutes.
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
    databaseDirectUrl: undefined,
    databaseReplicaUrls: [],
    log: silent,
    applicationName: `cartelera ${name}`,
  })
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/** Runs a command; on failure, prints the reason and exits with 1. */
export const runCommand = (failure: string, work: () => Promise<void>): void => {
  work().catch((error) => {
    process.stderr.write(`${failure}: ${failureMessage(error)}\n`)
    process.exitCode = 1
  })
}

/**
 * The message of our own errors, else that of the innermost cause: a failed statement is not printed with its
 * parameters.
 */
const failureMessage = (error: unknown): string => {
  if (error instanceof BackupError || error instanceof ConfigError || error instanceof DatabaseError)
    return error.message
  const { message, cause } = describeError(error) ?? { message: String(error), cause: undefined }
  return cause?.message ?? message
}
