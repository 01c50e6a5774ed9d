import type pg from 'pg'
import { rebuildCounts } from '../../src/server/features/support/rebuild-counts.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import type { PartitionedLog } from '../../src/server/platform/database/partitions.ts'
import { silentLog } from '../support/silent-log.ts'

const TIME_ZONE = 'America/Santo_Domingo'
const USERS = 1_000_000
const CONTENTS = 5_000
const BATCH = 500_000
const DAYS = 730

/** Pseudo-random from 0 to 1, by row number, so that every run has the same rows. */
export const chance = (salt: number) => `((hashint4extended(i, ${salt}) & 1048575) / 1048576.0)`
/** A number below `most`, skewed towards small ones. */
export const often = (most: number, power: number, salt: number) =>
  `least(${most} - 1, floor(${most} * power(${chance(salt)}, ${power})))::int`

export const list = (...words: string[]) => `(array['${words.join("','")}'])`
export const NOUNS = list(
  'isla',
  'noche',
  'casa',
  'reina',
  'sombra',
  'fiesta',
  'ciudad',
  'guerra',
  'playa',
  'vida',
)
export const ADJECTIVES = list('perdida', 'oscura', 'nueva', 'eterna', 'blanca', 'secreta', 'dulce')
const NAMES = list('ana', 'luis', 'rosa', 'juan', 'carmen', 'pedro', 'altagracia', 'ramon', 'belkis')
const MEDIA = list(
  'Movie',
  'Movie',
  'Movie',
  'Serie',
  'Serie',
  'Serie',
  'Tv',
  'Documentary',
  'Sport',
  'Music',
)
const TYPES = list('VIDEO', 'AUDIO', 'SUBTITLE', 'BUFFERING', 'LINK', 'CONTENT', 'OTHER')

/** UUID of a kind and number. */
const idOf = (kind: number, n: string) => `'0193000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0')`
export const userId = (n: number) => `01930001-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const contentId = (n: number) => `01930002-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const groupId = (n: number) => `01930005-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const episodeId = (n: number) => `01930003-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const mediaOf = (c: string) => `${MEDIA}[1 + ${c} % 10]`
const titleOf = (c: string) =>
  `${NOUNS}[1 + ${c} / 10 % 10] || ' ' || ${ADJECTIVES}[1 + ${c} / 3 % 7] || ' ' || ${c}`

export const insertVisits = (visits: number) => `
  insert into histories (_id, date, user_id, content_id, episode_id, media_type, search, user_name, title, episode,
    content_link, resource, genres, year)
  select ${idOf(4, 'i')}, now() - interval '${DAYS} days' + interval '${DAYS} days' * (i::float8 / ${visits}),
    ${idOf(1, 'u')}, ${idOf(2, 'c')},
    case when m = 'Serie' then ${idOf(3, `c * 20 + ${often(20, 1, 3)}`)} end,
    m, ' ' || n || ' ' || t, n, t, case when m = 'Serie' then 'T1 E1 · Piloto' else '' end, '', 'movies',
    '["Drama"]', 2000 + c % 25
  from generate_series($1::int, $2::int) as i
    cross join lateral (select ${often(USERS, 2, 1)} as u, ${often(CONTENTS, 3, 2)} as c) r
    cross join lateral (select ${mediaOf('c')} as m, ${titleOf('c')} as t, ${NAMES}[1 + u % 9] || u as n) x`

const insertGroups = `
  insert into issue_groups (_id, number, media_id, media_type, issue_type, resource, title, title_key, reference,
    search, open, fixed, last_date) overriding system value
  select ${idOf(5, '(c * 7 + k)')}, c * 7 + k + 1, ${idOf(2, 'c')}, ${mediaOf('c')}, ${TYPES}[1 + k], 'movies', t, t, '', ' ' || t,
    0, 0, now()
  from generate_series(0, ${CONTENTS - 1}) c cross join generate_series(0, 6) k
    cross join lateral (select ${titleOf('c')} as t) x`

const insertIssues = (issues: number) => `
  insert into issues (_id, group_number, media_id, media_type, issue_type, status, date, day, user_id, date_update)
  select ${idOf(6, 'i')}, c * 7 + k + 1, ${idOf(2, 'c')}, ${mediaOf('c')}, ${TYPES}[1 + k],
    ${chance(6)} < 0.7, d, (d at time zone '${TIME_ZONE}')::date, ${idOf(1, 'c')}, d
  from generate_series($1::int, $2::int) as i
    cross join lateral (select ${often(CONTENTS, 3, 4)} as c, ${often(7, 1, 5)} as k,
      now() - interval '${DAYS} days' + interval '${DAYS} days' * (i::float8 / ${issues}) as d) r`

/** Creates the partitions of the months covered by a log's rows. */
export const addMonths = (client: pg.Client, log: PartitionedLog) =>
  client.query(
    `select make_partitions($1, array(
       select date_trunc('month', now() at time zone 'UTC')::date - n * interval '1 month'
       from generate_series(0, ${Math.ceil(DAYS / 30)}) n)::date[])`,
    [log],
  )

/** Runs a step of filling a database and prints its duration. */
export async function timed(step: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${step}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * Fills tables without triggers and foreign key checks, whose work is done afterwards in bulk: `fillRows`, then the
 * indexes, then `count`; leaves them as autovacuum would.
 */
export async function fillTables(
  client: pg.Client,
  tables: readonly string[],
  fillRows: () => Promise<unknown>,
  count?: () => Promise<unknown>,
): Promise<void> {
  const names = tables.join(', ')
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
    [tables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set session_replication_role = replica')
  await timed(`${names}: rows`, fillRows)
  await timed(`${names}: ${indexes.length} indexes`, async () => {
    for (const { definition } of indexes) await client.query(definition)
  })
  if (count) await timed(`${names}: kept counts`, count)
  await client.query('reset session_replication_role')
  await timed(`${names}: vacuum and analyze`, () => client.query(`vacuum (analyze) ${names}`))
}

/** Runs a statement for the rows from $1 to $2, in batches. */
export async function inBatches(client: pg.Client, rows: number, insert: string): Promise<void> {
  for (let first = 1; first <= rows; first += BATCH)
    await client.query(insert, [first, Math.min(first + BATCH - 1, rows)])
}

/** Fills the stored counts as the server does: eight rows per day and media type. */
async function count(client: pg.Client, url: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog })
  await database.exclusively((db) => db.transaction((tx) => rebuildCounts(tx, TIME_ZONE)))
  await database.close()
  await client.query(`insert into history_days
    select day, media_type, s, visits / 8 from history_days cross join generate_series(1, 7) s`)
  await client.query('update history_days set visits = visits - 7 * (visits / 8) where slot = 0')
  for (const table of ['history_days', 'history_items', 'issue_days', 'issue_groups'])
    await client.query(`vacuum (analyze) ${table}`)
}

/** Inserts visits and reports of 5,000 contents by a million users over two years. */
export async function addVisits(
  client: pg.Client,
  url: string,
  visits: number,
  issues: number,
): Promise<void> {
  await addMonths(client, 'visits')
  await fillTables(client, ['histories'], () => inBatches(client, visits, insertVisits(visits)))
  await client.query(insertGroups)
  await fillTables(client, ['issues'], () => inBatches(client, issues, insertIssues(issues)))
  await timed('visits and reports: kept counts', () => count(client, url))
}
