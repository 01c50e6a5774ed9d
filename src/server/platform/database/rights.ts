import { getTableName, type SQL, sql } from 'drizzle-orm'
import { DatabaseError } from './errors.ts'
import type { Executor, Tx } from './executor.ts'
import { LOG_TABLES } from './partitions.ts'
import { licenseTransactions } from './schema/credits.ts'
import { installation } from './schema/settings.ts'

const READ = ['SELECT']
const APPEND = ['INSERT', 'SELECT']
const WRITE = ['DELETE', 'INSERT', 'SELECT', 'UPDATE']

const LEDGER = getTableName(licenseTransactions)
/** Tables whose rows the server's role adds, but neither changes nor deletes (rule O11). */
const APPEND_ONLY = [LEDGER, ...LOG_TABLES.audit]

/** What processing sets of a transaction; a trigger refuses it of a processed one, for every role. */
const PROCESSING_COLUMNS = [
  ...[licenseTransactions.status, licenseTransactions.processedAt, licenseTransactions.posting],
  ...[licenseTransactions.count, licenseTransactions.sellerMonths, licenseTransactions.targetMonths],
  ...[licenseTransactions.dateExpire, licenseTransactions.newDateExpire],
].map(({ name }) => name)

/** The owner's functions for what the role cannot do itself; each checks its arguments. */
const FUNCTIONS = ['make_partitions', 'drop_partition', 'erase_audit_personal', 'delete_pending_transactions']

const SCHEMAS = ['public', 'drizzle']

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`

const tables = sql`pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any(${texts(SCHEMAS)}) and c.relkind in ('r', 'p') and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const isAppended = sql`coalesce((select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent
  where i.inhrelid = c.oid), c.relname) = any(${texts(APPEND_ONLY)})`

/**
 * Throws a DatabaseError if the tables belong to another role than the current one: with a role of the server exactly,
 * since the functions create partitions as their owner; without it a member of the owner will do.
 */
export const requireOwnership = async (db: Executor, serverRole: string | undefined): Promise<void> => {
  const isForeign =
    serverRole === undefined
      ? sql`c.relname = ${LEDGER} and not pg_has_role(c.relowner, 'usage')`
      : sql`pg_get_userbyid(c.relowner) <> current_user`
  const { rows } = await db.execute(sql`select 1 from ${tables} and ${isForeign} limit 1`)
  if (rows.length === 0) return
  throw new DatabaseError(
    serverRole === undefined
      ? 'DATABASE_URL: su rol no es el propietario de las tablas de Cartelera. Indique la de este en DATABASE_OWNER_URL.'
      : 'DATABASE_OWNER_URL: su rol no es el propietario de las tablas de Cartelera.',
  )
}

/**
 * Grants the server's role what it needs and no more (rule O11), changing only what differs. Partitions that the owner
 * makes later can be read. Throws a DatabaseError if the role has other rights that let it change the ledger or the
 * audit log.
 */
export const grantRights = async (tx: Tx, name: string): Promise<void> => {
  const role = sql`${name}::name`
  const wanted = sql`case
    when n.nspname = 'drizzle' or n.nspname = 'public' and c.relispartition
      or c.relname = ${getTableName(installation)} then ${texts(READ)}
    when c.relname = any(${texts(APPEND_ONLY)}) then ${texts(APPEND)} else ${texts(WRITE)} end`
  const { rows } = await tx.execute<{ statement: string }>(sql`
    select format('grant usage on schema %I to %I', nspname, ${role}) as statement, 1 as step
    from pg_namespace where nspname = any(${texts(SCHEMAS)}) and not has_schema_privilege(${role}, oid, 'usage')
    union all
    select format(form, oid::regclass, ${role}, array_to_string(wanted, ', ')), step
    from (select c.oid, c.relacl, ${wanted} as wanted from ${tables}) t,
      (values (1, 'revoke all on %1$s from %2$I'), (2, 'grant %3$s on %1$s to %2$I')) each (step, form)
    where wanted is distinct from (select array_agg(privilege_type order by privilege_type)
      from aclexplode(relacl) where pg_get_userbyid(grantee) = ${role})
    union all
    select format('grant update (%s) on %s to %I', ${PROCESSING_COLUMNS.join(', ')}::text, ${LEDGER}::text, ${role}), 3
    union all
    select format('grant usage on sequence %s to %I', c.oid::regclass, ${role}), 2
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from aclexplode(relacl) where pg_get_userbyid(grantee) = ${role} and privilege_type = 'USAGE')
    union all
    select format('grant execute on function %s to %I', p.oid::regprocedure, ${role}), 2
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any(${texts(FUNCTIONS)})
      and not has_function_privilege(${role}, p.oid, 'execute')
    union all
    select format('alter default privileges in schema public grant select on tables to %I', ${role}), 2
    order by step`)
  for (const { statement } of rows) await tx.execute(sql.raw(statement))
  await requireNoExcess(tx, name)
}

/** Throws a DatabaseError if the server's role could change the ledger or the audit log; `db` is the owner's. */
export const requireNoExcess = async (db: Executor, name: string): Promise<void> => {
  const role = sql`${name}::name`
  const mayChange = sql`has_table_privilege(${role}, c.oid, 'update, delete, truncate, trigger')
    or exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and (c.relname <> ${LEDGER} or a.attname <> all(${texts(PROCESSING_COLUMNS)}))
      and has_column_privilege(${role}, c.oid, a.attnum, 'update'))`
  const { rows } = await db.execute<{ excess: string }>(sql`
    select 'es superusuario, o miembro del rol propietario' as excess from pg_namespace
    where nspname = 'public' and (pg_has_role(${role}, current_user, 'member') or pg_has_role(${role}, nspowner, 'member'))
    union all
    select 'puede crear objetos en el esquema public' where has_schema_privilege(${role}, 'public', 'create')
    union all
    select 'puede cambiar ' || string_agg(c.relname, ', ' order by c.relname) from ${tables} and ${isAppended}
      and (${mayChange}) having count(*) > 0`)
  const [first] = rows
  if (first)
    throw new DatabaseError(
      `DATABASE_URL: su rol ${first.excess}; con DATABASE_OWNER_URL no debe ser así: docs/operations.md.`,
    )
}
