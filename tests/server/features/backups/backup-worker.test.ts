import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BACKUP_MESSAGES } from '../../../../src/domain/backups/backup.ts'
import type { BackupConfig } from '../../../../src/server/config.ts'
import { backupWork } from '../../../../src/server/features/backups/backup-worker.ts'
import type { MakeBackup } from '../../../../src/server/features/backups/take-backup.ts'
import { BackupError } from '../../../../src/server/platform/backup/backup-error.ts'
import { backups } from '../../../../src/server/platform/database/schema/backups.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { jobRuns } from '../../../../src/server/platform/database/schema/tasks.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { runLane } from '../../../support/network-workers.ts'
import { people } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
const DAY = 24 * HOUR
/** Three in the morning, local time. */
const THREE = new Date('2026-11-28T07:00:00Z')

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cartelera-backups-'))
  server.clock.set(THREE)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const made =
  (state: 'proven' | 'unproven' | 'doubtful' = 'proven', message = 'Probada.'): MakeBackup =>
  async ({ path }) => {
    writeFileSync(path, 'copia')
    return { state, message, bytes: 5, sha256: 'suma' }
  }

const failing: MakeBackup = async ({ path }) => {
  writeFileSync(`${path}.partial`, 'media copia')
  throw new BackupError('No queda espacio.')
}

const work = (make: MakeBackup, settings: Partial<BackupConfig> = {}) =>
  backupWork(
    server.context,
    { dir, hour: 3, kept: { daily: 2, weekly: 0, monthly: 0 }, after: undefined, ...settings },
    { database: server.database.served, log: silentLog, make },
  )

const run = (make: MakeBackup, settings: Partial<BackupConfig> = {}) =>
  runLane(server.context, work(make, settings))

const rows = () => server.db.select().from(backups).orderBy(backups.night)
const runs = () =>
  server.db
    .select({ key: jobRuns.key, state: jobRuns.state, message: jobRuns.message })
    .from(jobRuns)
    .where(eq(jobRuns.kind, 'backup'))
    .orderBy(jobRuns.begun)

const script = (text: string): string => {
  const path = join(dir, 'programa.sh')
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o700)
  return path
}

describe('the backup of a night', () => {
  test('is made once, also if the clock jumps back, and the next one a day later', async () => {
    expect(await run(made())).toBe(1)
    expect(readdirSync(dir)).toEqual(['cartelera-auto-2026-11-28T070000Z.jsonl.gz'])
    expect(await rows()).toMatchObject([
      { night: '2026-11-28', state: 'done', proven: THREE, bytes: 5, sha256: 'suma', message: 'Probada.' },
    ])
    server.clock.advance(-2 * HOUR)
    expect(await run(made())).toBe(1)
    server.clock.set(new Date(THREE.getTime() + 23 * HOUR))
    expect(await run(made())).toBe(0)
    server.clock.advance(HOUR)
    expect(await run(made())).toBe(1)
    expect((await rows()).map(({ night }) => night)).toEqual(['2026-11-27', '2026-11-28', '2026-11-29'])
  })

  test('is made as usual after the clock was a year ahead, also if a node was killed then', async () => {
    await run(made())
    server.clock.advance(365 * DAY)
    await server.db.transaction((tx) => work(made()).claim(tx, server.clock.now(), 1))
    server.clock.advance(-364 * DAY)
    expect(await run(made())).toBe(1)
    expect((await rows()).map(({ night, state }) => `${night} ${state}`)).toEqual([
      '2026-11-28 done',
      '2026-11-29 done',
      '2027-11-28 failed',
    ])
  })

  test('is made up for after its hour', async () => {
    server.clock.set(new Date(THREE.getTime() + 20 * HOUR))
    expect(await run(made())).toBe(1)
    expect((await rows())[0]).toMatchObject({ night: '2026-11-28', state: 'done' })
  })

  test('is claimed by one node, and by another once the first has died', async () => {
    const one = work(made())
    const [row] = await server.db.transaction((tx) => one.claim(tx, server.clock.now(), 1))
    expect(row?.night).toBe('2026-11-28')
    server.clock.advance(5 * HOUR)
    expect(await run(made())).toBe(0)
    server.clock.advance(2 * HOUR)
    expect(await run(made())).toBe(1)
    if (!row) throw new Error('No row was claimed')
    const late = { state: 'failed', message: 'Tarde.' } as const
    await server.db.transaction((tx) => one.settle(tx, row, late, server.clock.now()))
    expect(await rows()).toMatchObject([{ state: 'done', attempt: 2 }])
  })

  test('that a stopping server interrupts is made at the next start', async () => {
    const stop = new AbortController()
    const one = work(async () => {
      stop.abort()
      throw new Error('aborted')
    })
    const [row] = await server.db.transaction((tx) => one.claim(tx, server.clock.now(), 1))
    if (!row) throw new Error('No row was claimed')
    const outcome = await one.perform(row, stop.signal)
    await server.db.transaction((tx) => one.settle(tx, row, outcome, server.clock.now()))
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempt: 0, message: BACKUP_MESSAGES.interrupted },
    ])
    expect(await run(made())).toBe(1)
    expect(await runs()).toMatchObject([{ state: 'done', key: '2026-11-28' }])
  })

  test('that fails is tried three times, half an hour apart, and leaves nothing', async () => {
    expect(await run(failing)).toBe(1)
    expect(await runs()).toEqual([{ key: '2026-11-28', state: 'retrying', message: 'No queda espacio.' }])
    server.clock.advance(29 * MINUTE)
    expect(await run(failing)).toBe(0)
    server.clock.advance(MINUTE)
    expect(await run(failing)).toBe(1)
    server.clock.advance(30 * MINUTE)
    expect(await run(failing)).toBe(1)
    server.clock.advance(HOUR)
    expect(await run(failing)).toBe(0)
    expect(await runs()).toEqual([{ key: '2026-11-28', state: 'failed', message: 'No queda espacio.' }])
    expect(readdirSync(dir)).toEqual([])
  })

  test('that nobody tried again before the next one has failed', async () => {
    await run(failing)
    server.clock.advance(DAY)
    expect(await run(made())).toBe(1)
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  test('says why its folder cannot be used', async () => {
    const file = join(dir, 'archivo')
    writeFileSync(file, '')
    await run(made(), { dir: file })
    expect((await rows())[0]?.message).toMatch(/^No se puede usar el archivo .+: ya existe\.$/)
    rmSync(file)
  })
})

