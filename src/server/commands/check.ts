import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { VERSION } from '../../domain/version.ts'
import { type Config, ConfigError } from '../config.ts'
import { verifyMailServer } from '../features/outbox/send-mail.ts'
import { freeDiskSpace, refuseFullDisk } from '../platform/database/embedded/disk-space.ts'
import { checkDatabase, type Examine } from './check-database.ts'
import { type CommandArguments, failureMessage, readCommandConfig, say } from './command-line.ts'

/** Examines an installation without changing it, a line for each subject; exits with 1 if something is wrong. */
export const run = async (args: CommandArguments): Promise<void> => {
  const problems = await checkInstallation(args, say)
  say(problems === 0 ? 'Todo en orden.' : `Por corregir: ${problems}.`)
  if (problems > 0) process.exitCode = 1
}

/** Returns the number of problems. */
export const checkInstallation = async (
  args: CommandArguments,
  print: (line: string) => void,
): Promise<number> => {
  let problems = 0
  await examineAll(args, async (subject, answer) => {
    try {
      const text = await answer()
      print(typeof text === 'string' ? `✔ ${subject}: ${text}` : `⚠ ${subject}: ${text.warning}`)
    } catch (error) {
      problems++
      print(`✘ ${subject}: ${failureMessage(error)}`)
    }
  })
  return problems
}

const examineAll = async (args: CommandArguments, examine: Examine): Promise<void> => {
  await examine('Programa', () => `Cartelera ${VERSION}, con Node ${process.versions.node}`)
  const config = await checkConfig(args, examine)
  if (!config) return
  await examine('Puerto', () => describePort(config))
  if (await checkFolders(config, examine)) await checkDatabase(args, config, examine)
  await examine('Copias de seguridad', () => describeBackups(config))
  await examine('Correo', () => describeMail(config))
  await examine('Proxy', () => describeProxy(config))
}

const checkConfig = async (args: CommandArguments, examine: Examine): Promise<Config | undefined> => {
  try {
    const config = readCommandConfig(args)
    await examine('Configuración', () => 'válida')
    return config
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [failureMessage(error)]
    for (const problem of problems)
      await examine('Configuración', () => Promise.reject(new ConfigError(problem)))
    return undefined
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const describePort = async ({ host, port }: Config): Promise<string> => {
  if (port === 0) return 'cualquiera que esté libre'
  try {
    await new Promise<void>((resolve, reject) => {
      const server = createServer()
      server.once('error', reject).listen({ host, port }, () => server.close(() => resolve()))
    })
    return `${port} de ${host}, libre`
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE' && (await isOurs(host, port)))
      return `${port} de ${host}, donde ya sirve Cartelera`
    throw new ConfigError(portProblem(errorCode(error), host, port))
  }
}

const portProblem = (code: string, host: string, port: number): string => {
  if (code === 'EADDRINUSE') return `otro programa usa el ${port}: ciérrelo, o elija otro con PORT.`
  if (code === 'EACCES') return `este usuario no puede usar el ${port}: elija uno desde 1024 con PORT.`
  return `${host} no es una dirección de esta máquina (${code}): corrija HOST.`
}

/** Milliseconds for a server to respond on this machine. */
const RESPONSE_TIMEOUT = 5_000

const isOurs = async (host: string, port: number): Promise<boolean> => {
  try {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT) })
    return (await response.text()).includes('<title>Cartelera</title>')
  } catch {
    return false
  }
}

