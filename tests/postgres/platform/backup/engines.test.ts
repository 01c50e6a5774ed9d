import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { backUp, backupText, withSnapshot } from '../../../../src/server/platform/backup/back-up.ts'
import { refuseRunningServers, restore } from '../../../../src/server/platform/backup/restore.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { testApp } from '../../../support/app.ts'
import { fillAwkwardly } from '../../../support/awkward-data.ts'
import { rowsOf, spares, structureOf } from '../../../support/backups.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import type { People } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const source = testApp({ keep: true })
const spare = spares()
const now = new Date('2026-03-16T09:10:11.012Z')

let team: People

beforeAll(async () => {
  team = await fillAwkwardly(source)
})

const copy = async (from: Database, to: Database): Promise<void> => {
  const path = spare.file()
  await backUp(from, path, now)
  await restore(to, path, { replace: false })
}

/** Runs work with a separate connection pool, like another process. */
const elsewhere = async <T>(
  work: (database: Database) => Promise<T>,
  name: { applicationName?: string } = {},
): Promise<T> => {
  const database = await openDatabase({
    databaseUrl: source.database.url,
    dataDir: '',
    log: silentLog,
    ...name,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('between the engines', () => {
  test('a backup of PostgreSQL restores into the embedded database, and one of that into PostgreSQL', async () => {
    const wanted = await rowsOf(source.db)
    const embedded = await spare.empty('embedded')
    await copy(source.database.database, embedded)
    expect(await rowsOf(embedded.db)).toEqual(wanted)
    expect((await reconcile(embedded)).isSound).toBe(true)
    const back = await spare.empty()
    await copy(embedded, back)
    expect(await rowsOf(back.db)).toEqual(wanted)
    expect(await structureOf(back.db)).toEqual(await structureOf(source.db))
    expect((await reconcile(back)).isSound).toBe(true)
  })
})

describe('under concurrent writes', () => {
  test('a backup is a consistent snapshot', async () => {
    const before = await rowsOf(source.db)
    const path = spare.file()
    let moved = 0
    const lines: string[] = []
    await elsewhere((database) =>
      withSnapshot(database, async (tx) => {
        for await (const text of backupText(tx, now)) {
          // A transfer between any two pages changes two balances and the ledger together.
          if (moved < 20) await makeTransaction(team.admin, saleOf(team.agent.id, { type: TYPE.TRANSFER }))
          moved++
          lines.push(text)
        }
      }),
    )
    expect(moved).toBeGreaterThan(20)
    expect(await rowsOf(source.db)).not.toEqual(before)
    writeFileSync(path, gzipSync(lines.join('')))
    const target = await spare.empty()
    await restore(target, path, { replace: false })
    expect(await rowsOf(target.db)).toEqual(before)
    expect((await reconcile(target)).isSound).toBe(true)
    // Sequences have advanced meanwhile, so that numbers are not reused.
    const [last] = (
      await target.db.execute<{ last: number }>(
        sql`select last_value as last from license_transactions_posting`,
      )
    ).rows
    expect(last?.last).toBeGreaterThan(20)
  })

  test('a restore is rejected while a server is connected', async () => {
    // A transaction keeps its connection, which the pool would close after some idle seconds.
    await source.db.transaction((tx) =>
      elsewhere(
        async (database) => {
          await tx.execute(sql`select 1`)
          await expect(refuseRunningServers(database)).rejects.toThrow(/detenga los servidores/)
        },
        { applicationName: 'cartelera restore' },
      ),
    )
  })

  test('a restore fails on locked tables without changing anything', async () => {
    const before = await rowsOf(source.db)
    const path = spare.file()
    await backUp(source.database.database, path, now)
    await elsewhere((principal) =>
      principal.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from users for update`)
        await elsewhere((database) =>
          expect(restore(database, path, { replace: true, patience: '200ms' })).rejects.toThrow(
            /está en uso/,
          ),
        )
      }),
    )
    expect(await rowsOf(source.db)).toEqual(before)
  })
})
