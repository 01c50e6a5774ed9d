import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSION } from '../../../src/domain/version.ts'
import { checkInstallation } from '../../../src/server/commands/check.ts'
import { migrateDatabase } from '../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../src/server/platform/database/open.ts'
import { deadUrl, mailServer, PASSWORD, USER } from '../../support/mail-server.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { silentLog } from '../../support/silent-log.ts'
import { databaseUrl } from '../../support/test-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartelera-check-'))
const BACKUP_RECIPIENT = 'age1fwnu038jwd29vyrly4stewqllgctz4pqqv8xgxz50crl6ace39jqqkzkel'
const BACKUP_IDENTITY = 'AGE-SECRET-KEY-15V4ER29T6SKW2C6CXFN4L9E4P8NMF5D00KHXQJZH858NM6S7J8KQYSA0JS'
const mails = mailServer()
const LATER_MIGRATION = sql`
  insert into drizzle.__drizzle_migrations (hash, created_at) select 'later', max(created_at) + 1 from drizzle.__drizzle_migrations`

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines of the check in an environment; a map from subject to the rest of its line, with its mark. */
const check = async (env: Record<string, string>, flags: readonly string[] = []) => {
  for (const [name, value] of Object.entries({ PORT: '0', DATA_DIR: join(folder, 'none'), ...env }))
    vi.stubEnv(name, value)
  const lines: string[] = []
  const args = { command: 'check', flags: new Set(flags), argument: '' }
  const problems = await checkInstallation(args, (line) => lines.push(line))
  vi.unstubAllEnvs()
  expect(lines.filter((line) => line.startsWith('✘'))).toHaveLength(problems)
  const parts = lines.map((line) => /^(\S) (.*?): (.*)$/.exec(line) ?? [])
  const texts = new Map(parts.map(([, mark, subject, text]) => [subject, `${mark} ${text}`]))
  return { lines, problems, at: (subject: string) => texts.get(subject) ?? '' }
}

const listen = (): Promise<{ server: Server; port: string }> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, port: String((server.address() as AddressInfo).port) }),
    )
  })

describe('cartelera check', () => {
  test('names each wrong variable, and nothing that depends on them', async () => {
    const { lines } = await check({ TIME_ZONE: 'Marte', PORT: '3000x' })
    expect(lines).toEqual([
      `✔ Programa: Cartelera ${VERSION}, con Node ${process.versions.node}`,
      '✘ Configuración: PORT: debe ser un número entero entre 0 y 65535',
      expect.stringMatching(/^✘ Configuración: TIME_ZONE: no es una zona horaria/),
    ])
  })

  test('names a port that another program uses', async () => {
    const { server, port } = await listen()
    expect((await check({ PORT: port })).at('Puerto')).toBe(
      `✘ otro programa usa el ${port}: ciérrelo, o elija otro con PORT.`,
    )
    await new Promise((resolve) => server.close(resolve))
    expect((await check({ PORT: port })).at('Puerto')).toBe(`✔ ${port} de 127.0.0.1, libre`)
  })

  test('names a host that this machine does not have', async () => {
    expect((await check({ PORT: '3000', HOST: '192.0.2.1' })).at('Puerto')).toMatch(/^✘ 192\.0\.2\.1 .*HOST/)
  })

  test('warns of https without a trusted proxy', async () => {
    const { problems, at } = await check({ PUBLIC_URL: 'https://cartelera.example' })
    expect(at('Proxy')).toMatch(/^⚠ .*TRUST_PROXY/)
    expect(problems).toBe(0)
    expect((await check({ TRUST_PROXY: 'on', PUBLIC_URL: 'https://cartelera.example' })).at('Proxy')).toMatch(
      /^✔/,
    )
  })
})

