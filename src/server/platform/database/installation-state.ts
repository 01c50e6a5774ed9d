import { sql } from 'drizzle-orm'
import type { Executor } from './open.ts'
import { installation } from './schema/settings.ts'
import { users } from './schema/users.ts'

/** The kind of contents that decides how to start (rule O2). */
export type Contents = 'empty' | 'unfinished-demo' | 'demo' | 'production'

/** Determines a database's contents; tables without our mark count as production. */
export const readContents = async (db: Executor): Promise<Contents> => {
  const found = await db.execute<{ ours: boolean; tables: number }>(
    sql`select to_regclass('public.installation') is not null as ours,
      (select count(*) from pg_tables where schemaname = 'public')::int as tables`,
  )
  const { ours, tables } = found.rows[0] ?? { ours: false, tables: 0 }
  if (!ours) return tables === 0 ? 'empty' : 'production'
  // Only columns of the first version: the tables are not migrated yet.
  const columns = { isDemo: installation.isDemo, isComplete: installation.isComplete }
  const [mark] = await db.select(columns).from(installation)
  if (mark) return !mark.isDemo ? 'production' : mark.isComplete ? 'demo' : 'unfinished-demo'
  const [user] = await db.select({ id: users._id }).from(users).limit(1)
  return user ? 'production' : 'empty'
}

/**
 * Truncates all tables of the product. Disables the triggers that refuse it (ledger, audit log): the caller must have
 * made sure that the data can be deleted.
 */
export const emptyTables = async (db: Executor): Promise<void> => {
  const found = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const names = found.rows.map(({ name }) => name).join(', ')
  if (names === '') return
  const triggers = await db.execute<{ trigger: string }>(
    sql`select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) as trigger from pg_trigger
      join pg_class c on c.oid = tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgtype & 32 <> 0 and tgenabled <> 'D'`,
  )
  const turn = async (state: 'disable' | 'enable') => {
    for (const { trigger } of triggers.rows) await db.execute(sql.raw(trigger.replace('%s', state)))
  }
  await turn('disable')
  await db.execute(sql.raw(`truncate ${names} restart identity cascade`))
  await turn('enable')
}
