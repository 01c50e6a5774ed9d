import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { run as backup } from '../../../src/server/commands/backup.ts'
import type { CommandArguments } from '../../../src/server/commands/command-line.ts'
import { run as restore } from '../../../src/server/commands/restore.ts'
import { migrateDatabase } from '../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../src/server/platform/database/open.ts'
import { webhooks } from '../../../src/server/platform/database/schema/outbox.ts'
import { installation } from '../../../src/server/platform/database/schema/settings.ts'
import { Sealer, sealingKeyId, webhookSecret } from '../../../src/server/platform/sealing/sealer.ts'
import { silentLog } from '../../support/silent-log.ts'
import { databaseUrl } from '../../support/test-engine.ts'

const BACKUP_RECIPIENT = 'age1fwnu038jwd29vyrly4stewqllgctz4pqqv8xgxz50crl6ace39jqqkzkel'
const BACKUP_IDENTITY = 'AGE-SECRET-KEY-15V4ER29T6SKW2C6CXFN4L9E4P8NMF5D00KHXQJZH858NM6S7J8KQYSA0JS'
const KEY = Buffer.alloc(32, 1)
const FACTOR_KEY = KEY.toString('base64')
const sealer = new Sealer({ factorKeys: [KEY] })
const keyId = sealingKeyId(sealer.seal('', webhookSecret(''))) ?? ''

const folder = mkdtempSync(join(tmpdir(), 'cartelera-commands-'))

/** Runs a command in an environment with lines of standard input; returns what it says. */
const say = async (
  run: (args: CommandArguments) => Promise<void>,
  argument: string,
  { env, flags = [], input = [] }: { env: Record<string, string>; flags?: string[]; input?: string[] },
): Promise<string> => {
  for (const [name, value] of Object.entries({ INIT_CWD: folder, TIME_ZONE: 'UTC', ...env }))
    vi.stubEnv(name, value)
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text)
    return true
  })
  // Stays open after its lines, as a terminal does.
  const stdin = new Readable({ read: () => undefined })
  for (const lines of input) stdin.push(lines)
  if (input.length === 0) stdin.push(null)
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as never)
  // The handlers of signals would outlive the command.
  vi.spyOn(process, 'on').mockReturnValue(process)
  try {
    await run({ command: 'test', flags: new Set(flags), argument })
  } finally {
    // Otherwise the process would not end.
    expect(stdin.destroyed).toBe(output.includes('escriba su nombre'))
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
  return output
}

