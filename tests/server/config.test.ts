import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, demoEnvironment, readConfig } from '../../src/server/config.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const RECIPIENT = 'age1fwnu038jwd29vyrly4stewqllgctz4pqqv8xgxz50crl6ace39jqqkzkel'
const IDENTITY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX'

it('the demo has its own folder, and makes no backups among those of another installation', () => {
  const config = readConfig(demoEnvironment({ BACKUP_DIR: '/copias' }))
  expect(config.dataDir).toBe(resolve('data-demo'))
  expect(config.backups).toBeUndefined()
})

describe('readConfig', () => {
  it('has defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseReplicaUrls: [],
      databasePool: 10,
      databaseStatementNames: true,
      saName: 'sa',
      saPassword: undefined,
      platforms: undefined,
      timeZone: 'America/Santo_Domingo',
      trustProxy: false,
      omdbApiKey: undefined,
      omdbUrl: 'https://www.omdbapi.com/',
      allowPrivateGuides: false,
      allowPrivateLinks: false,
      allowPrivateWebhooks: false,
      mail: undefined,
      youtubeUrl: 'https://www.youtube.com/oembed',
      strictPasswords: false,
      logLevel: 'info',
      requestLimit: 6_000,
      hstsSubdomains: false,
      factorKeys: [],
      backupKey: undefined,
      backupIdentity: undefined,
      metricsToken: undefined,
      retentionVisits: undefined,
      retentionAudit: undefined,
      retentionPending: 30,
      retentionDir: resolve('data-archive'),
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', '0', { port: 0 }],
    [
      'DATABASE_URL',
      'postgresql://u:p%40@db.example:6432/tv?sslmode=require',
      {
        databaseUrl: 'postgresql://u:p%40@db.example:6432/tv?sslmode=require',
      },
    ],
    ['DATABASE_POOL', '5', { databasePool: 5 }],
    ['DATABASE_POOL', ' 500 ', { databasePool: 500 }],
    ['DATABASE_STATEMENT_NAMES', 'off', { databaseStatementNames: false }],
    ['CARTELERA_SA_PASSWORD', ' with spaces ', { saPassword: ' with spaces ' }],
    ['CARTELERA_PLATFORMS', 'com.one.tv, com.two.tv,com.one.tv', { platforms: ['com.one.tv', 'com.two.tv'] }],
    ['TIME_ZONE', 'Europe/Madrid', { timeZone: 'Europe/Madrid' }],
    ['TRUST_PROXY', 'on', { trustProxy: 1 }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8,::1' }],
    ['ALLOW_PRIVATE_GUIDES', 'ON', { allowPrivateGuides: true }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['METRICS_TOKEN', 'una-clave-de-metricas', { metricsToken: 'una-clave-de-metricas' }],
    ['FACTOR_KEY', ` ${KEY} `, { factorKeys: [Buffer.alloc(32, 7)] }],
    ['BACKUP_RECIPIENT', ` ${RECIPIENT}`, { backupKey: { recipient: RECIPIENT } }],
    ['REQUEST_LIMIT', '0', { requestLimit: 0 }],
    ['DEMO_RESET_HOURS', '720', { demoResetHours: 720 }],
    ['HSTS_SUBDOMAINS', 'on', { hstsSubdomains: true }],
    ['RETENTION_VISITS', '24', { retentionVisits: 24 }],
    ['RETENTION_AUDIT', '60', { retentionAudit: 60 }],
    ['RETENTION_PENDING', '7', { retentionPending: 7 }],
    ['RETENTION_DIR', 'old', { retentionDir: resolve('old') }],
    ['DATA_DIR', 'place', { retentionDir: resolve('place-archive') }],
    [
      'BACKUP_DIR',
      'copies',
      {
        backups: {
          dir: resolve('copies'),
          hour: 3,
          kept: { daily: 7, weekly: 4, monthly: 12 },
          after: undefined,
        },
      },
    ],
    ['BACKUP_KEEP', '3,0,0', { backups: undefined }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it.each([
    ['PORT', '70000'],
    ['DEMO_RESET_HOURS', '0'],
    ['DEMO_RESET_HOURS', '721'],
    ['RETENTION_VISITS', '0'],
    ['RETENTION_VISITS', '24m'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_KEEP', '7'],
    ['BACKUP_KEEP', '7,-1,0'],
    ['BACKUP_AFTER', 'rclone copy'],
    ['BACKUP_CHECK_URL', 'postgres://db.example/check'],
    ['RETENTION_PENDING', '0'],
    ['PORT', '3000x'],
    ['HOST', ' '],
    ['DATABASE_URL', 'mysql://localhost/tv'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_DIRECT_URL', 'postgres://db.example/tv'],
    ['DATABASE_OWNER_URL', 'postgres://db.example/tv'],
    ['DATABASE_OWNER_URL', 'localhost'],
    ['DATABASE_REPLICA_URLS', 'postgres://db.example/tv'],
    ['DATABASE_POOL', '4'],
    ['DATABASE_POOL', '501'],
    ['DATABASE_POOL', '1e2'],
    ['DATABASE_STATEMENT_NAMES', 'sometimes'],
    ['CARTELERA_SA_NAME', ' '],
    ['CARTELERA_PLATFORMS', ' , '],
    ['CARTELERA_PLATFORMS', 'a b'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TRUST_PROXY', 'maybe'],
    ['OMDB_URL', 'ftp://films.example'],
    ['ALLOW_PRIVATE_GUIDES', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ['FACTOR_KEY', 'x'],
    ['FACTOR_KEY', KEY.slice(0, -1)],
    ['FACTOR_KEY', Buffer.alloc(31).toString('base64')],
    ['FACTOR_KEY', Buffer.alloc(33).toString('base64')],
    ['FACTOR_KEY_OLD', KEY],
    ['BACKUP_RECIPIENT', RECIPIENT.replace('fwnu', 'fwnv')],
    ['BACKUP_RECIPIENT', IDENTITY],
    ['BACKUP_RECIPIENT', RECIPIENT.toUpperCase()],
    ['BACKUP_PASSPHRASE', 'once letras'],
    ['BACKUP_IDENTITY', RECIPIENT],
    ['BACKUP_IDENTITY', IDENTITY.slice(0, -1)],
    ['BACKUP_IDENTITY', `${IDENTITY}\n${IDENTITY}`],
    ['METRICS_TOKEN', 'corta'],
    ['METRICS_TOKEN', 'con espacios y larga'],
  ])('rejects %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`\\b${name}: `))
  })

  it('accepts one way to encrypt backups, and says no secret', () => {
    const both = () => readConfig({ BACKUP_RECIPIENT: RECIPIENT, BACKUP_PASSPHRASE: 'una frase larga' })
    expect(both).toThrow('BACKUP_PASSPHRASE: no se usa junto con BACKUP_RECIPIENT: quite una')
    expect(both).not.toThrow('una frase larga')
  })

  it('names every invalid variable at once without its value, which may be secret', () => {
    const bad = () => readConfig({ PORT: 'x', DATABASE_URL: 'secret-value' })
    expect(bad).toThrow(/PORT: .*DATABASE_URL: /)
    expect(bad).not.toThrow(/secret-value/)
  })
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const fileWith = (content: string | Uint8Array): string => {
    const path = join(folder, String(files++))
    writeFileSync(path, content)
    return path
  }
  const DATABASE_URL = 'postgres://u:p@db.example/tv'
  const mail = { MAIL_FROM: 'avisos@example.org', PUBLIC_URL: 'https://tv.example' }

  it.each([
    ['DATABASE_URL', DATABASE_URL, {}, { databaseUrl: DATABASE_URL }],
    ['DATABASE_OWNER_URL', DATABASE_URL, { DATABASE_URL }, { databaseOwnerUrl: DATABASE_URL }],
    ['DATABASE_DIRECT_URL', DATABASE_URL, { DATABASE_URL }, { databaseDirectUrl: DATABASE_URL }],
    ['DATABASE_REPLICA_URLS', DATABASE_URL, { DATABASE_URL }, { databaseReplicaUrls: [DATABASE_URL] }],
    ['SMTP_URL', 'smtp://u:p@mail.example', mail, { mail: { smtpUrl: 'smtp://u:p@mail.example' } }],
    ['CARTELERA_SA_PASSWORD', ' con espacios ', {}, { saPassword: ' con espacios ' }],
    ['OMDB_API_KEY', 'una-clave', {}, { omdbApiKey: 'una-clave' }],
    ['FACTOR_KEY', KEY, {}, { factorKeys: [Buffer.alloc(32, 7)] }],
    ['FACTOR_KEY_OLD', KEY, { FACTOR_KEY: KEY }, { factorKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 7)] }],
    ['BACKUP_PASSPHRASE', ' una frase larga ', {}, { backupKey: { passphrase: ' una frase larga ' } }],
    ['BACKUP_IDENTITY', `# created: hoy\n\n${IDENTITY}`, {}, { backupIdentity: IDENTITY }],
    ['METRICS_TOKEN', 'una-clave-de-metricas', {}, { metricsToken: 'una-clave-de-metricas' }],
  ])('is read for %s, without the newline at its end', (name, value, others, expected) => {
    for (const end of ['', '\n', '\r\n'])
      expect(readConfig({ ...others, [`${name}_FILE`]: fileWith(`${value}${end}`) })).toMatchObject(expected)
  })

  it('is stripped of one newline only', () => {
    expect(() => readConfig({ METRICS_TOKEN_FILE: fileWith('una-clave-de-metricas\n\n') })).toThrow(
      /METRICS_TOKEN_FILE: /,
    )
  })

  it('is reported by its variable if invalid, without its content', () => {
    const bad = () => readConfig({ DATABASE_URL_FILE: fileWith('secret-value'), PORT: 'x' })
    expect(bad).toThrow(ConfigError)
    expect(bad).toThrow(/PORT: /)
    expect(bad).toThrow(/\bDATABASE_URL_FILE: debe ser/)
    expect(bad).not.toThrow(/secret-value/)
    expect(() => readConfig({ SMTP_URL_FILE: fileWith('smtp://mail.example') })).toThrow(
      /SMTP_URL_FILE: necesita también/,
    )
    expect(() => readConfig({ DATABASE_OWNER_URL_FILE: fileWith(DATABASE_URL) })).toThrow(
      /DATABASE_OWNER_URL_FILE: solo se usa/,
    )
  })

  it.each([
    ['empty', () => fileWith(''), 'está vacío'],
    ['only a newline', () => fileWith('\n'), 'está vacío'],
    ['too big', () => fileWith('secret-value'.repeat(10_000)), 'demasiado grande'],
    ['not text', () => fileWith(new Uint8Array([0xff, 0xfe])), 'no se puede leer'],
    ['a folder', () => folder, 'no es un archivo'],
    // The path is not named: a secret may have been put where its path belongs.
    ['missing', () => '/secret-value', 'no se puede leer el archivo \\(ENOENT\\)'],
    ['of an impossible name', () => 'secret-value\0', 'no se puede leer'],
  ])('prevents the start, naming its variable, if the file is %s', (_, path, reason) => {
    const bad = () => readConfig({ OMDB_API_KEY_FILE: path() })
    expect(bad).toThrow(ConfigError)
    expect(bad).toThrow(new RegExp(`\\bOMDB_API_KEY_FILE: .*${reason}`))
    expect(bad).not.toThrow(/secret-value/)
  })

  it('is not accepted together with the variable itself, unless one of them is empty', () => {
    const path = fileWith('secret-value')
    const both = () => readConfig({ OMDB_API_KEY: 'secret-value', OMDB_API_KEY_FILE: path })
    expect(both).toThrow(/OMDB_API_KEY_FILE: no se usa junto con OMDB_API_KEY/)
    expect(both).not.toThrow(/secret-value/)
    expect(readConfig({ OMDB_API_KEY: '', OMDB_API_KEY_FILE: path }).omdbApiKey).toBe('secret-value')
    expect(readConfig({ OMDB_API_KEY: 'one', OMDB_API_KEY_FILE: '' }).omdbApiKey).toBe('one')
  })

  it('is supported for secrets only', () => {
    expect(readConfig({ HOST_FILE: fileWith('10.0.0.1') }).host).toBe('127.0.0.1')
  })
})