test('says when backups are made and whether they are encrypted, and warns of an identity beside the server', async () => {
  const backups = async (env: Record<string, string>) => (await check(env)).at('Copias de seguridad')
  expect(await backups({})).toBe(
    '✔ a mano, sin BACKUP_DIR; sin cifrar, sin BACKUP_RECIPIENT ni BACKUP_PASSPHRASE',
  )
  expect(await backups({ BACKUP_RECIPIENT })).toMatch(new RegExp(`; cifradas para ${BACKUP_RECIPIENT}$`))
  expect(await backups({ BACKUP_PASSPHRASE: 'una frase larga' })).toMatch(/; cifradas con BACKUP_PASSPHRASE$/)
  const nightly = await check({ BACKUP_DIR: join(folder, 'copias'), BACKUP_HOUR: '4' })
  expect(nightly.at('Copias de seguridad')).toMatch(/^✔ cada noche a las 4; /)
  expect(nightly.at('Carpeta de las copias')).toMatch(/^✔ .+copias, que se creará$/)
  expect(await backups({ BACKUP_RECIPIENT, BACKUP_IDENTITY })).toMatch(/^⚠ BACKUP_IDENTITY abre las copias/)
})

describe('the mail server', () => {
  const from = { MAIL_FROM: 'avisos@example.org', PUBLIC_URL: 'http://127.0.0.1' }

  test('is signed in to, without sending a mail', async () => {
    const url = mails.url(`${USER}:${encodeURIComponent(PASSWORD)}`)
    expect((await check({ ...from, SMTP_URL: url })).at('Correo')).toMatch(/^✔ .*no se envió nada/)
    expect(mails.mailed).toEqual([])
  })

  test('is a problem if it does not accept the credentials or does not respond', async () => {
    const wrong = await check({ ...from, SMTP_URL: mails.url(`${USER}:otra`) })
    expect(wrong.at('Correo')).toMatch(/^✘ .*no acepta el usuario o la clave.*SMTP_URL/)
    expect(wrong.at('Correo')).not.toContain('otra')
    expect((await check({ ...from, SMTP_URL: await deadUrl() })).at('Correo')).toMatch(/^✘ .*no responde/)
  })
})

describe('the embedded database', () => {
  const dataDir = join(folder, 'data')
  const open = () => openDatabase({ dataDir, log: silentLog })

  test('need not exist yet, and is not created', async () => {
    const { problems, at } = await check({})
    expect([problems, at('Base de datos')]).toEqual([0, '✔ embebida; el primer inicio la crea'])
    expect(at('Carpeta de datos')).toBe(`✔ ${join(folder, 'none')}, que se creará`)
    expect(readdirSync(folder)).toEqual([])
  })

  test('is a problem in a folder that is a file, or of another user', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect((await check({ DATA_DIR: join(file, 'data') })).at('Carpeta de datos')).toBe(
      `✘ ${file} no es una carpeta: corrija DATA_DIR.`,
    )
    const foreign = join(folder, 'foreign')
    mkdirSync(join(foreign, 'database'), { recursive: true })
    vi.spyOn(process, 'getuid').mockReturnValue(4_000_000)
    const { at } = await check({ DATA_DIR: foreign })
    expect(at('Carpeta de datos')).toMatch(
      /^✘ .* es de otro usuario \(uid \d+, este es 4000000\).*chown.*DATA_DIR/,
    )
    // Opening it would leave files of this user in it.
    expect(at('Base de datos')).toBe('')
  })

  test('is examined while no server has it open: its version, its contents', async () => {
    const database = await open()
    await migrateDatabase(database)
    const running = await check({ DATA_DIR: dataDir })
    expect(running.at('Base de datos')).toBe(
      `✔ embebida, abierta por el proceso ${process.pid}; se revisa detenido`,
    )
    await database.db.execute(sql`insert into installation (is_demo, date) values (true, now())`)
    await database.close()

    const { problems, at } = await check({ DATA_DIR: dataDir })
    expect(at('Versión de los datos')).toBe('✔ la de este programa')
    expect(at('Datos')).toMatch(/^✘ .*datos de demostración.*DATA_DIR/)
    expect(at('Claves')).toMatch(/^⚠ sin FACTOR_KEY/)
    expect(problems).toBe(1)

    const again = await open()
    await again.db.execute(LATER_MIGRATION)
    await again.close()
    expect((await check({ DATA_DIR: dataDir }, ['--demo'])).at('Versión de los datos')).toMatch(
      /^✘ son de una versión posterior de Cartelera: instale esa/,
    )
  })
})

