import { sql } from 'drizzle-orm'
import type { Executor } from '../../src/server/platform/database/open.ts'

/** Stores copies of a user and its licence, with unique names and e-mail addresses, in two statements. */
export const storeCopies = async (db: Executor, id: string, copies: number): Promise<void> => {
  await db.execute(sql`
    insert into users select (jsonb_populate_record(u, jsonb_build_object(
      '_id', gen_random_uuid()::text, 'name', 'copia-' || n, 'name_key', 'copia-' || n,
      'email', 'copia-' || n || '@correo.example'))).*
    from users u cross join generate_series(1, ${copies}::int) n where u._id = ${id}`)
  await db.execute(sql`
    update licences set date_expire = (select date_expire from licences where _id = ${id})
    where _id in (select _id from users where name like 'copia-%')`)
}
