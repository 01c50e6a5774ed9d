import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newDatabase, testCleanUp } from './setup.ts'
import { ask, importChannels, openShop, type Shop } from './shop.ts'

/** Six chunks of a batch. */
const CHANNELS = 1_500
const PATH = '/api/channels'

const { endings, folder } = testCleanUp()

async function openStation(dataDir: string, url?: string): Promise<Shop> {
  const shop = await openShop(dataDir, url, 1)
  endings.push(() => shop.stop())
  await importChannels(shop, CHANNELS)
  return shop
}

/** Waits until a batch has ended, or `isEnough` of its records are done. */
async function until({ sa }: Shop, batch: string, isEnough: (done: number) => boolean) {
  for (;;) {
    const { body } = await sa.call('GET', `/api/batches/${batch}`)
    if (body.state !== 'running' || isEnough(Number(body.done))) return body
    await pause(5)
  }
}

const count = async ({ sa }: Pick<Shop, 'sa'>, path: string) => (await sa.call('GET', path)).body.count

const expectOnce = async (shop: Shop, isActive: boolean, changes: number) => {
  expect(await count(shop, `${PATH}/size?status=${isActive}`)).toBe(CHANNELS)
  expect(await count(shop, '/api/audit/size?resource=channels&action=update')).toBe(changes)
}

/** The runs of batches, newest first (rule J1). */
const runsOf = async ({ sa }: Pick<Shop, 'sa'>): Promise<unknown> =>
  (await sa.call('GET', '/api/jobs?kind=batch')).rows

const RUN = { state: 'done', done: CHANNELS, left: 0, message: '' }

const deactivate = {
  filter: {},
  expected: CHANNELS,
  action: 'update',
  changes: { status: false },
}

test('a batch of a killed server continues at the next start, and changes and audits each channel once', async () => {
  const shop = await openStation(folder())
  const { body } = await shop.sa.call('POST', `${PATH}/bulk`, deactivate)
  const batch = String(body.batch)
  let seen = 0
  for (let kills = 0; kills < 3; kills++) {
    const { state, done } = await until(shop, batch, (now) => now > seen)
    if (state !== 'running') break
    seen = Number(done)
    await shop.kill()
    await shop.start()
  }
  const ended = await until(shop, batch, () => false)
  expect(ended).toMatchObject({ state: 'done', done: CHANNELS, changed: CHANNELS, refusedCount: 0 })
  await expectOnce(shop, false, CHANNELS)

  // A stopping server aborts its chunk, and the next one continues the undo.
  const undo = String((await shop.sa.call('POST', `/api/batches/${batch}/undo`)).body.batch)
  await until(shop, undo, (now) => now > 0)
  await shop.stop()
  await shop.start()
  expect(await until(shop, undo, () => false)).toMatchObject({ state: 'done', changed: CHANNELS })
  await expectOnce(shop, true, 2 * CHANNELS)
  expect(await runsOf(shop)).toMatchObject([RUN, RUN])
})

const hosted = ({ sa }: Shop, host: string) => count({ sa }, `${PATH}/size?linkHost=${host}`)

test('a replacement in links of a killed server continues at the next start, and is undone whole', async () => {
  const shop = await openStation(folder())
  const { body } = await shop.sa.call('POST', `${PATH}/bulk`, {
    ...{ filter: {}, expected: CHANNELS, action: 'replaceLinks', from: 'tv.example', to: 'nuevo.example' },
  })
  const batch = String(body.batch)
  const { done } = await until(shop, batch, (now) => now > 0)
  await shop.kill()
  await shop.start()
  expect(Number(await hosted(shop, 'nuevo.example'))).toBeGreaterThanOrEqual(Number(done))
  expect(await until(shop, batch, () => false)).toMatchObject({ state: 'done', changed: CHANNELS })
  expect(await hosted(shop, 'nuevo.example')).toBe(CHANNELS)

  const undo = String((await shop.sa.call('POST', `/api/batches/${batch}/undo`)).body.batch)
  await until(shop, undo, (now) => now > 0)
  await shop.kill()
  await shop.start()
  expect(await until(shop, undo, () => false)).toMatchObject({ state: 'done', changed: CHANNELS })
  expect(await hosted(shop, 'tv.example')).toBe(CHANNELS)
  expect(await count(shop, '/api/audit/size?resource=channels&action=update')).toBe(2 * CHANNELS)
})

test('a node takes over the batch of a killed one', async () => {
  const shop = await openStation(folder(), await newDatabase())
  const { body } = await shop.sa.call('POST', `${PATH}/bulk`, deactivate)
  const batch = String(body.batch)
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  await until(shop, batch, (done) => done > 0)
  await shop.kill()
  const { token } = shop.sa
  const sa = { token, call: (method: string, path: string) => ask(second.url(), token, method, path) }
  const survivor = { ...shop, sa }
  expect(await until(survivor, batch, () => false)).toMatchObject({ state: 'done', changed: CHANNELS })
  // After its restart, the first node has nothing left to do.
  await shop.start()
  await expectOnce(shop, false, CHANNELS)
  expect(await runsOf(shop)).toMatchObject([RUN])
})

/** Two chunks of answers, and a part of a third. */
const REPORTS = 2_500

test('a chunk of answers whose server is killed after writing them is repeated, and no viewer gets two', async () => {
  const url = await newDatabase()
  const shop = await openShop(folder(), url, 1)
  endings.push(() => shop.stop())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  endings.push(() => client.end())
  await client.query(`
    insert into issue_groups (_id, media_id, media_type, issue_type, resource, title, title_key, reference, search, open,
      fixed, last_date)
    values ('group', 'film', 'Movie', 'LINK', 'movies', 'Alfa', 'alfa', '', 'alfa', ${REPORTS}, 0, now())`)
  await client.query(
    `insert into issues (_id, group_number, media_id, media_type, issue_type, date, day, user_id, date_update)
     select 'report' || n, number, media_id, media_type, issue_type, now(), now(), $1, now()
     from issue_groups, generate_series(1, ${REPORTS}) n`,
    [shop.customers[0]],
  )
  // The counts of the group are written last.
  await client.query('begin')
  await client.query('select 1 from issue_groups for update')
  const sent = { text: 'Ya funciona.', repair: true, count: REPORTS }
  const started = await shop.sa.call('POST', '/api/issues/answers', sent)
  expect(started).toMatchObject({ status: 202 })
  const batch = String(started.body.batch)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%of_groups%'`
  const isWaiting = async () => {
    // Within a transaction, pg_stat_activity is a snapshot of the first read.
    await client.query('select pg_stat_clear_snapshot()')
    return (await client.query(waiting)).rowCount
  }
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(1)
  await shop.kill()
  await client.query('rollback')
  await shop.start()
  expect(await until(shop, batch, () => false)).toMatchObject({ state: 'done', changed: REPORTS })
  const { rows } = await client.query(
    'select count(*)::int, count(distinct issue)::int as issues from issue_comments',
  )
  expect(rows).toEqual([{ count: REPORTS, issues: REPORTS }])
  const [repair] = (await shop.sa.call('GET', '/api/issues/repairs')).rows
  expect(repair).toMatchObject({ count: REPORTS })
  const undone = await shop.sa.call('POST', `/api/issues/repairs/${repair?._id}/undo`)
  expect(undone.body).toEqual({ reopened: REPORTS, kept: 0 })
})