describe('PostgreSQL', () => {
  let server: PostgresServer
  const at = (role: string, name = 'cartelera') => {
    const url = new URL(databaseUrl(server.url, name))
    url.username = role
    return url.href
  }
  const run = async (url: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const asAdmin = (...statements: string[]) => run(at('postgres'), ...statements)
  const withDatabase = async (work: (database: Database) => Promise<unknown>) => {
    const urls = { databaseUrl: at('worker'), databaseOwnerUrl: at('owner') }
    const database = await openDatabase({ ...urls, dataDir: '', log: silentLog })
    await work(database).finally(() => database.close())
  }

  beforeAll(async () => {
    server = await startPostgres()
    await run(
      server.url,
      'create role owner login',
      'create role worker login',
      'create database cartelera owner owner',
    )
    await asAdmin('alter schema public owner to owner', 'revoke create on schema public from public')
  })
  afterAll(() => server?.remove())

  test('may be empty, if the role may create the tables', async () => {
    const { problems, at: line } = await check({ DATABASE_URL: at('owner') })
    expect(problems).toBe(0)
    expect(line('Base de datos')).toMatch(/^✔ PostgreSQL \d+/)
    expect(line('Versión de los datos')).toBe('✔ el primer inicio crea las tablas')
    expect(line('Permisos')).toMatch(/^✔ el rol owner/)
    expect((await check({ DATABASE_URL: at('worker') })).at('Permisos')).toBe(
      '✘ el rol worker no puede crear tablas: ejecute GRANT CREATE ON DATABASE cartelera TO worker; ' +
        'GRANT CREATE ON SCHEMA public TO worker.',
    )
  })

  test('may have two roles, of which that of the server has no rights too many', async () => {
    await withDatabase(migrateDatabase)
    const roles = { DATABASE_URL: at('worker'), DATABASE_OWNER_URL: at('owner') }
    const sound = await check(roles)
    expect(sound.problems).toBe(0)
    expect(sound.at('Permisos')).toMatch(/^✔ el rol owner es el propietario.*worker/)
    await asAdmin('grant update on license_transactions to worker')
    expect((await check(roles)).at('Permisos')).toMatch(/^✘ .*license_transactions/)
    await asAdmin('revoke update on license_transactions from worker')
    expect((await check({ DATABASE_URL: at('worker') })).at('Permisos')).toMatch(/^✘ .*DATABASE_OWNER_URL/)
  })

  test('must allow the connections of a node', async () => {
    expect((await check({ DATABASE_URL: at('owner') })).at('Conexiones')).toMatch(/^✔ un nodo abre hasta 13/)
    await asAdmin('alter role owner connection limit 12')
    expect((await check({ DATABASE_URL: at('owner') })).at('Conexiones')).toMatch(
      /^✘ .* permite 12 .*DATABASE_POOL/,
    )
    await asAdmin('alter role owner connection limit -1')
  })

  test('is a problem as a replica that follows nobody, of a later version, closed to writes, or away', async () => {
    const replicas = { DATABASE_URL: at('owner'), DATABASE_REPLICA_URLS: at('owner') }
    expect(
      (await check(replicas)).lines.filter((line) => /^✘ Réplica .*DATABASE_REPLICA_URLS/.test(line)),
    ).toHaveLength(1)
    await withDatabase(({ exclusively }) => exclusively((db) => db.execute(LATER_MIGRATION)))
    expect((await check({ DATABASE_URL: at('owner') })).at('Versión de los datos')).toMatch(
      /^✘ .*versión posterior/,
    )
    await asAdmin('alter database cartelera set default_transaction_read_only = on')
    expect((await check({ DATABASE_URL: at('owner') })).at('Base de datos')).toMatch(
      /^✘ solo acepta lecturas/,
    )
    const gone = await check({ DATABASE_URL: 'postgres://owner:secreto@127.0.0.1:1/cartelera' })
    expect(gone.at('Base de datos')).toMatch(/^✘ DATABASE_URL: no se puede usar .*127\.0\.0\.1:1\/cartelera/)
    expect(gone.lines.join()).not.toContain('secreto')
  })

  test('is a problem with the tables of another program', async () => {
    await run(server.url, 'create database shop owner owner')
    await run(at('owner', 'shop'), 'create table goods (id int)')
    expect((await check({ DATABASE_URL: at('owner', 'shop') })).at('Versión de los datos')).toMatch(
      /^✘ hay tablas que no son de Cartelera/,
    )
  })
})
