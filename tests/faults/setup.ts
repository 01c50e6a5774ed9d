import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, inject } from 'vitest'
import { databaseUrl } from '../support/test-engine.ts'
import { processedIds, type Shop } from './shop.ts'

/** Clean-up after each test, in reverse order, and temporary folders; call it at the top of the file. */
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
  return { endings, folder }
}

/** URL of a new, empty PostgreSQL database. */
export async function newDatabase(): Promise<string> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('The faults need PostgreSQL')
  const name = `${engine.run}_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: engine.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
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
