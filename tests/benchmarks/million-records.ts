import type pg from 'pg'
import { filmOf } from '../support/films.ts'
import { episodeOf, seriesOf } from '../support/series.ts'
import { send, textIn } from './ask.ts'
import type { Bench } from './measured-server.ts'
import { AGENTS, folded, idOf as idOfUser, SUPERAGENTS } from './million-users.ts'
import { ADJECTIVES, addMonths, chance, fillTables, inBatches, list, NOUNS, often } from './million-visits.ts'

const DAYS = 730
const RESELLERS = SUPERAGENTS + AGENTS

const idOf = (kind: number) => `'0193000${kind}-0000-7000-8000-' || lpad(to_hex(i), 12, '0')`
/** The date of the last row, the same in all statements. */
const LAST = `'${new Date().toISOString()}'::timestamptz`
/** Spreads the rows over two years, up to now. */
const dateOf = (rows: number) =>
  `${LAST} - interval '${DAYS} days' + interval '${DAYS} days' * (i::float8 / ${rows})`

const insertTransactions = (rows: number, users: number) => `
  insert into license_transactions (_id, user_created, user_licensed, user_full_name, user_created_name, search,
    type, period, count, credit_price, total, description, status, seller_months, target_months, date_expire,
    new_date_expire, date, processed_at, posting)
  select ${idOf(7)}, s._id, u._id, u.full_name, s.full_name,
    ' ' || concat_ws(' ', ${folded('u.full_name')}, u.name, ${folded('s.full_name')}),
    t, p, n, 100, 100 * n, '', case when isopen then 'CREATED' else 'PROCESSED' end,
    0, 0, d, d + interval '30 days' * n, d, case when not isopen then d end, case when not isopen then i end
  from (
    select i, ${dateOf(rows)} as d, i % 50 = 0 and ${dateOf(rows)} > ${LAST} - interval '30 days' as isopen,
      (array['SALE','SALE','SALE','SALE','SALE','SALE','REFUND','CREDIT','TRANSFER','REFUND_TRANSFER'])[1 + i % 10] as t,
      case when i % 7 = 0 then 'AÑOS' else 'MESES' end as p, 1 + i % 12 as n,
      ${RESELLERS} + 1 + ${often(users - RESELLERS - 1, 1, 11)} as customer
    from generate_series($1::int, $2::int) as i) x
    join users u on u._id = ${idOfUser('customer')}
    join users s on s._id = u.created_by`

/** Adds `rows` credit transactions of existing users. */
export async function addTransactions(client: pg.Client, rows: number, users: number): Promise<void> {
  await fillTables(
    client,
    ['license_transactions'],
    () => inBatches(client, rows, insertTransactions(rows, users)),
    () => client.query('select recount_ledger(counted_zone()), recount_transaction_search()'),
  )
  await client.query('vacuum (analyze) ledger_sums, transaction_search')
  await client.query(`select setval('license_transactions_posting', $1)`, [rows])
}

const ACTIONS = list(
  ...['process', 'process', 'process', 'sign-in', 'sign-in', 'sign-in', 'sign-out', 'sign-in-failed'],
  ...['create', 'update', 'update', 'update', 'delete', 'repair'],
)
const RESOURCES = `case
    when a = 'process' then 'license_transactions'
    when a in ('sign-in', 'sign-out', 'sign-in-failed') then 'users'
    when a = 'repair' then 'issues'
    else ${list('movies', 'series', 'users', 'channels', 'settings')}[1 + i % 5]
  end`

/** Skewed towards the first few resellers. */
const AUTHOR = `${often(RESELLERS, 3, 12)} + 1`

const BATCH_START = '01930010-0000-7000-8000-'
/** The batch of some 4,000 consecutive events. */
export const eventBatch = (n: number) => `${BATCH_START}${n.toString(16).padStart(12, '0')}`

const insertEntries = (rows: number) => `
  insert into audit_entries (_id, date, action, resource, record, user_id, changes, batch)
  select ${idOf(8)}, ${dateOf(rows)}, a, ${RESOURCES}, '01930009-0000-7000-8000-' || lpad(to_hex(i % 50000), 12, '0'),
    case when a <> 'sign-in-failed' then ${idOfUser(AUTHOR)} end, '[]',
    case when a = 'update' then '${BATCH_START}' || lpad(to_hex(i / 20000), 12, '0') end
  from generate_series($1::int, $2::int) as i
    cross join lateral (select ${ACTIONS}[1 + ${often(14, 1, 13)}] as a) x`

const insertPersonal = (rows: number) => `
  insert into audit_personal (_id, date, author, subject, record_name, user_name, address, changes, search)
  select ${idOf(8)}, ${dateOf(rows)}, ${idOfUser('author')}, null, title, name, '10.0.' || i % 200 || '.' || i % 250, '[]',
    ' ' || title || E'\\n ' || name || ' 10.0.' || i % 200 || '.' || i % 250
  from (
    select i, ${AUTHOR} as author,
      ${NOUNS}[1 + i / 10 % 10] || ' ' || ${ADJECTIVES}[1 + i / 3 % 7] || ' ' || i % 50000 as title
    from generate_series($1::int, $2::int) as i) x
    cross join lateral (select 'agente' || author as name) y`

/** Adds `rows` audit events. */
export async function addAuditEvents(client: pg.Client, rows: number): Promise<void> {
  await addMonths(client, 'audit')
  await fillTables(client, ['audit_entries', 'audit_personal'], async () => {
    await inBatches(client, rows, insertEntries(rows))
    await inBatches(client, rows, insertPersonal(rows))
  })
}

