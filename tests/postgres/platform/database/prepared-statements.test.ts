import { sql } from 'drizzle-orm'
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

const noteOf = async (n: number, db: Executor = database.db) =>
  (await db.execute(sql`select n from notes where n = ${n}`)).rows

/** Executions of each prepared statement of the requests' connection. */
const prepared = async (): Promise<[text: string, runs: number][]> => {
  const { rows } = await database.db.execute<{ statement: string; runs: number }>(
    sql`select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements
      where statement not like '%pg_prepared_statements%' order by prepare_time`,
  )
  return rows.map(({ statement, runs }) => [statement, runs])
}

const noteText = 'select n from notes where n = $1'

test('a statement is parsed once for each connection, within transactions and outside', async () => {
  expect(await noteOf(1)).toEqual([{ n: 1 }])
  expect(await noteOf(2)).toEqual([{ n: 2 }])
  await database.db.transaction(async (tx) => expect(await noteOf(3, tx)).toEqual([{ n: 3 }]))
  expect(await prepared()).toEqual([[noteText, 3]])
})

test('a statement whose plan depends on its values is planned at each execution', async () => {
  for (let run = 0; run < 7; run++) {
    await database.db.execute(sql`select n from notes where words like ${`%${run}%`}`)
    await database.db.execute(sql`select n from notes where n > ${run} order by words limit ${run}`)
    await database.db.execute(sql`select n from notes where n > ${run} order by n limit 5`)
  }
  const texts = (await prepared()).map(([text]) => text)
  expect(texts).toEqual(['select n from notes where n > $1 order by n limit 5'])
})

test('several statements in one text are not prepared', async () => {
  await database.db.execute(sql.raw('delete from notes where n > 50; delete from notes where n > 40'))
  expect(await noteOf(41)).toEqual([])
  expect(await prepared()).toEqual([[noteText, 1]])
})

test('any number of distinct texts does not fill the connection', async () => {
  for (let index = 0; index < 350; index++)
    await database.db.execute(sql.raw(`select n + ${index} from notes`))
  expect((await prepared()).length).toBeLessThanOrEqual(300)
  expect(await noteOf(1)).toEqual([{ n: 1 }])
})

test('without statement names none is prepared, not even a named one', async () => {
  await reopen({ databaseStatementNames: false })
  const named = statement((tx) =>
    tx.select({ one: sql<number>`1` }).from(sql`notes`).limit(1).prepare('named'),
  )
  await noteOf(1)
  await noteOf(1)
  await database.db.transaction(async (tx) => {
    expect(await named(tx).execute()).toEqual([{ one: 1 }])
    await noteOf(1, tx)
  })
  expect(await prepared()).toEqual([])
})

test('a migration that changes the type of a column does not break the reads and writes of a running server', async () => {
  const write = () =>
    withRetry(database.db, async (tx) => {
      const { rows } = await tx.execute(
        sql`update notes set words = ${'x'} where n = ${7} returning n, words`,
      )
      return rows
    })
  await noteOf(7)
  await write()
  await outer.db.execute(sql`alter table notes alter column n type bigint`)
  expect(await Promise.all([noteOf(7), noteOf(8)])).toEqual([[{ n: 7 }], [{ n: 8 }]])
  await outer.db.execute(sql`alter table notes alter column n type int`)
  expect(await write()).toEqual([{ n: 7, words: 'x' }])
  await noteOf(7)
  expect((await prepared()).map(([text]) => text)).toContain(noteText)
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
