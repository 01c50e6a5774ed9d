import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getTableName, like, sql } from 'drizzle-orm'
import { BACKUP_MESSAGES } from '../../../domain/backups/backup.ts'
import type { Config } from '../../config.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { encryptFile, type OpeningKeys } from '../../platform/backup/encryption.ts'
import { dropEverything, restore } from '../../platform/backup/restore.ts'
import { readTables } from '../../platform/backup/tables.ts'
import { refuseExisting } from '../../platform/backup/write-file.ts'
import { causeMessage } from '../../platform/database/errors.ts'
import { forgetMigrations } from '../../platform/database/migrate.ts'
import { type Database, type Db, openDatabase, silent } from '../../platform/database/open.ts'
import { factors } from '../../platform/database/schema/factors.ts'
import { serverSecrets } from '../../platform/database/schema/users.ts'
import { factorSeed, Sealer } from '../../platform/sealing/sealer.ts'
import { storedKeyIds } from '../../platform/sealing/stored-keys.ts'
import { reconcile } from '../credits/reconcile.ts'
import type { ChildResult } from './take-backup.ts'

/** What became of a proof; `doubtful`: it failed for a reason that does not condemn the file. */
export interface Proof {
  state: 'proven' | 'unproven' | 'doubtful'
  message: string
}

type ProofConfig = Pick<Config, 'backupCheckUrl' | 'factorKeys'> & OpeningKeys

/**
 * Restores a backup of `source` elsewhere, compares the row counts, reconciles it in full and opens a sealed seed
 * (rule O16): in the database of `backupCheckUrl`, or on the embedded engine in `folder`. Throws a BackupError if the
 * file cannot be restored; `doubtful` if the place cannot be used, or fails meanwhile.
 */
export const prove = async (
  path: string,
  source: Database,
  folder: string,
  config: ProofConfig,
): Promise<Proof> => {
  if (source.kind === 'postgres' && config.backupCheckUrl === undefined)
    return { state: 'unproven', message: BACKUP_MESSAGES.unproven }
  try {
    return await proveElsewhere(path, source, folder, config)
  } catch (error) {
    // Faults of the file are BackupErrors.
    if (error instanceof BackupError) throw error
    return { state: 'doubtful', message: BACKUP_MESSAGES.interruptedProof(causeMessage(error)) }
  }
}

const proveElsewhere = async (
  path: string,
  source: Database,
  folder: string,
  config: ProofConfig,
): Promise<Proof> => {
  const place = await openPlace(folder, config)
  if (place === undefined) return { state: 'doubtful', message: BACKUP_MESSAGES.unreachable }
  try {
    if (place.kind === 'embedded') return await proveIn(place, path, config)
    const refusal = await takePlace(place, source.db)
    if (refusal !== undefined) return { state: 'doubtful', message: refusal }
    return await proveIn(place, path, config).finally(() => empty(place))
  } finally {
    await place.close()
  }
}

/** Undefined if PostgreSQL cannot be used; throws a DatabaseError for the embedded engine. */
const openPlace = async (dataDir: string, { backupCheckUrl }: ProofConfig): Promise<Database | undefined> => {
  try {
    const applicationName = 'cartelera backup check'
    return await openDatabase({ databaseUrl: backupCheckUrl, dataDir, log: silent, applicationName })
  } catch (error) {
    if (backupCheckUrl === undefined) throw error
    return undefined
  }
}

const proveIn = async (place: Database, path: string, config: ProofConfig): Promise<Proof> => {
  const { backupKey, backupIdentity } = config
  const { counts } = await restore(place, path, { replace: true, backupKey, backupIdentity })
  const rows = await compareCounts(place.db, counts)
  const { isSound, different } = await reconcile(place, { isFull: true })
  if (!isSound) return { state: 'doubtful', message: BACKUP_MESSAGES.different(different) }
  const problem = await sealProblem(place.db, config)
  return problem === undefined
    ? { state: 'proven', message: BACKUP_MESSAGES.proven(rows) }
    : { state: 'doubtful', message: problem }
}

