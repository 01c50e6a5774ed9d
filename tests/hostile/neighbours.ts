import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../src/server/platform/database/open.ts'
import type { Kind, MatrixCaller } from '../server/access/callers.ts'
import type { Scene } from '../server/access/scene.ts'

/** Tables that viewers' apps and anonymous requests never change, except for their counters. */
const OF_THE_SERVICE = [
  'profiles',
  'settings',
  'webhooks',
  'saved_views',
  'movies',
  'series',
  'episodes',
  'channels',
]

const rowsOf = (table: string, condition: SQL): SQL =>
  sql`select ${sql.raw(`'${table}'`)} || (to_jsonb(t) - 'view')::text as line from ${sql.identifier(table)} t where ${condition}`

/** Whose records each kind of caller may change. */
const REACH: Readonly<Record<Kind, 'everybody' | 'customers' | 'themselves'>> = {
  anonymous: 'themselves',
  app: 'themselves',
  demo: 'themselves',
  agent: 'customers',
  superagent: 'customers',
  admin: 'everybody',
  sa: 'everybody',
}

/** Users whom a caller may change together with their customers; an agent belongs to its superagent. */
const ownUsers = ({ kind, person }: MatrixCaller, { people }: Scene): SQL => {
  const ids = [person?.id ?? '', ...(kind === 'superagent' ? [people.agent.id] : [])]
  const each = ids.map((id) => sql`${id}`)
  return sql`(${sql.join(each, sql`, `)})`
}

/**
 * A digest of the data of users whom a caller may not change, without the counts of visits; undefined for callers who
 * may change everybody.
 */
export const neighboursOf = async (
  db: Db,
  scene: Scene,
  caller: MatrixCaller,
): Promise<string | undefined> => {
  const reach = REACH[caller.kind]
  if (reach === 'everybody') return undefined
  const own = ownUsers(caller, scene)
  const foreign = sql`(select _id from users where _id not in ${own} and (created_by is null or created_by not in ${own}))`
  const lines = [
    rowsOf('users', sql`_id in ${foreign}`),
    rowsOf('balances', sql`_id in ${foreign}`),
    rowsOf('licences', sql`_id in ${foreign}`),
    rowsOf('license_transactions', sql`user_licensed in ${foreign}`),
    rowsOf('histories', sql`user_id in ${foreign}`),
    sql`select 'sessions' || token_hash || "user" as line from sessions where "user" in ${foreign}`,
    ...(reach === 'customers'
      ? [rowsOf('profiles', sql`true`), rowsOf('saved_views', sql`owner in ${foreign}`)]
      : OF_THE_SERVICE.map((table) => rowsOf(table, sql`true`))),
  ]
  const { rows } = await db.execute<{ digest: string }>(
    sql`select md5(string_agg(line, '' order by line)) as digest from (${sql.join(lines, sql` union all `)}) all_lines`,
  )
  return rows[0]?.digest
}
