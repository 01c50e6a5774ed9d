import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { timeRepeated } from './measure.ts'
import { DURABLE } from './measured-server.ts'

/** Targets of the 95th percentile of a page and of a count, in ms. */
const TARGET = 50
const EPISODES_TARGET = 100

/** Lists of the catalogue: path, table, and a common word. */
const LISTS = [
  ['/api/movies', 'movies', 'love'],
  ['/api/documentaries', 'documentaries', 'the'],
  ['/api/discoveries', 'discoveries', 'the'],
  ['/api/musics', 'musics', 'live'],
  ['/api/sports', 'sports', 'game'],
  ['/api/series', 'series', 'the'],
  ['/api/radios', 'radios', 'radio'],
  ['/api/channels', 'channels', 'canal'],
  ['/api/channel/guides', 'channel_guides', 'guia'],
  ['/api/channel_lists', 'channel_lists', 'canales'],
] as const

/** Copies the rows of a table under new keys up to a number of rows. */
async function multiply(client: pg.Client, table: string, rows: number): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name <> '_id' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = columns.map(({ name }) => name).join(', ')
  const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  const present = Number(counted[0]?.count)
  const copies = Math.ceil(rows / present) - 1
  await client.query(
    `insert into ${table} (_id, ${names})
     select md5(_id || copy), ${names} from ${table} cross join generate_series(1, ${copies}) as copy
     limit ${rows - present}`,
  )
  await client.query(`vacuum (analyze) ${table}`)
}

async function ask(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.text()
}

const line = (name: string, queries: string, p50: number, p95: number, target: number): boolean => {
  const missed = p95 > target
  const timings = [p50, p95].map((value) => value.toFixed(1).padStart(8)).join('')
  console.log(`${name.padEnd(22)}${queries.padEnd(16)}${timings}${missed ? `   over ${target} ms` : ''}`)
  return missed
}

async function measure(
  server: RunningServer,
  client: pg.Client,
  rows: number,
  rounds: number,
): Promise<boolean> {
  const signedIn = await fetch(`${server.url}/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'admin', password: 'cartelera' }),
  })
  const { token } = await signedIn.json()
  const time = (paths: string[]) => timeRepeated(paths, rounds, (path) => ask(`${server.url}${path}`, token))
  console.log(`\nMilliseconds, ${rows} rows per entity, ${rounds} requests each, one at a time`)
  console.log(`${' '.repeat(38)}     p50     p95`)
  let missed = false
  for (const [path, table, word] of LISTS) {
    await multiply(client, table, rows)
    const last = `page=${Math.ceil(rows / 25)}`
    const queries = [
      '',
      'page=2',
      last,
      `search=${word}`,
      'search=zzzz',
      'sort=dateUpdate',
      'sort=status&order=desc',
    ]
    const page = await time(queries.map((query) => `${path}/short?limit=25&${query}`))
    const count = await time(['', `search=${word}`, 'status=true'].map((query) => `${path}/size?${query}`))
    missed = line(table, 'page', page.p50, page.p95, TARGET) || missed
    missed = line('', 'count', count.p50, count.p95, TARGET) || missed
  }
  const { rows: largest } = await client.query<{ serie_id: string }>(
    'select serie_id from episodes group by serie_id order by count(*) desc limit 1',
  )
  const series = largest[0]?.serie_id ?? ''
  await client.query(
    `insert into episodes select (e).* from (
       select jsonb_populate_record(e, jsonb_build_object('_id', md5(e._id || copy), 'season', copy * 60 + e.season,
         'season_key', (copy * 60 + e.season) * 10000 + e.episode)) as e
       from episodes e cross join generate_series(1, 3) as copy where e.serie_id = $1 limit 1300) copies`,
    [series],
  )
  await client.query('vacuum (analyze) episodes')
  const address = `/api/series/all_episode/${series}`
  const sorts = ['episode', 'season', 'title', 'view', 'info'].map((sort) => `sort=${sort}&limit=25&page=3`)
  missed = (await measureBulk(server, client, token)) || missed
  const episodes = await time(
    [...sorts, 'search=the&limit=25', 'onlyLinkReserved=true&limit=25'].map((query) => `${address}?${query}`),
  )
  return line('episodes of a series', 'page', episodes.p50, episodes.p95, EPISODES_TARGET) || missed
}

/** Films toggled by one request, and its target in seconds. */
const TOGGLED = 10_000
const TOGGLE_TARGET = 10

/** Toggles many films, by their switch and with full validation, and undoes the first batch. */
async function measureBulk(server: RunningServer, client: pg.Client, token: string): Promise<boolean> {
  const { rows } = await client.query<{ _id: string }>('select _id from movies order by _id limit $1', [
    TOGGLED,
  ])
  const ids = rows.map(({ _id }) => _id)
  const request = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json
  }
  let missed = false
  const follow = async (name: string, path: string, body?: object): Promise<string> => {
    const started = performance.now()
    const { batch } = await request('POST', path, body)
    const steps = new Set<number>()
    let longest = 0
    for (;;) {
      const asked = performance.now()
      const { state, done, refusedCount } = await request('GET', `/api/batches/${batch}`)
      longest = Math.max(longest, performance.now() - asked)
      steps.add(done)
      if (state === 'running') {
        await new Promise((resume) => setTimeout(resume, 100))
        continue
      }
      if (state !== 'done' || done !== ids.length || refusedCount > 0)
        throw new Error(`${name}: ${state} ${done}`)
      break
    }
    const seconds = (performance.now() - started) / 1000
    missed ||= seconds > TOGGLE_TARGET
    console.log(
      `${name.padEnd(38)}${seconds.toFixed(1).padStart(8)} s, ${steps.size} steps seen, longest answer ${longest.toFixed(0)} ms${seconds > TOGGLE_TARGET ? `   over ${TOGGLE_TARGET} s` : ''}`,
    )
    return batch
  }
  console.log(`\n${ids.length} films at once`)
  const change = (changes: object) => ({ ids, expected: ids.length, action: 'update', changes })
  await follow('activate what is active', '/api/movies/bulk', change({ status: true }))
  const batch = await follow('deactivate', '/api/movies/bulk', change({ status: false }))
  await follow('undo', `/api/batches/${batch}/undo`)
  await follow('switch the audience', '/api/movies/bulk', change({ children: true, isYoutube: true }))
  return missed
}

/** Measures the lists of the catalogue with `rows` rows per entity. */
export default async function bench([rows = '50000', rounds = '60']: readonly string[]): Promise<number> {
  const postgres = await startPostgres([...DURABLE, 'shared_buffers=1GB', 'max_wal_size=4GB'])
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-bench-'))
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database catalogue')
  await admin.end()
  const url = databaseUrl(postgres.url, 'catalogue')
  const client = new pg.Client({ connectionString: url })
  try {
    const server = await startServer(folder, { DATABASE_URL: url })
    await client.connect()
    const missed = await measure(server, client, Number(rows), Number(rounds))
    await server.stop()
    return missed ? 1 : 0
  } finally {
    await client.end()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