describe('what a failed night tells', () => {
  const told = () =>
    server.db
      .select({ kind: outbox.kind, reason: outbox.reason, recipient: outbox.recipient, data: outbox.data })
      .from(outbox)

  test('goes to the subscribed webhooks, once', async () => {
    const { sa } = await people(server)
    const hook = { name: 'Guardia', url: 'https://guardia.example/', events: ['backup.failed'] }
    expect((await sa.post('/api/webhooks', hook)).status).toBe(201)
    await sa.post('/api/webhooks', { ...hook, name: 'Otro', events: ['link.down'] })
    for (const pause of [0, 30, 30]) {
      server.clock.advance(pause * MINUTE)
      await run(failing)
    }
    const [row] = await rows()
    const data = { id: row?._id, night: '2026-11-28' }
    expect(await told()).toEqual([{ kind: 'webhook', reason: 'backup.failed', recipient: '', data }])
  })
})

describe('old files', () => {
  test('are deleted once a new one has its name, never those of others', async () => {
    writeFileSync(join(dir, 'cartelera-2026-01-01T000000Z.jsonl.gz'), 'a mano')
    writeFileSync(join(dir, 'cartelera-auto-2026-11-26T070000Z.jsonl.gz'), 'vieja')
    writeFileSync(join(dir, 'cartelera-auto-2026-11-27T070000Z.jsonl.gz'), 'de ayer')
    await run(made())
    expect(readdirSync(dir).sort()).toEqual([
      'cartelera-2026-01-01T000000Z.jsonl.gz',
      'cartelera-auto-2026-11-27T070000Z.jsonl.gz',
      'cartelera-auto-2026-11-28T070000Z.jsonl.gz',
    ])
  })

  test('that cannot be deleted do not spoil the new one', async () => {
    mkdirSync(join(dir, 'cartelera-auto-2026-11-25T070000Z.jsonl.gz'))
    for (const day of [24, 26, 27])
      writeFileSync(join(dir, `cartelera-auto-2026-11-${day}T070000Z.jsonl.gz`), 'vieja')
    await run(made())
    expect(await rows()).toMatchObject([{ state: 'done', proven: THREE }])
    expect(readdirSync(dir).sort()).toEqual([
      'cartelera-auto-2026-11-25T070000Z.jsonl.gz',
      'cartelera-auto-2026-11-27T070000Z.jsonl.gz',
      'cartelera-auto-2026-11-28T070000Z.jsonl.gz',
    ])
  })

  test('include not the newest from before a restore, which forgets what was proven, until one is proven', async () => {
    await run(made())
    await server.db.delete(backups)
    const inFolder = async (state: 'proven' | 'unproven') => {
      server.clock.advance(DAY)
      await run(made(state))
      return readdirSync(dir).includes('cartelera-auto-2026-11-28T070000Z.jsonl.gz')
    }
    for (let night = 0; night < 4; night++) expect(await inFolder('unproven')).toBe(true)
    await inFolder('proven')
    expect(await inFolder('proven')).toBe(false)
  })

  test('include no proven one while later ones are unproven', async () => {
    await run(made())
    for (let night = 0; night < 4; night++) {
      server.clock.advance(DAY)
      await run(made('unproven', BACKUP_MESSAGES.unproven))
    }
    expect(readdirSync(dir).sort()).toEqual([
      'cartelera-auto-2026-11-28T070000Z.jsonl.gz',
      'cartelera-auto-2026-12-01T070000Z.jsonl.gz',
      'cartelera-auto-2026-12-02T070000Z.jsonl.gz',
    ])
  })
})

