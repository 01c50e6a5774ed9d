import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bench, withMeasuredServer } from './measured-server.ts'
import { addUsers } from './million-users.ts'
import { millisecondsBetween, parentOf, usedByBackends, usedByThreads } from './processor-time.ts'

/** Maximum memory that an export may add to the server, in MiB. */
const MEMORY_TARGET = 200
/** Exports before the measurement, after which the server has its usual size. */
const WARM_UP = 3

const CASES = [
  ['CSV, shown columns, by name', 'format=csv'],
  ['CSV, all columns, by expiry', 'format=csv&columns=all&sort=dateExpire&order=asc'],
  ['JSON, all columns', 'format=json'],
] as const

const memoryOf = (pid: number, name: 'VmRSS'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Reads an export to its end; returns the announced rows and the received bytes. */
async function take(url: string, token: string): Promise<{ rows: number; bytes: number }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  const digest = createHash('md5')
  let bytes = 0
  for await (const chunk of answer.body) {
    digest.update(chunk)
    bytes += chunk.length
  }
  return { rows: Number(answer.headers.get('x-total-count')), bytes }
}

async function run({ server, client, url, tokenOf }: Bench): Promise<boolean> {
  const token = await tokenOf('sa')
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(own[0]?.pid ?? 0)
  const database = new URL(url).pathname.slice(1)
  const read = () => [usedByThreads(server.pid), usedByBackends(postmaster, database)] as const
  for (let each = 0; each < WARM_UP; each++) await take(`${server.url}/api/users/export?search=belkis`, token)
  console.log('\nSeconds of processor time of the server and of PostgreSQL, memory of the server in MiB\n')
  console.log(`${' '.repeat(30)}     rows       MB  seconds   server postgres  before    most`)
  let missed = false
  for (const [name, query] of CASES) {
    const before = memoryOf(server.pid, 'VmRSS')
    const [serverBefore, postgresBefore] = read()
    const start = performance.now()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid, 'VmRSS'))
    }, 100)
    const { rows, bytes } = await take(`${server.url}/api/users/export?${query}`, token)
    clearInterval(watch)
    const [serverAfter, postgresAfter] = read()
    const seconds = [
      performance.now() - start,
      millisecondsBetween(serverBefore, serverAfter),
      millisecondsBetween(postgresBefore, postgresAfter),
    ].map((each) => (each / 1000).toFixed(1).padStart(9))
    const memory = [before, most].map((each) => each.toFixed(0).padStart(8)).join('')
    const isOver = most - before > MEMORY_TARGET
    missed ||= isOver
    const size = (bytes / 1e6).toFixed(0).padStart(9)
    console.log(
      `${name.padEnd(30)}${String(rows).padStart(9)}${size}${seconds.join('')}${memory}${isOver ? `   over ${MEMORY_TARGET} MiB more` : ''}`,
    )
  }
  return missed
}

/** Exports a list of this many users, and measures CPU time and memory. */
export default function bench([users = '1000000']: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: ['shared_buffers=256MB'],
    rounds: 1,
    async fill(client) {
      await addUsers(client, Number(users))
      return `${users} users`
    },
    run,
  })
}
