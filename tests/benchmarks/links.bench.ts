import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { readConfig } from '../../src/server/config.ts'
import { linkLane } from '../../src/server/features/links/link-lane.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import type { Context } from '../../src/server/platform/http/context.ts'
import { Lane } from '../../src/server/platform/lane/lane.ts'
import { isAnyAddress } from '../../src/server/platform/outbound/public-addresses.ts'
import { prepareDatabase } from '../../src/server/start/prepare.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { agent, ask, send, signIn } from './ask.ts'
import { type Timings, timingsOf } from './measure.ts'
import { DURABLE, PASSWORD } from './measured-server.ts'

const HOSTS = 200
/** Milliseconds between two checks of a host, and for a link as a whole, shorter than in the product. */
const PAUSE = 50
const TIME_LIMIT = 2_000
/** Of 20 links. */
const KINDS = [...Array.from({ length: 16 }, () => 'good'), 'refusing', 'refusing', 'hanging', 'lying']
const EXPECTED = { good: 'up', refusing: 'unknown', hanging: 'down', lying: 'down' }
/** Pages of another user before the checks. */
const PAGES = 200
/** Goals: memory added, in MiB, and how much slower the pages of others may be. */
const MEMORY_TARGET = 100
const SLOWER_TARGET = 2

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Hosts {
  ports: number[]
  /** Most requests that a host had at once. */
  most(): Promise<number>
  process: ChildProcess
}

const startHosts = async (): Promise<Hosts> => {
  const child = fork(join(process.cwd(), 'tests/benchmarks/link-hosts.mjs'), [String(HOSTS)])
  const [{ ports }] = await once(child, 'message')
  return {
    ports,
    process: child,
    async most() {
      child.send('most')
      const [{ most }] = await once(child, 'message')
      return most
    },
  }
}

/** Measures pages one after the other until `isOver`. */
const timePages = async (
  url: string,
  token: string,
  isOver: (pages: number) => boolean,
): Promise<Timings> => {
  const durations: number[] = []
  while (!isOver(durations.length)) {
    const start = performance.now()
    await ask(`${url}/api/users/short?limit=25&page=1`, token)
    durations.push(performance.now() - start)
  }
  return timingsOf(durations)
}

const mebibytes = (): number => process.memoryUsage().rss / 2 ** 20

/** Checks this many links of 200 local hosts, and measures duration, memory, and the pages of another user meanwhile. */
export default async function bench([asked = '10000']: readonly string[]): Promise<number> {
  const links = Number(asked)
  const postgres = await startPostgres([...DURABLE, 'shared_buffers=256MB'])
  const hosts = await startHosts()
  const config = readConfig({ DATABASE_URL: postgres.url, CARTELERA_SA_PASSWORD: PASSWORD, PORT: '0' })
  const database = await openDatabase({ ...config, log: silent })
  const client = new pg.Client({ connectionString: postgres.url })
  const context: Context = {
    db: database.db,
    config,
    now: () => new Date(),
    collections: COLLECTIONS,
    health: database.health,
    readiness: async () => database.readiness(),
    stats: database.stats,
  }
  await prepareDatabase(database, context, { demo: false, reset: false })
  const lane = new Lane(
    context,
    linkLane(context, { pause: PAUSE, timeLimit: TIME_LIMIT, isAllowed: isAnyAddress }),
    { isAlone: false, log: silent },
  )
  const app = await buildApp({ ...context, wakeLanes: lane.wake }, {})
  try {
    await client.connect()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const token = await signIn(url, 'sa', PASSWORD)
    const made = await addChannels(url, token, links, hosts.ports)
    await client.query('vacuum (analyze) channels')
    await timePages(url, token, (pages) => pages >= PAGES)
    const before = await timePages(url, token, (pages) => pages >= PAGES)
    const memoryBefore = mebibytes()
    let most = memoryBefore
    const watch = setInterval(() => {
      most = Math.max(most, mebibytes())
    }, 100)
    const start = performance.now()
    lane.start()
    await send(`${url}/api/links/checks`, {
      method: 'POST',
      token,
      body: { resource: 'channels', filter: {}, expected: made },
    })
    const queued = performance.now() - start
    let waiting = links
    const poll = setInterval(async () => {
      const { rows } = await client.query(
        'select count(*)::int as count from link_health where next_check is not null',
      )
      waiting = Number(rows[0]?.count)
    }, 500)
    const during = await timePages(url, token, () => waiting === 0)
    const duration = performance.now() - start
    clearInterval(poll)
    clearInterval(watch)
    const wrong = await wrongVerdicts(client)
    const atOnce = await hosts.most()
    const added = most - memoryBefore
    const isMissed =
      wrong > 0 || atOnce > 1 || added > MEMORY_TARGET || during.p95 > before.p95 * SLOWER_TARGET
    console.log(
      `\n${links} links of ${HOSTS} hosts, ${PAUSE} ms between two checks of a host, ${TIME_LIMIT} ms a link`,
    )
    console.log(`queued in ${(queued / 1000).toFixed(1)} s, checked in ${(duration / 1000).toFixed(1)} s`)
    console.log(`most requests at once to a host ${atOnce}, wrong verdicts ${wrong}`)
    console.log(`memory before ${memoryBefore.toFixed(0)} MiB, most ${most.toFixed(0)} MiB`)
    for (const [when, { p50, p95 }] of Object.entries({ before, during }))
      console.log(`pages of 25 users ${when.padEnd(8)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
    if (isMissed) console.log('a goal is missed')
    return isMissed ? 1 : 0
  } finally {
    await lane.stop()
    agent.destroy()
    await app.close()
    await database.close()
    await client.end()
    hosts.process.disconnect()
    await postgres.remove()
  }
}

const AT_ONCE = 1_000

/** Imports channels whose links lead to the hosts in turn; returns their number. */
const addChannels = async (url: string, token: string, links: number, ports: number[]): Promise<number> => {
  for (let from = 0; from < links; from += AT_ONCE) {
    const entries = Array.from({ length: Math.min(AT_ONCE, links - from) }, (_, index) => {
      const at = from + index
      const kind = KINDS[Math.floor(at / ports.length) % KINDS.length]
      return {
        title: `Canal ${at}`,
        link: `http://127.0.0.1:${ports[at % ports.length]}/${kind}/${at}`,
        ...{ number: null, image: '', category: '', epgId: '', take: true },
      }
    })
    await send(`${url}/api/channels/import`, { method: 'POST', token, body: { category: 'TV', entries } })
  }
  return links
}

const wrongVerdicts = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ kind: keyof typeof EXPECTED; verdict: string; count: number }>(
    `select split_part(link, '/', 4) as kind, verdict, count(*)::int as count from link_health group by 1, 2`,
  )
  return rows
    .filter(({ kind, verdict }) => EXPECTED[kind] !== verdict)
    .reduce((sum, { count }) => sum + count, 0)
}
