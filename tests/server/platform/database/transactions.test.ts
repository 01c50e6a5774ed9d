import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  foreignKeyViolation,
  unavailability,
  uniqueViolation,
} from '../../../../src/server/platform/database/errors.ts'
import { withRetry } from '../../../../src/server/platform/database/transactions.ts'
import { testDatabase } from '../../../support/database.ts'

const test = testDatabase({ emptied: false })

beforeAll(async () => {
  await test.db.execute(sql`create table notes (_id text constraint notes_key primary key,
    parent text constraint notes_parent references notes, size int constraint notes_size check (size > 0))`)
})

beforeEach(async () => {
  await test.db.execute(sql`delete from notes`)
})

const notes = async () =>
  (await test.db.execute<{ _id: string }>(sql`select _id from notes order by _id`)).rows

describe('a transaction', () => {
  it('is rolled back if its work fails', async () => {
    const work = test.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('a')`)
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await notes()).toEqual([])
  })

  it('keeps writes outside of a nested one that was rolled back', async () => {
    await test.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('a')`)
      const nested = tx.transaction((inner) => inner.execute(sql`insert into notes values ('b'), ('a')`))
      await expect(nested).rejects.toThrow()
      await tx.execute(sql`insert into notes values ('c')`)
    })
    expect(await notes()).toEqual([{ _id: 'a' }, { _id: 'c' }])
  })

  it('is isolated from other statements', async () => {
    const own = test.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('a')`)
      await tx.execute(sql`select pg_sleep(0.05)`)
      throw new Error('stop')
    })
    const other = test.db.execute(sql`insert into notes values ('b')`)
    await expect(own).rejects.toThrow('stop')
    await other
    expect(await notes()).toEqual([{ _id: 'b' }])
  })

  it.each([
    ['a statement', () => test.db.execute(sql`select 1`)],
    ['a transaction', () => test.db.transaction((tx) => tx.execute(sql`select 1`))],
  ])('rejects %s on the outer handle instead of hanging or running outside', async (_, forgotten) => {
    const work = test.db.transaction(async () => {
      await forgotten()
    })
    await expect(messages(work)).resolves.toMatch(/outer database handle inside a transaction/)
    await expect(test.db.execute(sql`select 1`)).resolves.toBeDefined()
  })

  it('allows the outer handle in work that outlives it', async () => {
    let late: (() => Promise<unknown>) | undefined
    const ended = new Promise<void>((resolve) => {
      late = async () => resolve()
    })
    const after = test.db.transaction(async () => ({
      later: ended.then(() => test.db.execute(sql`select 1`)),
    }))
    const { later } = await after
    await late?.()
    await expect(later).resolves.toBeDefined()
  })
})

describe('withRetry', () => {
  const lost = sql.raw(`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`)

  it('retries a transaction that lost a race', async () => {
    let runs = 0
    const value = await withRetry(test.db, async (tx) => {
      runs++
      await tx.execute(sql`insert into notes values ('a')`)
      if (runs < 3) await tx.execute(lost)
      return runs
    })
    expect(value).toBe(3)
    expect(await notes()).toEqual([{ _id: 'a' }])
  })

  it('gives up after some attempts, and at once on other errors', async () => {
    let runs = 0
    const always = withRetry(test.db, async (tx) => {
      runs++
      await tx.execute(lost)
    })
    await expect(always).rejects.toThrow()
    expect(runs).toBeGreaterThan(2)
    runs = 0
    const other = withRetry(test.db, async () => {
      runs++
      throw new Error('other')
    })
    await expect(other).rejects.toThrow('other')
    expect(runs).toBe(1)
  })
})

describe('errors', () => {
  const failure = (statement: string) =>
    test.db.execute(sql.raw(statement)).then(
      () => undefined,
      (error) => error,
    )

  it('name the violated constraint', async () => {
    const unique = await failure(`insert into notes values ('a'), ('a')`)
    expect(uniqueViolation(unique)).toBe('notes_key')
    expect(foreignKeyViolation(unique)).toBeUndefined()
    expect(foreignKeyViolation(await failure(`insert into notes values ('a', 'b')`))).toBe('notes_parent')
  })

  it('of a wrong statement do not count as an unreachable database', async () => {
    expect(unavailability(await failure('select nonsense'))).toBeUndefined()
    expect(unavailability(new Error('anything'))).toBeUndefined()
  })
})

describe('values', () => {
  it('are read the same from both engines', async () => {
    const { rows } =
      await test.db.execute(sql`select count(*), 9007199254740991::bigint as big, 1.50::numeric as money,
      '{"a":1}'::jsonb as json, true as yes, null as none, array['a','b'] as list`)
    expect(rows).toEqual([
      {
        count: 1,
        big: Number.MAX_SAFE_INTEGER,
        money: '1.50',
        json: { a: 1 },
        yes: true,
        none: null,
        list: ['a', 'b'],
      },
    ])
  })

  it('include the number of affected rows', async () => {
    const written = await test.db.execute(sql`insert into notes values ('a'), ('b')`)
    expect(written.rowCount).toBe(2)
  })
})

/** All messages of the error of some work, outermost first. */
async function messages(work: Promise<unknown>): Promise<string> {
  let error: unknown = await work.then(
    () => undefined,
    (reason) => reason,
  )
  const found: string[] = []
  for (; error instanceof Error; error = error.cause) found.push(error.message)
  return found.join('\n')
}
