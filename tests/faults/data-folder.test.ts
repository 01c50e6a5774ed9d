import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DurableFs } from '../../src/server/platform/database/embedded/durable-fs.mjs'
import { lockFolder } from '../../src/server/platform/database/embedded/lock.ts'
import {
  type EmbeddedOptions,
  openEmbedded,
} from '../../src/server/platform/database/embedded/open-embedded.ts'
import { settings } from '../../src/server/platform/database/embedded/settings.mjs'
import { DatabaseError, unavailability } from '../../src/server/platform/database/errors.ts'
import type { Database } from '../../src/server/platform/database/open.ts'
import { buildForNode } from '../support/sandbox-thread.ts'
import { silentLog } from '../support/silent-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartelera-embedded-'))
const lock = join(folder, 'database.lock')
const opened: Database[] = []

async function open(options?: EmbeddedOptions): Promise<Database> {
  const database = await openEmbedded(folder, silentLog, options)
  opened.push(database)
  return database
}

beforeAll(async () => {
  const database = await open()
  await database.db.execute(sql`create table marks (n int)`)
  await database.close()
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the data', () => {
  it('persist between starts, and are not read after closing', async () => {
    const first = await open()
    await first.db.execute(sql`insert into marks values (1)`)
    await first.close()
    await expect(first.db.execute(sql`select 1`)).rejects.toSatisfy(
      (error) => unavailability(error) === 'away',
    )
    expect(await first.health()).toBe(false)
    const second = await open()
    expect((await second.db.execute(sql`delete from marks returning n`)).rows).toEqual([{ n: 1 }])
  })

  it('survive a thread terminated during a transaction, which is rolled back', async () => {
    const database = await open({ statementLimit: 2_000 })
    await database.db.execute(sql`insert into marks values (1)`)
    const endless = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into marks values (2)`)
      await tx.execute(sql`select count(*) from generate_series(1, 1000000000)`)
    })
    const marks = async () => (await database.db.execute(sql`select n from marks`)).rows
    const error = await endless.then(
      () => undefined,
      (reason) => reason,
    )
    expect(unavailability(error)).toBe('away')
    // Until the next thread is ready, statements fail with the database being unreachable.
    await expect.poll(() => database.health()).toBe(true)
    expect(await marks()).toEqual([{ n: 1 }])
    await database.db.execute(sql`delete from marks`)
  })
})

describe('the files', () => {
  const readableByOthers = () => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    expect(entries.length).toBeGreaterThan(100)
    return entries
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
  }

  it('are readable by their owner only, also those created later', async () => {
    const { db } = await open()
    await db.execute(
      sql`create table later as select n, repeat('x', 900) as text from generate_series(1, 5000) n`,
    )
    await db.execute(sql`checkpoint`)
    expect(readableByOthers()).toEqual([])
  })

  it('get these permissions back if a folder was open to others', async () => {
    chmodSync(folder, 0o755)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
    const before = process.umask(0o022)
    const { db } = await open()
    await db.execute(sql`drop table if exists later`)
    await db.execute(sql`create table later as select generate_series(1, 5000) n`)
    await db.execute(sql`checkpoint`)
    expect(readableByOthers()).toEqual([])
    process.umask(before)
  })
})

describe('a disk', () => {
  const MIB = 1_048_576

  it('that is nearly full rejects writes until there is space', async () => {
    let free = 500 * MIB
    const database = await open({ freeSpace: () => free })
    const write = () => database.db.execute(sql`insert into marks values (1)`).then()
    await write()
    expect(await database.readiness()).toBeUndefined()
    free = 10 * MIB
    await expect.poll(() => database.readiness()).toBe('disk-full')
    await expect(write()).rejects.toSatisfy((error) => unavailability(error) === 'disk-full')
    const inTransaction = database.db.transaction((tx) => tx.execute(sql`insert into marks values (2)`))
    await expect(inTransaction).rejects.toSatisfy((error) => unavailability(error) === 'disk-full')
    expect((await database.db.execute(sql`select n from marks`)).rows).toEqual([{ n: 1 }])
    expect(await database.health()).toBe(true)
    free = 500 * MIB
    await expect.poll(() => database.readiness()).toBeUndefined()
    await write()
    await database.db.execute(sql`delete from marks`)
  })

  it('that is full prevents the start, is named, and leaves no lock', async () => {
    await expect(open({ freeSpace: () => 7.9 * MIB })).rejects.toThrow(
      `No queda espacio en el disco de la carpeta de datos ${folder}: hay 7 MiB libres`,
    )
    lockFolder(folder)()
  })
})

it('every commit is synced to the disk before it is confirmed', async () => {
  const synced = vi.spyOn(fs, 'fsyncSync')
  const engine = await PGlite.create({ ...settings, fs: new DurableFs(join(folder, 'database')) })
  try {
    for (let n = 1; n <= 5; n++) {
      const before = synced.mock.calls.length
      await engine.query('insert into marks values ($1)', [n])
      expect(synced.mock.calls.length).toBeGreaterThan(before)
    }
    const before = synced.mock.calls.length
    await engine.query('select n from marks')
    expect(synced.mock.calls.length).toBe(before)
    await engine.exec('delete from marks')
    const { rows } = await engine.query('show fsync')
    expect(rows).toEqual([{ fsync: 'on' }])
  } finally {
    await engine.close()
    synced.mockRestore()
  }
})

describe('the lock', () => {
  const take = () => lockFolder(folder)()

  it('rejects a second opening, naming folder and process', async () => {
    await open()
    const second = openEmbedded(folder, silentLog)
    await expect(second).rejects.toThrow(DatabaseError)
    await expect(second).rejects.toThrow(
      `La carpeta de datos ${folder} ya está en uso por otro proceso (pid ${process.pid})`,
    )
  })

  it('rejects while another process holds it', () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    try {
      writeLock({ pid: other.pid, started: startOf(other.pid) })
      expect(take).toThrow(`pid ${other.pid}`)
    } finally {
      other.kill('SIGKILL')
      rmSync(lock, { recursive: true })
    }
  })

  it('is taken over from an ended process', () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeLock({ pid, started: '1' })
    take()
  })

  it('is taken over if its process id was reused', () => {
    writeLock({ pid: process.ppid, started: 'another time' })
    take()
    writeLock({ pid: process.pid, started: 'another time' })
    take()
  })

  it('of another host is valid while it is refreshed', () => {
    writeLock({ pid: 1, started: '1', host: 'another-machine' })
    expect(take).toThrow('pid 1 en another-machine')
    utimesSync(join(lock, 'holder'), 1, 1)
    take()
  })

  it('is taken over if it is unreadable', () => {
    writeLock(undefined)
    take()
  })

  it('removes leftovers of a process that ended while taking it', () => {
    mkdirSync(`${lock}.left`)
    writeFileSync(join(`${lock}.left`, 'left'), '{}')
    const release = lockFolder(folder)
    expect(readdirSync(folder).filter((name) => name.startsWith('database.lock'))).toEqual(['database.lock'])
    release()
  })
})

describe('concurrently started processes', () => {
  const STARTERS = 4
  const ROUNDS = 10
  let starters: ChildProcess[] = []
  let built: Awaited<ReturnType<typeof buildForNode>>

  const answerOf = async (starter: ChildProcess, order?: string): Promise<unknown> => {
    const answer = once(starter, 'message')
    if (order !== undefined) starter.send(order)
    return (await answer)[0]
  }

  beforeAll(async () => {
    built = await buildForNode('tests/support/lock-taker.ts', 'lock-taker.js')
    starters = Array.from({ length: STARTERS }, () => fork(built.file, [folder]))
    await Promise.all(starters.map((starter) => answerOf(starter)))
  })
  afterAll(() => {
    for (const starter of starters) starter.disconnect()
    built.remove()
  })

  const { pid } = spawnSync(process.execPath, ['-e', ''])
  it.each([
    ['on no lock', () => {}],
    ['on the lock of a process that has ended', () => writeLock({ pid, started: '1' })],
    ['on a lock that cannot be read', () => writeLock(undefined)],
    [
      'on the silent lock of another machine',
      () => utimesSync(writeLock({ pid: 1, started: '1', host: 'another-machine' }), 1, 1),
    ],
  ])('get the lock one at a time %s', async (_, prepare) => {
    for (let round = 0; round < ROUNDS; round++) {
      prepare()
      const answers = await Promise.all(starters.map((starter) => answerOf(starter, 'take')))
      expect(answers.sort()).toEqual([...Array(STARTERS - 1).fill('refused'), 'taken'])
      await Promise.all(starters.map((starter) => answerOf(starter, 'release')))
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('database.lock'))).toEqual([])
  })
})

it('names a folder that it could not open', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'cartelera-broken-'))
  writeFileSync(join(broken, 'database'), 'not a folder')
  await expect(openEmbedded(broken, silentLog)).rejects.toThrow(
    `No se pudo abrir la base de datos de la carpeta ${broken}`,
  )
  rmSync(broken, { recursive: true })
})

/** Writes the lock of another process, or an unreadable one; returns its file. */
function writeLock(holder: { pid: number | undefined; started: string; host?: string } | undefined): string {
  const own = { host: hostname() }
  const file = join(lock, 'holder')
  mkdirSync(lock, { recursive: true })
  writeFileSync(file, holder ? JSON.stringify({ ...own, ...holder }) : '{"pid":')
  return file
}

function startOf(pid: number | undefined): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
