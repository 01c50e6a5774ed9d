import { count, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { linkWork } from '../../../../src/server/features/links/link-worker.ts'
import { linkChecks } from '../../../../src/server/features/links/schedule.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { channels } from '../../../../src/server/platform/database/schema/channels.ts'
import { linkHealth, linkHosts } from '../../../../src/server/platform/database/schema/links.ts'
import { testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { HOUR } from '../../../support/clock.ts'
import { create } from '../../../support/films.ts'
import { runChunk } from '../../../support/jobs.ts'
import { people, type SignedIn } from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp({ own: true })

const MANY = 50_000
const LINKS = 2_000

/** Stores `links` channels whose links lead to this many hosts; with one host, all have the same URL. */
const addChannels = async (admin: SignedIn, hosts: number, links = LINKS): Promise<void> => {
  const link = (n: number | string) => `https://h-${n}.example/`
  await create(
    admin,
    '/api/channels',
    channelOf({ number: 1, title: 'Canal', link: link(0), linkInternal: 'E' }),
  )
  const [stored] = await server.db.select().from(channels)
  if (!stored) throw new Error('The channel was not stored')
  for (let from = 1; from < links; from += 1_000)
    await server.db.insert(channels).values(
      Array.from({ length: Math.min(1_000, links - from) }, (_, index) => {
        const n = from + index
        return { ...stored, _id: newId(), number: n + 1, link: link(n % hosts) }
      }),
    )
}
const ask = (user: SignedIn, links = LINKS) =>
  user.post('/api/links/checks', { resource: 'channels', filter: {}, expected: links })
const countOf = async (table: typeof linkHealth | typeof linkHosts) =>
  (await server.db.select({ rows: count() }).from(table))[0]?.rows

test('thousands of links are queued in short transactions, so that other requests are served meanwhile', async () => {
  const { sa, admin } = await people(server)
  await addChannels(admin, MANY, MANY)
  let isQueued = false
  let pages = 0
  const { answer, sent } = await sentBy(async () => {
    const asked = ask(sa, MANY).finally(() => {
      isQueued = true
    })
    while (!isQueued) {
      expect((await admin.get('/api/channels/short?limit=10')).status).toBe(200)
      pages++
    }
    return asked
  })
  expect(answer).toMatchObject({ status: 202, body: { links: MANY } })
  const inserts = sent.filter(({ text }) => /^insert into "link_health"/i.test(text))
  expect(inserts).toHaveLength(MANY / 500)
  expect(pages).toBeGreaterThan(2)
  expect(await countOf(linkHealth)).toBe(MANY)
})

test('a claim among thousands of hosts takes few statements, and hosts without due links are removed', async () => {
  const { sa, admin } = await people(server)
  await addChannels(admin, LINKS)
  await ask(sa)
  const worker = linkWork(server.context)
  const { answer, sent } = await sentBy(() =>
    server.db.transaction((tx) => worker.claim(tx, server.clock.now(), 20)),
  )
  expect(answer).toHaveLength(20)
  expect(sent.length).toBeLessThan(30)
  await server.db.update(linkHealth).set({ nextCheck: null }).where(sql`host <> 'h-7.example'`)
  const slice = () => runChunk(server.context, linkChecks)
  expect(await slice()).toBe('done')
  expect(await countOf(linkHosts)).toBe(LINKS)
  server.clock.advance(HOUR + 1)
  while ((await slice()) === 'more');
  expect(await server.db.select().from(linkHosts)).toMatchObject([{ host: 'h-7.example' }])
})

test('the verdict on a link of thousands of records is stored and announced with few statements', async () => {
  const { sa, admin } = await people(server)
  const hook = { name: 'CRM', url: 'https://crm.example/', events: ['link.down', 'link.up'] }
  expect((await sa.post('/api/webhooks', hook)).status).toBe(201)
  await addChannels(admin, 1)
  const worker = linkWork(server.context)
  for (const [check, messages] of [0, LINKS].entries()) {
    await ask(sa)
    const [row] = await server.db.transaction((tx) => worker.claim(tx, server.clock.now(), 20))
    if (!row) throw new Error('Nothing was claimed')
    const { sent } = await sentBy(() =>
      server.db.transaction((tx) => worker.settle(tx, row, { reason: 'notFound' }, server.clock.now())),
    )
    expect(sent.length, `check ${check}`).toBeLessThan(10)
    const { rows } = await server.db.execute(sql`select count(*)::int as count from outbox`)
    expect(rows).toEqual([{ count: messages }])
    server.clock.advance(HOUR)
  }
})
