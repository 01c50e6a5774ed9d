import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Database,
  type DatabaseOptions,
  type Executor,
  openDatabase,
} from '../../../../src/server/platform/database/open.ts'
import { statement, withRetry } from '../../../../src/server/platform/database/transactions.ts'
import { testDatabase } from '../../../support/database.ts'
import { silentLog } from '../../../support/silent-log.ts'

const notes = pgTable('notes', { n: integer().primaryKey(), words: text().notNull() })
const outer = testDatabase()
let database: Database

/** With a single connection for requests, to inspect its prepared statements. */
const open = (options: Partial<DatabaseOptions> = {}) =>
  openDatabase({ databaseUrl: outer.url, databasePool: 4, dataDir: '', log: silentLog, ...options })

beforeEach(async () => {
  await outer.db.execute(sql`drop table if exists notes`)
  await outer.db.execute(sql`create table notes (n int primary key, words text not null default '')`)
  await outer.db.execute(sql`insert into notes select n from generate_series(1, 100) as n`)
  database = await open()
})
afterEach(() => database.close())

const reopen = async (options: Partial<DatabaseOptions>) => {
  await database.close()
  database = await open(options)
}

/** Named, in contrast to all others. */
const noteStatement = statement((db: Executor) =>
  db
    .select({ n: notes.n })
    .from(notes)
    .where(eq(notes.n, sql.placeholder('n')))
    .prepare('note'),
)
const noteOf = (n: number, db: Executor = database.db) => noteStatement(db).execute({ n })

const writeStatement = statement((tx: Executor) =>
  tx
    .update(notes)
    .set({ words: 'x' })
    .where(eq(notes.n, sql.placeholder('n')))
    .returning()
    .prepare('write'),
)

/** Names and executions of the prepared statements of the requests' connection. */
const prepared = async (): Promise<[name: string, runs: number][]> => {
  const { rows } = await database.db.execute<{ name: string; runs: number }>(
    sql`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name`,
  )
  return rows.map(({ name, runs }) => [name, runs])
}

test('a named statement is parsed once for each connection, within transactions and outside', async () => {
  expect(await noteOf(1)).toEqual([{ n: 1 }])
  expect(await noteOf(2)).toEqual([{ n: 2 }])
  await database.db.transaction(async (tx) => expect(await noteOf(3, tx)).toEqual([{ n: 3 }]))
  expect(await prepared()).toEqual([['note', 3]])
})

test('other statements are planned at each execution', async () => {
  for (let run = 0; run < 7; run++)
    await database.db.execute(sql`select n from notes where words like ${`%${run}%`} limit ${run}`)
  expect(await prepared()).toEqual([])
})

test('several statements in one text run', async () => {
  await database.db.execute(sql.raw('delete from notes where n > 50; delete from notes where n > 40'))
  expect(await noteOf(41)).toEqual([])
})

test.each([
  ['without statement names', () => ({ databaseStatementNames: false })],
  ['behind a pooler', () => ({ databaseDirectUrl: outer.url })],
])('%s no statement is prepared', async (_, options) => {
  await reopen(options())
  expect(await noteOf(1)).toEqual([{ n: 1 }])
  await database.db.transaction(async (tx) => expect(await noteOf(1, tx)).toEqual([{ n: 1 }]))
  expect(await prepared()).toEqual([])
})

test('a migration that changes the type of a column does not break the reads and writes of a running server', async () => {
  const write = () => withRetry(database.db, (tx) => writeStatement(tx).execute({ n: 7 }))
  await noteOf(7)
  await write()
  await outer.db.execute(sql`alter table notes alter column n type bigint`)
  expect(await Promise.all([noteOf(7), noteOf(8)])).toEqual([[{ n: 7 }], [{ n: 8 }]])
  expect(await write()).toEqual([{ n: 7, words: 'x' }])
})

test('a transaction whose statement changed runs again', async () => {
  const write = () => withRetry(database.db, (tx) => writeStatement(tx).execute({ n: 7 }))
  await write()
  await outer.db.execute(sql`alter table notes alter column n type bigint`)
  expect(await write()).toEqual([{ n: 7, words: 'x' }])
})

test('statements that a pooler loses are repeated without names, which is logged once', async () => {
  const warnings: string[] = []
  await reopen({ log: { ...silentLog, warn: (_, message) => warnings.push(message) } })
  await noteOf(1)
  await database.db.execute(sql`deallocate all`)
  expect(await noteOf(2)).toEqual([{ n: 2 }])
  await noteOf(3)
  expect(await prepared()).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('DATABASE_STATEMENT_NAMES')])
})

test('statements lost within a transaction run again with it', async () => {
  const read = () => withRetry(database.db, (tx) => noteOf(4, tx))
  await read()
  await database.db.execute(sql`deallocate all`)
  expect(await read()).toEqual([{ n: 4 }])
})
