import { sql } from 'drizzle-orm'
import type { TestDatabase } from './database.ts'

/**
 * SQL that copies the rows of every table and the sequences into the schema `kept`, or back, without triggers and
 * foreign keys. Partitions are copied with their parents.
 */
const copying = (isBack: boolean): string => `do $$
declare
  source record;
begin
  perform set_config('session_replication_role', 'replica', true);
  if not ${isBack} then
    drop schema if exists kept cascade;
    create schema kept;
    create table kept.sequences as
      select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences where schemaname = 'public';
  end if;
  for source in
    select c.oid::regclass as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname = 'public'
  loop
    if ${isBack} then
      execute format('delete from %s', source.name);
      execute format('insert into %s (%s) overriding system value select %s from %s',
        source.name, source.columns, source.columns, source.copy);
    else
      execute format('create table %s as select %s from %s', source.copy, source.columns, source.name);
    end if;
  end loop;
  if ${isBack} then
    for source in select name, last_value from kept.sequences loop
      perform setval(source.name::regclass, coalesce(source.last_value, 1), source.last_value is not null);
    end loop;
  end if;
end $$`

/** Stores a copy of all rows. */
export const keepRows = async ({ db }: TestDatabase): Promise<void> => {
  await db.execute(sql.raw(copying(false)))
}

/** Restores the rows of the last `keepRows`. */
export const returnToKeptRows = async ({ db }: TestDatabase): Promise<void> => {
  await db.execute(sql.raw(copying(true)))
}
