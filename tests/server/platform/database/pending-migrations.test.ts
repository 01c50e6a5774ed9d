import { readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'

const MIGRATIONS = 'src/server/platform/database/migrations'
const schemaFiles = import.meta.glob<Record<string, unknown>>('/src/server/platform/database/schema/*.ts', {
  eager: true,
})

const json = (path: string) => JSON.parse(readFileSync(`${MIGRATIONS}/meta/${path}`, 'utf8'))

it('has a migration for each change of the tables', async () => {
  const last = json('_journal.json').entries.at(-1)
  const snapshot = json(`${String(last.idx).padStart(4, '0')}_snapshot.json`)
  const tables = generateDrizzleJson(Object.assign({}, ...Object.values(schemaFiles)), snapshot.id)
  const pending = await generateMigration(snapshot, tables)
  expect(pending, 'run: npm run migrations -- --name <what-changes>').toEqual([])
})
