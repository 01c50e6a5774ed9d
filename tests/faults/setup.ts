import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject } from 'vitest'
import { type Database, openDatabase } from '../../src/server/platform/database/open.ts'
import { administer } from '../support/check-database.ts'
import { silentLog } from '../support/silent-log.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { processedIds, type Shop } from './shop.ts'

const MIB = 1_048_576

/** Clean-up after each test, in reverse order, and temporary folders and disks; call it at the top of the file. */
export function testCleanUp() {
  const endings: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'cartelera-faults-'))
    endings.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }
  /** A disk of this many MiB in memory; requires permission to mount. */
  const smallDisk = (size: number) => {
    const path = folder()
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', path], { stdio: 'pipe' })
    } catch (error) {
      throw new Error('This test fills a disk: run it as root, or where `mount -t tmpfs` may be used', {
        cause: error,
      })
    }
    endings.push(() => execFileSync('umount', ['--lazy', path]))
    const ballast = join(path, 'ballast')
    return {
      path,
      /** Leaves this many MiB free, by default nothing. */
      fill: (left?: number) => {
        const { bavail, bsize } = statfsSync(path)
        try {
          // The figure is not exact.
          writeFileSync(ballast, Buffer.alloc(bavail * bsize - (left ?? -1) * MIB))
        } catch (error) {
          if (left !== undefined) throw error
        }
      },
      free: () => rmSync(ballast),
    }
  }
  return { endings, folder, smallDisk }
}

/** Where the data of a server are: the embedded database of a folder, or PostgreSQL. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** Works in a database; the embedded one must not have a server. */
export async function inDatabase<T>(
  { dataDir, databaseUrl }: Place,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir, log: silentLog })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Starts a command of the built product, as an operator who types `input`; `ended` resolves to its exit code. */
export const startCommand = ({ dataDir, databaseUrl }: Place, parameters: readonly string[], input = '') => {
  const child = spawn(process.execPath, ['--liftoff-only', 'dist/server/main.js', ...parameters], {
    env: { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // A killed command does not read it.
  child.stdin.on('error', () => undefined).end(`${input}\n`)
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code)
  return { child, ended }
}

/** URL of a new, empty PostgreSQL database. */
export async function newDatabase(): Promise<string> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('The faults need PostgreSQL')
  const name = `${engine.run}_${randomBytes(4).toString('hex')}`
  await administer(engine.url, `create database ${name}`)
  return databaseUrl(engine.url, name)
}

/** Every confirmed sale is in the ledger exactly once, and the ledger reconciles. */
export async function expectSound(shop: Shop, sold: readonly string[]): Promise<void> {
  const ids = await processedIds(shop)
  expect(new Set(ids).size).toBe(ids.length)
  expect(sold.filter((id) => !ids.includes(id))).toEqual([])
  const { status, body } = await shop.sa.call('GET', '/api/reconciliation')
  expect(status).toBe(200)
  expect(body.isSound).toBe(true)
}
