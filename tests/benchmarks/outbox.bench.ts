import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { startServer } from '../journeys/support/server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { writeReminders } from '../support/network-workers.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { type RunningReceiver, startReceiver } from '../support/receiver.ts'
import { silentLog } from '../support/silent-log.ts'
import { agent, send, signIn } from './ask.ts'
import { memoryOf, readPages, timingsOf } from './measure.ts'
import { DURABLE, PASSWORD } from './measured-server.ts'
import { addUsers } from './million-users.ts'
import { millisecondsBetween, usedByThreads } from './processor-time.ts'

const RECEIVERS = 20
const HANGING = 5
const PAGES_BEFORE = 200

const pageOf = (url: string): string => `${url}/api/users?limit=25`

interface Node {
  url: string
  pid: number
}

/** Waits until `isDone`; meanwhile measures the memory of the node, and the response times of another user's pages. */
const measure = async (name: string, { url, pid }: Node, token: string, isDone: () => Promise<boolean>) => {
  const before = memoryOf(pid)
  const used = usedByThreads(pid)
  const start = performance.now()
  let isOver = false
  let most = before
  const pages = readPages(pageOf(url), token, () => isOver)
  while (!(await isDone())) {
    most = Math.max(most, memoryOf(pid))
    await pause(250)
  }
  const seconds = (performance.now() - start) / 1000
  const processor = millisecondsBetween(used, usedByThreads(pid)) / 1000
  isOver = true
  const { p50, p95 } = timingsOf(await pages)
  const cells = [seconds, processor, before, most, p50, p95]
    .map((each) => each.toFixed(1).padStart(9))
    .join('')
  console.log(`${name.padEnd(24)}${cells}`)
}

/** Sends this many reminders by mail, and as many events to receivers of which some hang. */
export default async function bench([messages = '10000']: readonly string[]): Promise<number> {
  const most = Number(messages)
  const postgres = await startPostgres([...DURABLE, 'shared_buffers=256MB'])
  const mails = await startMailServer()
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, startReceiver))
  const env = {
    ...{ DATABASE_URL: postgres.url, CARTELERA_SA_PASSWORD: PASSWORD, ALLOW_PRIVATE_WEBHOOKS: 'on' },
    ...{ SMTP_URL: mails.url(), MAIL_FROM: 'avisos@cartelera.example' },
    PUBLIC_URL: 'https://cartelera.example',
  }
  const node = await startServer('', env, [], 'tests/benchmarks/outbox-node.mjs')
  const client = new pg.Client({ connectionString: postgres.url })
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
  try {
    await client.connect()
    await addUsers(client, 10 * most)
    const token = await signIn(node.url, 'sa', PASSWORD)
    const { p50, p95 } = timingsOf(
      await readPages(pageOf(node.url), token, (pages) => pages === PAGES_BEFORE),
    )
    console.log(`A page before: ${p50.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms\n`)
    console.log('Seconds, memory of the node in MiB, a page meanwhile in ms\n')
    console.log(`${' '.repeat(24)}  seconds processor  before     most      p50      p95`)

    await send(`${node.url}/api/settings`, { method: 'PUT', token, body: { mailReminders: true } })
    await wishMails(client, most)
    const { db } = database
    const context = {
      ...{ db, config: readConfig({ ...env, SMTP_URL: mails.url() }), now: () => new Date() },
      ...{ collections: COLLECTIONS, health: database.health, stats: database.stats },
      readiness: () => database.readiness(),
    }
    let slices = 0
    const written = writeReminders(context).then((count) => {
      slices = count
    })
    await measure('reminders by mail', node, token, async () => slices > 0 && (await isSent(client, 'mail')))
    await written
    console.log(`${' '.repeat(24)}${mails.mailed.length} mails arrived; written in ${slices} slices`)

    const quick = receivers.slice(HANGING)
    for (const hanging of receivers.slice(0, HANGING)) hanging.answer(() => undefined)
    await addDeliveries(client, receivers, most)
    await measure('deliveries', node, token, async () => isSent(client, 'webhook'))
    const arrived = quick.reduce((sum, { received }) => sum + received.length, 0)
    const tried = receivers.slice(0, HANGING).reduce((sum, { received }) => sum + received.length, 0)
    console.log(`${' '.repeat(24)}${arrived} arrived; ${tried} requests to those that hang`)
    await node.stop()
    return 0
  } finally {
    await node.kill()
    agent.destroy()
    await client.end()
    await database.close()
    for (const receiver of receivers) receiver.close()
    mails.close()
    await postgres.remove()
  }
}

/** Whether all are sent, except those to receivers that hang. */
const isSent = async (client: pg.Client, kind: string): Promise<boolean> => {
  const { rows } = await client.query(
    `select from outbox o left join webhooks w on w._id = o.webhook
     where o.kind = $1 and o.state = 'waiting' and (w.name is null or w.name = 'rápido') limit 1`,
    [kind],
  )
  return rows.length === 0
}

/** Makes the first customers want mails, and their licences end in three days. */
const wishMails = async (client: pg.Client, most: number): Promise<void> => {
  await client.query(
    `with chosen as (select u._id from users u join profiles p on p._id = u.profile
       where p.name = 'app' and u.status = 'enable' order by u._id limit $1),
     wishing as (update users set mail_notify = true where _id in (select _id from chosen))
     update licences set date_expire = now() + interval '3 days' where _id in (select _id from chosen)`,
    [most],
  )
}

const addDeliveries = async (
  client: pg.Client,
  receivers: readonly RunningReceiver[],
  most: number,
): Promise<void> => {
  const secret = `whsec_${Buffer.from('secreto de prueba').toString('base64')}`
  for (const [index, receiver] of receivers.entries())
    await client.query(
      `insert into webhooks (_id, name, url, events, secret, date_create, date_update)
       values ($1, $2, $3, '{user.created}', $4, now(), now())`,
      [`receptor-${index}`, index < HANGING ? 'lento' : 'rápido', receiver.url(), secret],
    )
  await client.query(
    `insert into outbox (_id, kind, reason, webhook, data, token, date, next_attempt)
     select gen_random_uuid()::text, 'webhook', 'user.created', 'receptor-' || n % $1::int,
       jsonb_build_object('id', n::text), gen_random_uuid()::text, now(), now()
     from generate_series(1, $2::int) n`,
    [receivers.length, most],
  )
}