test('the last proven file stays until the proof of the next one is stored, of which a killed node stores nothing', async () => {
  const kept = { daily: 1, weekly: 0, monthly: 0 }
  await run(made(), { kept })
  const [proven = ''] = readdirSync(dir)
  server.clock.advance(DAY)
  const killed = work(made(), { kept })
  const [row] = await server.db.transaction((tx) => killed.claim(tx, server.clock.now(), 1))
  if (!row) throw new Error('No row was claimed')
  await killed.perform(row, new AbortController().signal)
  expect(readdirSync(dir)).toHaveLength(2)
  expect(readdirSync(dir)).toContain(proven)
  server.clock.advance(DAY)
  await run(made('doubtful', 'Dudosa.'), { kept })
  expect(readdirSync(dir)).toContain(proven)
})

test('the newest proven file that is still there stays, if somebody removed a newer one', async () => {
  await run(made())
  server.clock.advance(DAY)
  await run(made())
  rmSync(join(dir, 'cartelera-auto-2026-11-29T070000Z.jsonl.gz'))
  for (let night = 0; night < 3; night++) {
    server.clock.advance(DAY)
    await run(made('unproven', BACKUP_MESSAGES.unproven))
  }
  expect(readdirSync(dir)).toContain('cartelera-auto-2026-11-28T070000Z.jsonl.gz')
})

describe('a run with a file', () => {
  test('fails if the proof is doubtful, and is not repeated', async () => {
    await run(made('doubtful', BACKUP_MESSAGES.different(2)))
    server.clock.advance(HOUR)
    expect(await run(made())).toBe(0)
    expect(await rows()).toMatchObject([
      { state: 'failed', proven: null, message: BACKUP_MESSAGES.different(2), bytes: 5 },
    ])
    expect(readdirSync(dir)).toHaveLength(1)
  })

  test('ends with the program of the operator, which gets the file', async () => {
    const after = script('cp "$1" "$1.llevada"')
    await run(made(), { after })
    expect(readdirSync(dir).sort()).toEqual([
      'cartelera-auto-2026-11-28T070000Z.jsonl.gz',
      'cartelera-auto-2026-11-28T070000Z.jsonl.gz.llevada',
      'programa.sh',
    ])
    expect(await rows()).toMatchObject([{ state: 'done' }])
  })

  test('fails with the last lines of a program that fails, and stays proven', async () => {
    const after = script('echo "Permiso denegado" >&2; exit 3')
    await run(made(), { after })
    const message = `${BACKUP_MESSAGES.afterFailed('el estado 3')} Permiso denegado`
    expect(await rows()).toMatchObject([{ state: 'failed', proven: THREE, message }])
  })

  test('fails if there is no such program', async () => {
    await run(made(), { after: '/no/existe' })
    expect(await rows()).toMatchObject([
      { state: 'failed', message: BACKUP_MESSAGES.afterMissing('/no/existe') },
    ])
  })
})

describe('the state of the backups', () => {
  test('is told to sa alone, and is old after two days', async () => {
    const { sa, admin } = await people(server)
    expect((await admin.get('/api/backups/status')).status).toBe(403)
    expect((await sa.get('/api/backups/status')).body).toEqual({
      isAutomatic: false,
      proven: null,
      isOld: true,
      last: null,
    })
    await run(made())
    expect((await sa.get('/api/backups/status')).body).toMatchObject({
      isAutomatic: true,
      proven: THREE.toISOString(),
      isOld: false,
    })
  })

  test('leaves out what was made while the clock was ahead', async () => {
    await run(made())
    server.clock.advance(365 * DAY)
    await run(made())
    server.clock.advance(-362 * DAY)
    const { sa } = await people(server)
    expect((await sa.get('/api/backups/status')).body).toMatchObject({
      proven: THREE.toISOString(),
      isOld: true,
      last: { begun: THREE.toISOString() },
    })
  })
})
