import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './test-engine.ts'

const PASSWORD = 'clave-de-prueba'

/** Runs statements in a database. */
export const administer = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty PostgreSQL database in which backups are proven; the role of its URL has its name and owns nothing else. */
export const createCheckDatabase = async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('These tests need PostgreSQL')
  const name = `${engine.run}_proof_${randomBytes(4).toString('hex')}`
  await administer(
    engine.url,
    `create role ${name} login password '${PASSWORD}'`,
    `create database ${name} owner ${name} template template0`,
  )
  const url = new URL(databaseUrl(engine.url, name))
  url.username = name
  url.password = PASSWORD
  return {
    name,
    url: url.href,
    /** The URL of its administrator. */
    administratorUrl: databaseUrl(engine.url, name),
    remove: () => administer(engine.url, `drop database ${name} with (force)`, `drop role ${name}`),
  }
}
