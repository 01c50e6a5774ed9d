import { setTimeout as pause } from 'node:timers/promises'
import { ask, send, textIn } from './ask.ts'
import { readPages, timeRepeated, timingsOf } from './measure.ts'
import { type Bench, withMeasuredServer } from './measured-server.ts'
import { addEpisodes, addFilms } from './million-records.ts'

const OLD = 'cdn.viejo.example'
const NEW = 'cdn.nuevo.example'
/** Of each two links, one at the host that is replaced, and one below the base address. */
const LINK = `case when i % 2 = 0 then 'https://${OLD}/' || i || '.m3u8' else 'vod/' || i || '.m3u8' end`
/** Goals of the 95th percentile in ms, and how much slower the pages of others may be meanwhile. */
const GOALS = { page: 20, search: 100, report: 1_000 }
const SLOWER_TARGET = 2
/** Pages that another user requests before, as the reference. */
const PAGES = 100
const MAX_RECORDS = 100_000

const READS: readonly (readonly [path: string, goal: number])[] = [
  [`/api/movies/short?limit=25&linkHost=${OLD}`, GOALS.page],
  [`/api/series/short?limit=25&linkHost=${OLD}`, GOALS.search],
  [`/api/movies/short?limit=25&search=${OLD}`, GOALS.search],
  ['/api/links/hosts', GOALS.report],
  ['/api/links/bases/contentUrlBase', GOALS.report],
]

async function run(bench: Bench, films: number, episodes: number): Promise<boolean> {
  const { server, client } = bench
  await addFilms(bench, films, LINK)
  await addEpisodes(bench, episodes, LINK)
  const token = await bench.tokenOf('sa')
  const post = (path: string, body?: object) =>
    send(`${server.url}${path}`, { method: 'POST', token, ...(body && { body }) })
  let isMissed = false
  const report = (name: string, milliseconds: number, goal: number): void => {
    isMissed ||= milliseconds > goal
    console.log(
      `${name.padEnd(50)}${milliseconds.toFixed(0).padStart(8)} ms${milliseconds > goal ? `   over ${goal}` : ''}`,
    )
  }
  console.log(`\n${films} films and ${episodes} episodes, half of them at ${OLD}; 95th percentile`)
  for (const [path, goal] of READS) {
    const { p95 } = await timeRepeated([path], bench.rounds, (each) => ask(`${server.url}${each}`, token))
    report(path, p95, goal)
  }
  // The most that one batch may have.
  const { rows } = await client.query<{ count: number; last: string }>(
    `select count(*)::int as count, max(_id) as last from (
       select _id from movies where content -> 0 ->> 'link' like $1 order by _id limit ${MAX_RECORDS}) x`,
    [`https://${OLD}/%`],
  )
  const expected = rows[0]?.count ?? 0
  const body = { action: 'replaceLinks', from: OLD, to: NEW, filter: { linkHost: OLD } }
  const asked = performance.now()
  await post('/api/movies/bulk/preview', body)
  console.log(`preview of ${expected} films: ${(performance.now() - asked).toFixed(0)} ms`)

  const page = `${server.url}/api/movies/short?limit=25`
  const before = timingsOf(await readPages(page, token, (pages) => pages >= PAGES))
  const measure = async (name: string, start: () => Promise<string>): Promise<string> => {
    const begun = performance.now()
    const batch = textIn(await start(), 'batch')
    const started = performance.now() - begun
    let isOver = false
    const pages = readPages(page, token, () => isOver)
    let result = ''
    while (!isOver) {
      await pause(500)
      result = await ask(`${server.url}/api/batches/${batch}`, token)
      isOver = textIn(result, 'state') !== 'running'
    }
    const seconds = (performance.now() - begun) / 1000
    const { p50, p95 } = timingsOf(await pages)
    const changed = Number(textIn(result, 'changed'))
    isMissed ||= changed !== expected || p95 > before.p95 * SLOWER_TARGET
    console.log(
      `${name}: ${changed} films in ${seconds.toFixed(0)} s (${(changed / seconds).toFixed(0)} a second), started in ` +
        `${started.toFixed(0)} ms; pages before ${before.p50.toFixed(1)} / ${before.p95.toFixed(1)} ms, meanwhile ` +
        `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`,
    )
    return batch
  }
  const batch = await measure('replacement', () => post('/api/movies/bulk', { ...body, expected }))
  await measure('undo', () => post(`/api/batches/${batch}/undo`))
  return isMissed
}

/** Measures lists by host, and a replacement in the links of half the films and its undo, beside a reader of pages. */
export default async function bench([films = '200000', episodes = '']: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
    rounds: 20,
    fill: async () => 'an empty database',
    run: (measured) => run(measured, Number(films), Number(episodes || 2 * Number(films))),
  })
}
