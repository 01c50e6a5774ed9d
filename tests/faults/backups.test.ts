import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createCheckDatabase } from '../support/check-database.ts'
import { TYPE } from '../support/credits.ts'
import { automaticFiles, backedUp, expectAllOpen, NIGHTLY, nextNight } from './backups.ts'
import { expectSound, inDatabase, newDatabase, startCommand, testCleanUp } from './setup.ts'
import { openServer, openShop, sell, sellTimes, signIn } from './shop.ts'

const { endings, folder, smallDisk } = testCleanUp()

const open = async (databaseUrl: string | undefined, dir: string, settings: Record<string, string> = {}) => {
  const dataDir = folder()
  const shop = await openShop(dataDir, databaseUrl, 3, { ...NIGHTLY, ...settings, BACKUP_DIR: dir })
  endings.push(() => shop.kill())
  return { shop, place: { dataDir, databaseUrl } }
}

test('the embedded engine makes and proves the backup of the night at its start', async () => {
  const dir = join(folder(), 'copias')
  const { shop } = await open(undefined, dir)
  expect(await backedUp(shop)).toMatchObject({
    isAutomatic: true,
    isOld: false,
    last: { state: 'done', message: expect.stringMatching(/^Probada: /) },
  })
  expect(automaticFiles(dir)).toHaveLength(1)
  await expectAllOpen(dir)
})

test('PostgreSQL makes it too, which stays unproven without a database for the proof', async () => {
  const dir = join(folder(), 'copias')
  const { shop } = await open(await newDatabase(), dir)
  expect(await backedUp(shop)).toMatchObject({
    proven: null,
    last: { state: 'done', message: expect.stringMatching(/^Sin probar/) },
  })
  await expectAllOpen(dir)
})

/** Waits until another connection waits for a table. */
const lockAwaited = async (client: pg.Client, table: string): Promise<void> => {
  for (;;) {
    const { rowCount } = await client.query(
      'select from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    if (rowCount !== 0) return
    await pause(20)
  }
}

test('a backup whose disk fills in the middle says so, leaves the proven one, and is tried again', async () => {
  const check = await createCheckDatabase()
  endings.push(() => check.remove())
  const databaseUrl = await newDatabase()
  const disk = smallDisk(160)
  const dir = join(disk.path, 'copias')
  const { shop, place } = await open(databaseUrl, dir, { BACKUP_CHECK_URL: check.url })
  const { proven } = await backedUp(shop)
  expect(proven).not.toBeNull()
  const [file] = automaticFiles(dir)

  await shop.stop()
  await inDatabase(place, nextNight)
  // The backup waits for a table while the disk fills.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  endings.push(() => client.end())
  await client.query('begin')
  await client.query('lock table demo_devices in access exclusive mode')
  await shop.start()
  await lockAwaited(client, 'demo_devices')
  disk.fill()
  await client.query('commit')
  expect(await backedUp(shop, ['waiting', 'done', 'failed'])).toMatchObject({
    proven,
    last: { state: 'waiting', message: expect.stringMatching(/no queda espacio en el disco/) },
  })
  expect(automaticFiles(dir)).toEqual([file])
  await expectAllOpen(dir)

  disk.free()
  await shop.stop()
  await inDatabase(place, nextNight)
  await shop.start()
  expect(await backedUp(shop)).toMatchObject({ last: { state: 'done' } })
  await expectAllOpen(dir)
})

test('an installation moved from the embedded engine to PostgreSQL by its backup has every sale, and sells on', async () => {
  const dir = join(folder(), 'copias')
  const { shop, place } = await open(undefined, dir)
  await backedUp(shop)
  const sold = await sellTimes(shop.agent, shop.customers, 3)
  await shop.stop()
  await inDatabase(place, nextNight)
  await shop.start()
  await backedUp(shop)
  await shop.stop()

  const to = { dataDir: folder(), databaseUrl: await newDatabase() }
  const [file = ''] = automaticFiles(dir).sort().reverse()
  expect(await startCommand(to, ['restore', join(dir, file)]).ended).toBe(0)
  const server = await openServer(to.dataDir, { DATABASE_URL: to.databaseUrl })
  endings.push(() => server.stop())
  const [sa, agent] = [await signIn(server, 'sa'), await signIn(server)]
  expect(await sell(sa, shop.agentId, { type: TYPE.TRANSFER, count: 5 })).toBeDefined()
  sold.push(...(await sellTimes(agent, shop.customers, 5)))
  expect(sold).toHaveLength(8)
  await expectSound({ ...shop, sa }, sold)
})
