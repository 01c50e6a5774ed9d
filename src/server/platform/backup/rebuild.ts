import { type SQL, sql } from 'drizzle-orm'
import type { Executor, Tx } from '../database/open.ts'
import { isOurs } from './tables.ts'

/** Statements that a query over the catalogue wrote, with their names quoted. */
const written = async (db: Executor, query: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ statement: string }>(query)
  return rows.map(({ statement }) => statement)
}

const run = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await tx.execute(sql.raw(statement))
}

const ours = sql`o.relnamespace = 'public'::regnamespace and ${isOurs('pg_class')}`

/** Takes everything of the product away: what migrations made, they make anew. */
export const dropEverything = async (tx: Tx): Promise<void> => {
  // All tables in one statement: they refer to one another. What somebody else built on them stops it.
  const tables = sql`select 'drop table ' || string_agg(o.oid::regclass::text, ', ') as statement
    from pg_class o where o.relkind in ('r', 'p') and not o.relispartition and ${ours} having count(*) > 0`
  const sequences = sql`select 'drop sequence ' || o.oid::regclass as statement
    from pg_class o where o.relkind = 'S' and ${ours}`
  const routines = sql`select 'drop routine ' || o.oid::regprocedure as statement
    from pg_proc o where o.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc')}`
  const types = sql`select 'drop type ' || o.oid::regtype as statement
    from pg_type o where o.typtype in ('e', 'd') and o.typnamespace = 'public'::regnamespace
      and ${isOurs('pg_type')}`
  for (const query of [tables, sequences, routines, types]) await run(tx, await written(tx, query))
}

const table = sql`o.oid::regclass`
const isTable = sql`o.relkind = 'r' and ${ours}`

/** What rows need not pass on their way in: once they are all there, it is checked and built faster. */
const LOOSE_PARTS: { away: SQL; back: SQL }[] = [
  {
    away: sql`select format('alter table %s drop constraint %I', ${table}, c.conname) as statement
      from pg_constraint c join pg_class o on o.oid = c.conrelid where c.contype = 'f' and ${isTable}`,
    back: sql`select format('alter table %s add constraint %I %s', ${table}, c.conname,
        pg_get_constraintdef(c.oid)) as statement
      from pg_constraint c join pg_class o on o.oid = c.conrelid where c.contype = 'f' and ${isTable}`,
  },
  {
    away: sql`select 'drop index ' || i.indexrelid::regclass as statement
      from pg_index i join pg_class o on o.oid = i.indrelid
      where ${isTable} and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    back: sql`select pg_get_indexdef(i.indexrelid) as statement
      from pg_index i join pg_class o on o.oid = i.indrelid
      where ${isTable} and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')`,
  },
  {
    away: sql`select format('alter table %s disable trigger %I', ${table}, t.tgname) as statement
      from pg_trigger t join pg_class o on o.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and ${isTable}`,
    back: sql`select format('alter table %s enable %s trigger %I', ${table},
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as statement
      from pg_trigger t join pg_class o on o.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and ${isTable}`,
  },
]

/** Runs the work without foreign keys, indexes and triggers, which are all there again when it is done. */
export const withoutChecks = async (tx: Tx, work: () => Promise<void>): Promise<void> => {
  const back: string[] = []
  for (const part of LOOSE_PARTS) back.unshift(...(await written(tx, part.back)))
  for (const part of LOOSE_PARTS) await run(tx, await written(tx, part.away))
  await work()
  await run(tx, back)
}
