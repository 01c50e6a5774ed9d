import { randomInt } from 'node:crypto'
import { mkdirSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '../../src/server/features/credits/reconcile.ts'
import { backUp } from '../../src/server/platform/backup/back-up.ts'
import { backups } from '../../src/server/platform/database/schema/backups.ts'
import {
  automaticFiles,
  backedUp,
  expectAllOpen,
  expectOpens,
  NIGHTLY,
  nextNight,
} from '../faults/backups.ts'
import { inDatabase, newDatabase, type Place, startCommand, testCleanUp } from '../faults/setup.ts'
import { createCategory, openShop } from '../faults/shop.ts'
import { createCheckDatabase } from '../support/check-database.ts'

/** Of each test; with `BACKUP_KILLS=50` 200 in all. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 3)

const TIMEOUT = { timeout: (20 + KILLS) * 60_000 }

const { endings, folder } = testCleanUp()

/** The place of a new installation, and what it needs for the proof of its backups. */
const ENGINES: [string, () => Promise<Place & { settings: Record<string, string> }>][] = [
  ['the embedded engine', async () => ({ dataDir: folder(), databaseUrl: undefined, settings: {} })],
  [
    'PostgreSQL',
    async () => {
      const check = await createCheckDatabase()
      endings.push(() => check.remove())
      return {
        ...{ dataDir: folder(), databaseUrl: await newDatabase() },
        settings: { BACKUP_CHECK_URL: check.url },
      }
    },
  ],
]

/** Resolves when a file gets its name in a folder, before the expired ones are deleted. */
const nextFile = (dir: string) =>
  new Promise<void>((resolve) => {
    const watcher = watch(dir, (_event, name) => {
      if (!name?.startsWith('cartelera-auto-')) return
      watcher.close()
      resolve()
    })
  })

test.each(ENGINES)(
  `on %s, ${KILLS} kills during backups, proofs and rotations leave a proven backup that opens and reconciles`,
  TIMEOUT,
  async (_name, placeOf) => {
    const { settings, ...place } = await placeOf()
    const dir = join(folder(), 'copias')
    mkdirSync(dir)
    const shop = await openShop(place.dataDir, place.databaseUrl, 3, {
      ...{ ...NIGHTLY, ...settings, BACKUP_DIR: dir, BACKUP_KEEP: '1,0,0' },
    })
    endings.push(() => shop.kill())
    /** Kills the server, and makes the backup of the night due again; returns the files whose proof is stored. */
    const kill = async () => {
      await shop.kill()
      return inDatabase(place, async (database) => {
        const proven = await database.db
          .select({ file: backups.file })
          .from(backups)
          .where(isNotNull(backups.proven))
        await nextNight(database)
        return proven.map(({ file }) => file)
      })
    }
    await backedUp(shop)
    await kill()
    const start = performance.now()
    await shop.start()
    expect(await backedUp(shop)).toMatchObject({ last: { state: 'done' } })
    const usual = performance.now() - start
    await kill()

    const opened = new Set<string>()
    for (let kills = 0; kills < KILLS; kills++) {
      const named = kills % 3 === 0 ? nextFile(dir) : undefined
      await shop.start()
      // The first run may have been slower.
      await Promise.race([named ?? pause(randomInt(0, Math.ceil(usual))), backedUp(shop)])
      const proven = await kill()
      const files = automaticFiles(dir)
      expect(proven.some((file) => files.includes(file))).toBe(true)
      for (const name of files) if (!opened.has(name)) await expectOpens(join(dir, name))
      for (const name of files) opened.add(name)
    }
    await shop.start()
    expect(await backedUp(shop)).toMatchObject({ last: { state: 'done' } })
    await expectAllOpen(dir)
  },
)

const startRestore = (place: Place, file: string) => {
  const { dataDir, databaseUrl } = place
  const name = databaseUrl === undefined ? basename(dataDir) : new URL(databaseUrl).pathname.slice(1)
  return startCommand(place, ['restore', file, '--replace'], name)
}

test.each(ENGINES)(
  `on %s, ${KILLS} kills during restores leave the data before or after, which reconcile`,
  TIMEOUT,
  async (_name, placeOf) => {
    const place = await placeOf()
    const shop = await openShop(place.dataDir, place.databaseUrl, 3)
    endings.push(() => shop.kill())
    /** Backups with this number of categories more than a new installation. */
    const files: string[] = []
    const keep = async () => {
      await shop.stop()
      const file = join(folder(), 'copia.jsonl.gz')
      await inDatabase(place, (database) => backUp(database, file, new Date()))
      files.push(file)
    }
    await keep()
    await shop.start()
    expect(await createCategory(shop)).toBe(201)
    await keep()

    const state = () =>
      inDatabase(place, async (database) => {
        expect((await reconcile(database, { isFull: true })).isSound).toBe(true)
        const { rows } = await database.db.execute<{ count: number }>(
          sql`select count(*)::int as count from categories`,
        )
        return rows[0]?.count ?? 0
      })
    const categories = await state()
    const start = performance.now()
    const code = await startRestore(place, files[0] ?? '').ended
    const usual = performance.now() - start
    expect([code, await state()]).toEqual([0, categories - 1])

    let present = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, ended } = startRestore(place, files[1 - present] ?? '')
      await pause(randomInt(0, Math.ceil(usual)))
      child.kill('SIGKILL')
      await ended
      const found = (await state()) - categories + 1
      expect([present, 1 - present]).toContain(found)
      present = found
    }
  },
)