/** A finished batch of the first `records` rows of a table; returns its id. */
export async function addBatch(
  client: pg.Client,
  table: 'users' | 'movies',
  records: number,
): Promise<string> {
  const id = '01930011-0000-7000-8000-000000000001'
  await client.query(
    `insert into batches (_id, resource, action, created_by, address, date, state, total, done, changed)
     select $1, $2, 'update', min(_id), '', now(), 'done', $3, $3, $3 from users`,
    [id, table, records],
  )
  await client.query(
    `insert into batch_records (batch, record, state)
     select $1, _id, 'done' from (select _id from ${table} order by _id limit $2) x`,
    [id, records],
  )
  await client.query('vacuum (analyze) batches, batch_records')
  return id
}

const GENRES = list('Drama', 'Comedia', 'Suspenso', 'Crimen', 'Aventura')

/** Columns that vary between films; the others are copied from one created over HTTP. */
const filmColumns = (rows: number, category: string, link: string): Record<string, string> => {
  const title = `${NOUNS}[1 + i / 10 % 10] || ' ' || ${ADJECTIVES}[1 + i / 3 % 7] || ' ' || i`
  const genre = `${GENRES}[1 + i % 5]`
  return {
    _id: idOf(9),
    title,
    title_key: title,
    search: `' ' || ${title} || ' ref' || i || ' correo' || i % 40 || ' ' || lower(${genre})`,
    reference: `'REF' || i`,
    reference_key: `'ref' || i`,
    mail_origin: `'correo' || i % 40 || '@ejemplo.example'`,
    mail_origin_key: `'correo' || i % 40 || '@ejemplo.example'`,
    genres: `jsonb_build_array(${genre})`,
    genres_key: `lower(${genre})`,
    year: `1950 + i % 75`,
    view: often(100_000, 3, 14),
    imdb_id: `'tt' || lpad(i::text, 8, '0')`,
    categories: `case when i % 10 = 0 then jsonb_build_array('${category}') else '[]' end`,
    content: `jsonb_set(f.content, '{0,link}', to_jsonb(${link}))`,
    has_link_reserved: `i % 20 = 0`,
    status: `${chance(15)} < 0.9`,
    date_create: dateOf(rows),
    date_update: dateOf(rows),
  }
}

/** Columns of a table that are not generated, each with its value: a given one, or that of the row `f`. */
async function copiedColumns(client: pg.Client, table: string, own: Readonly<Record<string, string>>) {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  return { names: names.join(', '), values: names.map((name) => own[name] ?? `f.${name}`).join(', ') }
}

/** Copies a row `rows` times, with some columns of their own, which depend on `i`. */
async function addCopies(
  client: pg.Client,
  table: string,
  { id, rows, own }: { id: string; rows: number; own: Readonly<Record<string, string>> },
): Promise<void> {
  const { names, values } = await copiedColumns(client, table, own)
  const insert = `
    insert into ${table} (${names}) select ${values}
    from ${table} f cross join generate_series($1::int, $2::int) as i where f._id = '${id}'`
  await fillTables(client, [table], () => inBatches(client, rows, insert))
}

/** A link of row `i` at one of fifty hosts. */
const LINK = `'https://cdn' || i % 50 || '.ejemplo.example/' || i || '.m3u8'`

/** Adds `rows` films, one in ten in a category, whose id it returns. */
export async function addFilms(
  { server, client, tokenOf }: Bench,
  rows: number,
  link = LINK,
): Promise<string> {
  const token = await tokenOf('sa')
  const create = async (path: string, body: object) =>
    textIn(await send(`${server.url}${path}`, { method: 'POST', token, body }), '_id')
  const category = await create('/api/categories', {
    name: 'Estrenos',
    descriptionEnglish: 'New releases',
    type: 'PELICULA',
  })
  const film = await create('/api/movies', filmOf())
  const own = filmColumns(rows, category, link)
  await addCopies(client, 'movies', { id: film, rows: rows - 1, own })
  return category
}

/** Episodes of a series, all of its first season. */
const EPISODES = 40

/** Adds `rows` episodes of as many series as they need, with links of their own. */
export async function addEpisodes(
  { server, client, tokenOf }: Bench,
  rows: number,
  link: string,
): Promise<void> {
  const token = await tokenOf('sa')
  const series = textIn(
    await send(`${server.url}/api/series`, { method: 'POST', token, body: seriesOf() }),
    '_id',
  )
  const path = `${server.url}/api/series/episode/${series}`
  const episode = textIn(await send(path, { method: 'PUT', token, body: episodeOf() }), '_id')
  const count = Math.ceil(rows / EPISODES)
  const own = { _id: idOf(8), title: `'Serie ' || i`, title_key: `'serie ' || i`, search: `' serie ' || i` }
  await addCopies(client, 'series', { id: series, rows: count, own })
  const number = `1 + i % ${EPISODES}`
  await addCopies(client, 'episodes', {
    id: episode,
    rows,
    own: {
      ...{
        _id: idOf(9),
        title: `'Episodio ' || i`,
        title_key: `'episodio ' || i`,
        search: `' episodio ' || i`,
      },
      serie_id: `'01930008-0000-7000-8000-' || lpad(to_hex(1 + i / ${EPISODES}), 12, '0')`,
      ...{ episode: number, season_key: `10000 + ${number}`, episode_key: `(${number}) * 10000 + 1` },
      content: `jsonb_set(f.content, '{0,link}', to_jsonb(${link}))`,
    },
  })
}
