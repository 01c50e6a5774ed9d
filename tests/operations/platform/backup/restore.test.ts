import { statSync } from 'node:fs'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { readBackup } from '../../../../src/server/platform/backup/read-file.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { EXCLUDED_TABLES, readTables } from '../../../../src/server/platform/backup/tables.ts'
import { sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { AWKWARD, fillAwkwardly } from '../../../support/awkward-data.ts'
import { rowsOf, spares, structureOf } from '../../../support/backups.ts'

const source = testApp({ keep: true })
const spare = spares()
const now = new Date('2026-03-16T09:10:11.012Z')
const schemas = import.meta.glob<Record<string, unknown>>(
  '../../../../src/server/platform/database/schema/*.ts',
  {
    eager: true,
  },
)

/** A backup of the filled database. */
let path: string

beforeAll(async () => {
  await fillAwkwardly(source)
  path = spare.file()
  await backUp(source.database.database, path, now)
})

describe('a backup', () => {
  test('restores every row but sessions, every sequence and constraint, and the ledger reconciles', async () => {
    const target = await spare.empty('bare')
    const { header, counts } = await restore(target, path, { replace: false })
    expect(header).toMatchObject({ date: now.toISOString(), demo: false })
    const wanted = await rowsOf(source.db)
    expect(await rowsOf(target.db)).toEqual(wanted)
    expect(await structureOf(target.db)).toEqual(await structureOf(source.db))
    const stored = Object.entries(wanted).filter(([table]) => !EXCLUDED_TABLES.has(table))
    expect(counts).toEqual(Object.fromEntries(stored.map(([table, rows]) => [table, rows.length])))
    expect((await reconcile(target)).isSound).toBe(true)
    const text = await target.db.execute(
      sql`select comment, device ->> 'macAddress' as id from users where comment <> ''`,
    )
    expect(text.rows).toEqual([{ comment: AWKWARD, id: AWKWARD }])
    const numbers = await target.db.execute(sql`select number::text from issues`)
    expect(numbers.rows).toEqual([{ number: '9007199254740993' }])
    expect(await source.db.select().from(sessions)).not.toEqual([])
    expect(await target.db.select().from(sessions)).toEqual([])
  })

  test('contains a value of every column type', async () => {
    const types = new Map<string, boolean>()
    for (const { name, columns } of await readTables(source.db))
      for (const column of columns) {
        const [row] = (
          await source.db.execute<{ some: boolean }>(
            sql`select exists (select from ${sql.identifier(name)} where ${sql.identifier(column.name)} is not null) as some`,
          )
        ).rows
        types.set(column.type, types.get(column.type) === true || row?.some === true)
      }
    expect([...types].filter(([, some]) => !some)).toEqual([])
  })

  test('contains every table of the schema, except those excluded by name', async () => {
    const held = new Set<string>()
    for await (const part of readBackup(path)) if (part.kind === 'table') held.add(part.table)
    const tables = Object.values(schemas)
      .flatMap((module) => Object.values(module))
      .filter((value) => is(value, PgTable))
      .map((table) => getTableName(table))
    expect(tables.length).toBeGreaterThan(20)
    expect(tables.filter((name) => !held.has(name) && !EXCLUDED_TABLES.has(name))).toEqual([])
    expect([...EXCLUDED_TABLES].filter((name) => held.has(name) || !tables.includes(name))).toEqual([])
  })

  test('is readable by its owner only, and overwrites no file', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await expect(backUp(source.database.database, path, now)).rejects.toThrow(/ya existe: use otro nombre/)
  })

  test('is rejected for an empty database', async () => {
    const empty = await spare.empty()
    await expect(backUp(empty, spare.file(), now)).rejects.toThrow('La base de datos está vacía')
  })

  test('reports a missing folder', async () => {
    const folder = spare.file()
    await expect(backUp(source.database.database, `${folder}/copia.jsonl.gz`, now)).rejects.toThrow(
      `No existe la carpeta ${folder}.`,
    )
  })
})