const use = async <T>(env: Record<string, string>, work: (database: Database) => Promise<T>): Promise<T> => {
  const options = { dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL, log: silentLog }
  const database = await openDatabase({ ...options, applicationName: 'test' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const fill = (env: Record<string, string>, name: string) =>
  use(env, async (database) => {
    await migrateDatabase(database)
    const now = new Date()
    await database.db.insert(installation).values({ isDemo: false, date: now })
    const secret = sealer.seal('whsec_uno', webhookSecret('uno'))
    const webhook = { name, url: 'https://crm.example/', events: [], dateCreate: now, dateUpdate: now }
    await database.db.insert(webhooks).values({ _id: 'uno', ...webhook, secret })
  })

const nameIn = (env: Record<string, string>) =>
  use(env, async ({ db }) => (await db.select().from(webhooks))[0]?.name)

const serverUrl = (): string => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('This file runs on PostgreSQL')
  return engine.url
}
const onServer = (statement: string) =>
  use({ DATABASE_URL: serverUrl() }, ({ db }) => db.execute(sql.raw(statement)))

const created: string[] = []

/** The environment of a new database without tables. */
const newDatabase = async () => {
  const name = `commands_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name} template template0`)
  created.push(name)
  return { DATABASE_URL: databaseUrl(serverUrl(), name), name }
}

let source: Record<string, string>

beforeAll(async () => {
  source = await newDatabase()
  await fill(source, 'CRM')
})
afterAll(async () => {
  for (const name of created) await onServer(`drop database ${name}`)
  rmSync(folder, { recursive: true, force: true })
})

describe('cartelera backup', () => {
  afterEach(() => {
    for (const name of readdirSync(folder).filter((each) => each.startsWith('cartelera-')))
      rmSync(join(folder, name))
  })

  test('writes a plain file without a key, and says so', async () => {
    const output = await say(backup, '', { env: source })
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('cartelera-'))
    expect(name).toMatch(/^cartelera-[\d-]+T\d+Z\.jsonl\.gz$/)
    expect(output).toContain(`guardada en ${join(folder, name)}\n`)
    expect(output).toContain('no está cifrada: guárdela en un lugar seguro')
    expect(readFileSync(join(folder, name)).readUInt16BE()).toBe(0x1f8b)
  })

  test('encrypts with the recipient, and says what opens the file', async () => {
    const output = await say(backup, '', { env: { ...source, BACKUP_RECIPIENT } })
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('cartelera-'))
    expect(name).toMatch(/^cartelera-[\d-]+T\d+Z\.jsonl\.gz\.age$/)
    expect(output).toContain(`cifrada para ${BACKUP_RECIPIENT}: solo la abre su clave privada`)
    expect(readFileSync(join(folder, name), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })
})

describe('cartelera restore', () => {
  const plain = join(folder, 'copia.jsonl.gz')
  const encrypted = join(folder, 'copia.jsonl.gz.age')

  beforeAll(async () => {
    await say(backup, plain, { env: source })
    await say(backup, encrypted, { env: { ...source, BACKUP_RECIPIENT } })
  })

  test('asks nothing for an empty database, and says what comes back and what does not', async () => {
    const env = await newDatabase()
    const output = await say(restore, encrypted, { env: { ...env, BACKUP_IDENTITY, FACTOR_KEY } })
    const lines = output.split('\n')
    expect(lines[0]).toMatch(/^Copia del \d/)
    expect(lines[1]).toMatch(/^Tablas: \d+\. Filas: \d+\.$/)
    expect(lines[2]).toMatch(/^Todo vuelve a ese momento: las contraseñas de entonces/)
    expect(lines[3]).toMatch(
      /^No vuelven las sesiones, las claves de API, .* y el estado de la conciliación\.$/,
    )
    expect(output).toContain(`necesitan la clave ${keyId} (FACTOR_KEY).\n`)
    expect(output).not.toContain('Se borrarán')
    expect(output.indexOf('Restaurada la copia')).toBeGreaterThan(output.indexOf(keyId))
    expect(await nameIn(env)).toBe('CRM')
  })

  test('names the variable of the key that an encrypted file needs, and writes nothing', async () => {
    const env = await newDatabase()
    await expect(say(restore, encrypted, { env })).rejects.toThrow('indique su clave con BACKUP_IDENTITY')
    const tables = await use(env, ({ db }) =>
      db.execute(sql`select from pg_tables where schemaname = 'public'`),
    )
    expect(tables.rows).toEqual([])
  })

  test('replaces data only once the name of the database was typed', async () => {
    const env = await newDatabase()
    await fill(env, 'Otro')
    await expect(say(restore, plain, { env })).rejects.toThrow('La base de datos no está vacía')
    const replace = (...input: string[]) => say(restore, plain, { env, input, flags: ['--replace'] })
    for (const input of [[], ['\n'], ['otra\n'], [`${env.name}x\n${env.name}\n`]])
      await expect(replace(...input)).rejects.toThrow(`no se escribió el nombre ${env.name}. Nada cambió.`)
    expect(await nameIn(env)).toBe('Otro')
    const output = await replace(`${env.name}\n`)
    expect(output).toContain(
      `la base de datos ${env.name}. Para continuar, escriba su nombre (${env.name}):\n`,
    )
    expect(output).toContain(`a esta configuración le falta ${keyId}.`)
    expect(await nameIn(env)).toBe('CRM')
  })

  test('asks for the name of the folder of an embedded database', async () => {
    const env = { DATA_DIR: join(folder, 'datos') }
    await fill(env, 'Otro')
    const wrong = say(restore, plain, { env, input: ['postgres\n'], flags: ['--replace'] })
    await expect(wrong).rejects.toThrow('no se escribió el nombre datos. Nada cambió.')
  })
})