/** Examines the folders that the server writes to; false if it cannot use that of the embedded database. */
const checkFolders = async (config: Config, examine: Examine): Promise<boolean> => {
  const { databaseUrl, dataDir, retentionDir, retentionAudit, retentionVisits, backups } = config
  let isUsable = true
  if (databaseUrl === undefined) {
    isUsable = false
    await examine('Carpeta de datos', () => {
      const text = describeFolder(dataDir, 'DATA_DIR')
      requireOwnFolder(dataDir)
      isUsable = true
      return text
    })
    await examine('Espacio libre', () => {
      refuseFullDisk(dataDir, freeSpace(dataDir), !existsSync(join(dataDir, 'database')))
      return describeSpace(dataDir)
    })
  }
  if (retentionAudit !== undefined || retentionVisits !== undefined) {
    await examine('Carpeta de la retención', () => describeFolder(retentionDir, 'RETENTION_DIR'))
    await examine('Espacio para la retención', () => describeSpace(retentionDir))
  }
  if (backups) {
    await examine('Carpeta de las copias', () => describeFolder(backups.dir, 'BACKUP_DIR'))
    await examine('Espacio para las copias', () => describeSpace(backups.dir))
  }
  return isUsable
}

/** The folder itself, or the one in which it will be created. */
const existingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder))

/** The embedded database keeps its files to their owner. */
const requireOwnFolder = (dataDir: string): void => {
  const user = process.getuid?.()
  for (const folder of [dataDir, join(dataDir, 'database')]) {
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid
    if (user !== undefined && owner !== undefined && owner !== user)
      throw new ConfigError(
        `${folder} es de otro usuario (uid ${owner}, este es ${user}): use la cuenta del servidor, ` +
          'o cambie el propietario con chown -R, o use otra carpeta con DATA_DIR.',
      )
  }
}

const describeFolder = (folder: string, variable: string): string => {
  const existing = existingFolder(folder)
  if (!statSync(existing).isDirectory())
    throw new ConfigError(`${existing} no es una carpeta: corrija ${variable}.`)
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError(
      `este usuario no puede escribir en ${existing}: dele permiso, o use otra carpeta con ${variable}.`,
    )
  }
  return existing === folder ? folder : `${folder}, que se creará`
}

const MIB = 1_048_576
/** Free space, in MiB, below which the operator is warned. */
const LITTLE_SPACE = 1_024

const freeSpace = (folder: string): number => freeDiskSpace(existingFolder(folder))

const describeSpace = (folder: string) => {
  const free = Math.floor(freeSpace(folder) / MIB)
  return free < LITTLE_SPACE ? { warning: `quedan solo ${free} MiB: libere espacio` } : `${free} MiB`
}

const describeBackups = (config: Config) => {
  const { backupIdentity, backups } = config
  if (backupIdentity !== undefined)
    return {
      warning:
        'BACKUP_IDENTITY abre las copias y solo hace falta para restaurar: guárdela fuera de esta máquina',
    }
  const when = backups ? `cada noche a las ${backups.hour}` : 'a mano, sin BACKUP_DIR'
  return `${when}; ${describeProtection(config)}`
}

const describeProtection = ({ backupKey }: Config): string => {
  if (!backupKey) return 'sin cifrar, sin BACKUP_RECIPIENT ni BACKUP_PASSPHRASE'
  return 'recipient' in backupKey ? `cifradas para ${backupKey.recipient}` : 'cifradas con BACKUP_PASSPHRASE'
}

/** Milliseconds for the mail server in all. */
const MAIL_TIMEOUT = 20_000

const describeMail = async ({ mail }: Config): Promise<string> => {
  if (!mail) return 'apagado, sin SMTP_URL'
  const { host } = new URL(mail.smtpUrl)
  try {
    await verifyMailServer(mail, AbortSignal.timeout(MAIL_TIMEOUT))
  } catch (error) {
    const what = errorCode(error) === 'EAUTH' ? 'no acepta el usuario o la clave' : 'no responde como debe'
    throw new ConfigError(`${host} ${what} (${failureMessage(error)}): revise SMTP_URL.`)
  }
  return `${host} responde y acepta las credenciales; no se envió nada`
}

const describeProxy = ({ trustProxy, publicUrl }: Config) => {
  if (trustProxy !== false) return `TRUST_PROXY confía en ${trustProxy}`
  if (!publicUrl?.startsWith('https:')) return 'ninguno, sin TRUST_PROXY'
  return {
    warning:
      'PUBLIC_URL es https y TRUST_PROXY está apagado: detrás de un proxy, todos los usuarios comparten su dirección',
  }
}
