import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { agent, send, signIn } from './ask.ts'
import { memoryOf, readPages, timingsOf } from './measure.ts'
import { DURABLE, PASSWORD } from './measured-server.ts'
import { millisecondsBetween, usedByThreads } from './processor-time.ts'

const HOSTS = 200
/** Kinds of links in proportion: of 20, 16 work, 2 are refused, one hangs and one returns a web page. */
const KINDS = [...Array.from({ length: 16 }, () => 'good'), 'refusing', 'refusing', 'hanging', 'lying']
const EXPECTED = { good: 'up', refusing: 'unknown', hanging: 'down', lying: 'down' }
/** Pages that another user requests before the checks, as the reference. */
const PAGES = 200
/** Goals: memory that a later round adds to the first, in MiB, and how much slower the pages of others may be. */
const MEMORY_TARGET = 50
const SLOWER_TARGET = 2

interface Hosts {
  ports: number[]
  /** Maximum number of concurrent requests to a host. */
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

/**
 * Has the built server check this many links of 200 local hosts, with the pauses and limits of the product, `times`
 * times; measures duration, memory, and the response times of another user's pages meanwhile.
 */
export default async function bench([asked = '10000', times = '2']: readonly string[]): Promise<number> {
  const links = Number(asked)
  const postgres = await startPostgres([...DURABLE, 'shared_buffers=256MB'])
  const hosts = await startHosts()
  const client = new pg.Client({ connectionString: postgres.url })
  const server = await startServer(
    '',
    { DATABASE_URL: postgres.url, CARTELERA_SA_PASSWORD: PASSWORD, ALLOW_PRIVATE_LINKS: 'on' },
    ['start'],
  )
  const { url, pid } = server
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query(
      'select count(*)::int as count from link_health where next_check is not null',
    )
    return Number(rows[0]?.count)
  }
  try {
    await client.connect()
    const token = await signIn(url, 'sa', PASSWORD)
    await addChannels(url, token, links, hosts.ports)
    await client.query('vacuum (analyze) channels')
    const page = `${url}/api/users?limit=25`
    const before = timingsOf(await readPages(page, token, (pages) => pages >= PAGES))
    console.log(`\n${links} links of ${HOSTS} hosts`)
    console.log(`pages of 25 users before: p50 ${before.p50.toFixed(1)} ms, p95 ${before.p95.toFixed(1)} ms`)
    let isMissed = false
    let mostOfFirst: number | undefined
    for (let round = 1; round <= Number(times); round++) {
      const used = usedByThreads(pid)
      const start = performance.now()
      let isOver = false
      const pages = readPages(page, token, () => isOver)
      await send(`${url}/api/links/checks`, {
        method: 'POST',
        token,
        body: { resource: 'channels', filter: {}, expected: links },
      })
      const queued = performance.now() - start
      // Memory while each tenth of the links is checked.
      const most = Array.from({ length: 10 }, () => 0)
      for (let left = links; left > 0; left = await waiting()) {
        const tenth = Math.min(9, Math.floor(((links - left) / links) * 10))
        most[tenth] = Math.max(most[tenth] ?? 0, memoryOf(pid))
        await pause(500)
      }
      const duration = performance.now() - start
      isOver = true
      const processor = millisecondsBetween(used, usedByThreads(pid)) / 1000
      const during = timingsOf(await pages)
      const wrong = await wrongVerdicts(client)
      const atOnce = await hosts.most()
      mostOfFirst ??= Math.max(...most)
      const added = Math.max(...most) - mostOfFirst
      isMissed ||= wrong > 0 || atOnce > 1 || added > MEMORY_TARGET || during.p95 > before.p95 * SLOWER_TARGET
      console.log(
        `round ${round}: queued in ${(queued / 1000).toFixed(1)} s, checked in ${(duration / 1000).toFixed(0)} s, ` +
          `processor ${processor.toFixed(1)} s`,
      )
      console.log(`  most requests at once to a host ${atOnce}, wrong verdicts ${wrong}`)
      console.log(`  memory in MiB, by tenth: ${most.map((each) => each.toFixed(0)).join(' ')}`)
      console.log(`  pages meanwhile: p50 ${during.p50.toFixed(1)} ms, p95 ${during.p95.toFixed(1)} ms`)
    }
    if (isMissed) console.log('a goal is missed')
    await server.stop()
    return isMissed ? 1 : 0
  } finally {
    await server.kill()
    agent.destroy()
    await client.end()
    hosts.process.disconnect()
    await postgres.remove()
  }
}

const AT_ONCE = 1_000

/** Imports channels whose links lead to the hosts in turn. */
const addChannels = async (url: string, token: string, links: number, ports: number[]): Promise<void> => {
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
}

const wrongVerdicts = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ kind: keyof typeof EXPECTED; verdict: string; count: number }>(
    `select split_part(link, '/', 4) as kind, verdict, count(*)::int as count from link_health group by 1, 2`,
  )
  return rows
    .filter(({ kind, verdict }) => EXPECTED[kind] !== verdict)
    .reduce((sum, { count }) => sum + count, 0)
}
