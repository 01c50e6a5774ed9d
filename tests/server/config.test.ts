import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/server/config.ts'

describe('readConfig', () => {
  it('has defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
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
      hstsSubdomains: false,
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
    ['HSTS_SUBDOMAINS', 'on', { hstsSubdomains: true }],
    ['RETENTION_VISITS', '24', { retentionVisits: 24 }],
    ['RETENTION_AUDIT', '60', { retentionAudit: 60 }],
    ['RETENTION_PENDING', '7', { retentionPending: 7 }],
    ['RETENTION_DIR', 'old', { retentionDir: resolve('old') }],
    ['DATA_DIR', 'place', { retentionDir: resolve('place-archive') }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it.each([
    ['PORT', '70000'],
    ['RETENTION_VISITS', '0'],
    ['RETENTION_VISITS', '24m'],
    ['RETENTION_PENDING', '0'],
    ['PORT', '3000x'],
    ['HOST', ' '],
    ['DATABASE_URL', 'mysql://localhost/tv'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_DIRECT_URL', 'postgres://db.example/tv'],
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
    ['METRICS_TOKEN', 'corta'],
    ['METRICS_TOKEN', 'con espacios y larga'],
  ])('rejects %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`\\b${name}: `))
  })

  it('names every invalid variable at once without its value, which may be secret', () => {
    const bad = () => readConfig({ PORT: 'x', DATABASE_URL: 'secret-value' })
    expect(bad).toThrow(/PORT: .*DATABASE_URL: /)
    expect(bad).not.toThrow(/secret-value/)
  })
})
