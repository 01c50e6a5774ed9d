import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { reconcile } from '../../src/server/features/credits/reconcile.ts'
import { restore } from '../../src/server/platform/backup/restore.ts'
import { openInMemory } from '../../src/server/platform/database/embedded/open-embedded.ts'
import { silentLog } from '../support/silent-log.ts'
import { newDatabase, testCleanUp } from './setup.ts'
import { openShop, type Shop } from './shop.ts'

const { endings, folder } = testCleanUp()

const KILLS = 6

const open = async (url: string | undefined, dir: string): Promise<Shop> => {
  const shop = await openShop(folder(), url, 3, { BACKUP_DIR: dir, BACKUP_HOUR: '0' })
  endings.push(() => shop.stop())
  return shop
}

const status = async ({ sa }: Pick<Shop, 'sa'>) => (await sa.call('GET', '/api/backups/status')).body

/** Waits until the backup of the night has ended. */
const ended = async (shop: Pick<Shop, 'sa'>) => {
  for (;;) {
    const now = await status(shop)
    const state = (now.last as { state?: string } | null)?.state
    if (state === 'done' || state === 'failed') return now
    await pause(50)
  }
}

const files = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('cartelera-auto-'))

/** Restores a file into an empty database, which must reconcile. */
const expectOpens = async (path: string): Promise<void> => {
  const database = await openInMemory(silentLog)
  try {
    const { counts } = await restore(database, path, { replace: false })
    expect(counts.users).toBeGreaterThan(0)
    expect((await reconcile(database, { isFull: true })).isSound).toBe(true)
  } finally {
    await database.close()
  }
}

test('the embedded engine makes and proves the backup of the night at its start', async () => {
  const dir = join(folder(), 'copias')
  const shop = await open(undefined, dir)
  const now = await ended(shop)
  expect(now).toMatchObject({ isAutomatic: true, isOld: false, last: { state: 'done' } })
  expect(String((now.last as { message: string }).message)).toMatch(/^Probada: /)
  expect(readdirSync(dir)).toEqual(files(dir))
  expect(files(dir)).toHaveLength(1)
  await expectOpens(join(dir, files(dir)[0] ?? ''))
})

test('PostgreSQL makes it too, which stays unproven without a database for the proof', async () => {
  const dir = join(folder(), 'copias')
  const shop = await open(await newDatabase(), dir)
  expect(await ended(shop)).toMatchObject({
    proven: null,
    last: { state: 'done', message: expect.stringMatching(/^Sin probar/) },
  })
  await expectOpens(join(dir, files(dir)[0] ?? ''))
})

test('an embedded server that was killed during the backup of the night makes it at the next start', async () => {
  const dir = join(folder(), 'copias')
  const shop = await open(undefined, dir)
  for (const kill of [1, 2]) {
    await pause(kill * 700)
    await shop.kill()
    await shop.start()
  }
  expect(await ended(shop)).toMatchObject({ isOld: false, last: { state: 'done' } })
  expect(readdirSync(dir)).toEqual(files(dir))
  for (const name of files(dir)) await expectOpens(join(dir, name))
})

test(`${KILLS} kills while PostgreSQL is backed up leave no file that does not open and reconcile`, async () => {
  const dir = join(folder(), 'copias')
  const url = await newDatabase()
  const shop = await open(url, dir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  endings.push(() => client.end())
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(kill * 200)
    await shop.kill()
    await client.query('delete from backups')
    await shop.start()
  }
  await ended(shop)
  expect(readdirSync(dir)).toEqual(files(dir))
  expect(files(dir).length).toBeGreaterThan(0)
  for (const name of files(dir)) await expectOpens(join(dir, name))
})