/** Throws a BackupError for a table that has not the rows that were written; returns the number of all. */
const compareCounts = async (db: Db, written: Readonly<Record<string, number>>): Promise<number> => {
  let all = 0
  for (const { name } of await readTables(db)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    )
    const restored = rows[0]?.count ?? 0
    if (restored !== written[name])
      throw new BackupError(BACKUP_MESSAGES.counts(name, written[name] ?? 0, restored))
    all += restored
  }
  return all
}

/** Why the sealed secrets cannot be opened; undefined if they can, or there are none. */
const sealProblem = async (db: Db, config: ProofConfig): Promise<string | undefined> => {
  const sealer = new Sealer(config)
  const missing = (await storedKeyIds(db)).filter((id) => !sealer.has(id))
  if (missing.length > 0) return BACKUP_MESSAGES.noKey(missing.join(', '))
  const [factor] = await db
    .select({ _id: factors._id, seed: factors.seed })
    .from(factors)
    .where(like(factors.seed, 'v1.%'))
    .limit(1)
  if (factor?.seed == null) return undefined
  try {
    sealer.open(factor.seed, factorSeed(factor._id))
    return undefined
  } catch {
    return BACKUP_MESSAGES.badKey
  }
}

/** Names the token that tells the database in use from its restored backups, which do not have it. */
const TOKEN = 'backup check'

/** Makes sure that a database is the place for proofs, and empties it; returns why it cannot be used, and is untouched. */
const takePlace = async (place: Database, source: Db): Promise<string | undefined> => {
  const value = randomBytes(18).toString('base64url')
  const mark = { value, createdAt: sql`now()` }
  await source
    .insert(serverSecrets)
    .values({ name: TOKEN, ...mark })
    .onConflictDoUpdate({ target: serverSecrets.name, set: mark })
  try {
    const refusal = await placeProblem(place.db, value)
    if (refusal === undefined) await empty(place)
    return refusal
  } catch {
    return BACKUP_MESSAGES.unreachable
  }
}

const placeProblem = async (db: Db, token: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ secrets: boolean; marked: boolean; tables: number; owns: boolean }>(sql`
    select to_regclass(${`public.${getTableName(serverSecrets)}`}) is not null as secrets,
      to_regclass('cartelera_check.cartelera_check') is not null as marked,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
          and n.nspname !~ '^pg_' and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables,
      (select not r.rolsuper and not exists (select from pg_database d
          where pg_has_role(r.oid, d.datdba, 'usage') <> (d.datname = current_database()))
        from pg_roles r where r.rolname = current_user) as owns`)
  const [found] = rows
  if (found?.secrets) {
    const [same] = await db
      .select({ value: serverSecrets.value })
      .from(serverSecrets)
      .where(sql`${serverSecrets.name} = ${TOKEN} and ${serverSecrets.value} = ${token}`)
    if (same) return BACKUP_MESSAGES.production
  }
  if (!found?.marked && found?.tables !== 0) return BACKUP_MESSAGES.foreign
  return found.owns ? undefined : BACKUP_MESSAGES.role
}

/** Leaves nothing but the mark. */
const empty = async (place: Database): Promise<void> => {
  await place.exclusively((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`create schema if not exists cartelera_check`)
      await tx.execute(
        sql`create table if not exists cartelera_check.cartelera_check (created timestamptz not null default now())`,
      )
      await dropEverything(tx)
      await forgetMigrations(tx)
    }),
  )
}

/** What exists beside a file while it is made and proven: its plain form, and the folder of the proof. */
export const scratchPaths = (path: string) => ({ plain: `${path}.plain`, folder: `${path}.proof` })

/**
 * Writes a backup into a new file and proves it; no file is left that cannot be restored. What only the identity of a
 * recipient opens is proven before it is encrypted.
 */
export const makeProven = async (
  database: Database,
  path: string,
  date: Date,
  config: Config,
): Promise<ChildResult> => {
  const { backupKey: key } = config
  const recipient = key && 'recipient' in key ? key : undefined
  const { plain, folder } = scratchPaths(path)
  refuseExisting(path)
  const provable = recipient ? plain : path
  await backUp(database, provable, date, recipient ? undefined : key)
  try {
    const proof = await prove(provable, database, folder, config)
    const made = recipient ? await encryptFile(plain, path, recipient) : await digest(path)
    return { ...proof, ...made }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await rm(plain, { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

const digest = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
