import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Config, ConfigError } from '../config.ts'
import { lockHolder } from '../platform/database/embedded/lock.ts'
import { type Contents, readContents } from '../platform/database/installation-state.ts'
import { appliedMigrations, compareVersion, requireBaseline } from '../platform/database/migrate.ts'
import { type Database, openDatabase, silent } from '../platform/database/open.ts'
import { requireNoExcess, requireOwnership } from '../platform/database/rights.ts'
import { requireKeys, storedKeyIds } from '../platform/sealing/stored-keys.ts'
import { requireContents } from '../start/prepare.ts'
import { type CommandArguments, withDatabase } from './command-line.ts'

/** What is right with a subject, or else what should be seen to; what is wrong is thrown. */
export type Answer = string | { warning: string }
/** Reports a subject of the check. */
export type Examine = (subject: string, answer: () => Answer | Promise<Answer>) => Promise<void>

/** Connections of a node besides DATABASE_POOL: the probe, a start, and the maintenance. */
const OTHER_CONNECTIONS = 3

/** Examines the configured database; the embedded one only if no server has it open. */
export const checkDatabase = async (
  args: CommandArguments,
  config: Config,
  examine: Examine,
): Promise<void> => {
  const { databaseUrl, dataDir } = config
  const holder = databaseUrl === undefined ? lockHolder(dataDir) : undefined
  if (holder)
    return examine(
      'Base de datos',
      () => `embebida, abierta por el proceso ${holder.pid}; se revisa detenido`,
    )
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    return examine('Base de datos', () => 'embebida; el primer inicio la crea')
  try {
    await withDatabase(args, (database) => examineDatabase(database, args, config, examine))
  } catch (error) {
    await examine('Base de datos', () => Promise.reject(error))
  }
}

const examineDatabase = async (
  database: Database,
  { flags }: CommandArguments,
  config: Config,
  examine: Examine,
): Promise<void> => {
  const { db, kind } = database
  const demo = flags.has('--demo')
  await examine('Base de datos', () => describeDatabase(database, config))
  const [applied, contents] = [await appliedMigrations(db), await readContents(db)]
  await examine('Versión de los datos', () => describeVersion(applied, contents))
  await examine('Datos', () => {
    requireContents(contents, { demo })
    return CONTENTS[contents]
  })
  if (kind === 'postgres') {
    await examine('Permisos', () => describeRights(database))
    await examineConnections(database, config, examine)
  }
  if (compareVersion(applied) === 'same')
    await examine('Claves', () => describeKeys(database, config, { demo }))
}

const CONTENTS: Readonly<Record<Contents, string>> = {
  empty: 'ninguno todavía',
  production: 'de producción',
  demo: 'de demostración',
  'unfinished-demo': 'de demostración, a medio crear: el inicio los crea de nuevo',
}

const describeDatabase = async (database: Database, { dataDir }: Config): Promise<string> => {
  if ((await database.readiness()) === 'read-only')
    throw new ConfigError('solo acepta lecturas: indique el servidor principal, o ábrala a las escrituras.')
  if (database.kind === 'embedded') return `embebida, en ${dataDir}`
  const { rows } = await database.db.execute<{ version: string; size: string }>(
    sql`select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  return `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size} en el disco de su servidor`
}

const describeVersion = (applied: readonly number[], contents: Contents): string => {
  requireBaseline(applied)
  const version = compareVersion(applied)
  if (version === 'newer')
    throw new ConfigError(
      'son de una versión posterior de Cartelera: instale esa, o restaure en otra base de datos una copia que esta haya hecho.',
    )
  if (version === 'foreign')
    throw new ConfigError('son de otra edición de Cartelera: use otra base de datos.')
  if (version === 'none' && contents !== 'empty')
    throw new ConfigError(
      'hay tablas que no son de Cartelera: use otra base de datos con DATABASE_URL o DATA_DIR.',
    )
  if (version === 'older') return 'anterior: el inicio los actualiza; haga antes una copia de seguridad'
  return version === 'none' ? 'el primer inicio crea las tablas' : 'la de este programa'
}

/** Rule O11, and what every start needs to migrate. */
const describeRights = async (database: Database): Promise<string> => {
  const role = await database.serverRole()
  return database.exclusively(async (db) => {
    await requireOwnership(db, role)
    const { rows } = await db.execute<{ name: string; place: string; creates: boolean }>(
      sql`select quote_ident(current_user) as name, quote_ident(current_database()) as place,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as creates`,
    )
    const { name = '', place = '', creates = false } = rows[0] ?? {}
    if (!creates)
      throw new ConfigError(
        `el rol ${name} no puede crear tablas: ejecute GRANT CREATE ON DATABASE ${place} TO ${name}; ` +
          `GRANT CREATE ON SCHEMA public TO ${name}.`,
      )
    if (role === undefined) return `el rol ${name} es el propietario de las tablas y el del servidor`
    await requireNoExcess(db, role)
    return `el rol ${name} es el propietario de las tablas; el del servidor, ${role}, solo añade movimientos y auditoría`
  })
}

const examineConnections = async (
  { db }: Database,
  { databaseUrl = '', databaseDirectUrl, databasePool, databaseReplicaUrls }: Config,
  examine: Examine,
): Promise<void> => {
  if (databaseDirectUrl === undefined)
    await examine('Conexiones', async () => {
      const { rows } = await db.execute<{ allowed: number }>(sql`
        select least(nullif(rolconnlimit, -1), current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int) as allowed
        from pg_roles where rolname = current_user`)
      const [needed, allowed] = [databasePool + OTHER_CONNECTIONS, rows[0]?.allowed ?? 0]
      if (needed > allowed)
        throw new ConfigError(
          `un nodo abre hasta ${needed}, y PostgreSQL permite ${allowed} a su rol: baje DATABASE_POOL, o suba max_connections o el límite del rol.`,
        )
      return `un nodo abre hasta ${needed}, y PostgreSQL permite ${allowed} a su rol`
    })
  else
    await examine('Pooler', async () => {
      const { missingPoolerLimits } = await import('../platform/database/postgres.ts')
      const missing = await missingPoolerLimits(databaseUrl)
      if (missing.length === 0) return 'responde, y su rol tiene sus límites'
      return { warning: `su rol no tiene ${missing.join(', ')}: el inicio se los da, si el rol puede` }
    })
  for (const url of databaseReplicaUrls)
    await examine(`Réplica ${new URL(url).host}`, async () => {
      const replica = await openDatabase({ databaseUrl: url, dataDir: '', log: silent })
      try {
        const { rows } = await replica.db.execute<{ follows: boolean }>(
          sql`select pg_is_in_recovery() as follows`,
        )
        if (rows[0]?.follows) return 'responde'
        throw new ConfigError('no es una réplica: quítela de DATABASE_REPLICA_URLS.')
      } finally {
        await replica.close()
      }
    })
}

const describeKeys = async (
  { db }: Database,
  config: Config,
  { demo }: { demo: boolean },
): Promise<Answer> => {
  await requireKeys(db, config)
  const ids = await storedKeyIds(db)
  if (config.factorKeys.length > 0)
    return ids.length > 0 ? `abren lo que está sellado (${ids.join(', ')})` : 'no hay nada sellado todavía'
  const text = 'sin FACTOR_KEY, los segundos factores y los secretos de los webhooks se guardan sin cifrar'
  return demo ? text : { warning: text }
}
