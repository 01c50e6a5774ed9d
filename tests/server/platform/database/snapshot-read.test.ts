import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { unavailability } from '../../../../src/server/platform/database/errors.ts'
import type { Tx } from '../../../../src/server/platform/database/open.ts'
import { inBatches, readSnapshot } from '../../../../src/server/platform/database/snapshot-read.ts'
import {
  ClientGone,
  withStatementContext,
} from '../../../../src/server/platform/database/statement-context.ts'
import { testDatabase } from '../../../support/database.ts'

const server = testDatabase({ emptied: false })
/** Longer than any test. */
const PATIENT = 3_600_000

beforeAll(async () => {
  await server.db.execute(sql`create table numbers as select n from generate_series(1, 25) n`)
})

const rowsAfter = async (tx: Tx, last: number, size: number): Promise<number[]> => {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select n from numbers where n > ${last} order by n limit ${size}`,
  )
  return rows.map(({ n }) => n)
}

describe('a snapshot read', () => {
  test.each([1, 5, 10, 25, 26])('returns every row once, in order, in batches of %i', async (size) => {
    const sizes: number[] = []
    const found = await readSnapshot(server.db, async (tx) => {
      const rows: number[] = []
      for await (const batch of inBatches<number>(size, (last = 0) => rowsAfter(tx, last, size))) {
        sizes.push(batch.length)
        rows.push(...batch)
      }
      return rows
    })
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(size)
  })

  test('is read-only', async () => {
    const writing = readSnapshot(server.db, (tx) => tx.execute(sql`delete from numbers`))
    await expect(writing).rejects.toSatisfy((error) => unavailability(error) === 'read-only')
  })

  test('waits while two others run, up to a limit or until its request is aborted', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const others = [1, 2].map(() => readSnapshot(server.db, () => released))
    const late = readSnapshot(server.db, async () => 'late', PATIENT)
    await expect(readSnapshot(server.db, async () => 'refused', 60)).rejects.toSatisfy(
      (error) => unavailability(error) === 'away',
    )
    const gone = new AbortController()
    const given = withStatementContext({ load: 'reports', limit: 5_000, signal: gone.signal }, () =>
      readSnapshot(server.db, async () => 'given up'),
    )
    gone.abort()
    await expect(given).rejects.toThrow(ClientGone)
    release()
    await Promise.all(others)
    expect(await late).toBe('late')
  })
})
