import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { describeError } from '../../../../src/server/platform/database/errors.ts'
import { testDatabase } from '../../../support/database.ts'

const test = testDatabase({ emptied: false })

it('describes a failed statement and its reason without parameter values', async () => {
  await test.db.execute(sql`create table secrets (hash text constraint secrets_hash unique)`)
  const failed: unknown = await test.db
    .execute(sql`insert into secrets select ${'hidden-value'}::text from generate_series(1, 2)`)
    .catch((error: unknown) => error)
  const description = describeError(failed)
  expect(description).toMatchObject({
    message: expect.stringMatching(/^Failed query: insert into secrets/),
    cause: { code: '23505', constraint: 'secrets_hash' },
  })
  expect(description?.stack).toMatch(/^\s+at /)
  expect(JSON.stringify(description)).not.toContain('hidden-value')
})

it('describes any error with its causes', () => {
  const error = new TypeError('outer', { cause: new Error('inner') })
  expect(describeError(error)).toMatchObject({
    type: 'TypeError',
    message: 'outer',
    cause: { message: 'inner' },
  })
  expect(describeError('text')).toBeUndefined()
})

it('omits a value that the database could not parse', async () => {
  const failed: unknown = await test.db
    .execute(sql`select ${'clave "de" alguien'}::text::int`)
    .catch((error: unknown) => error)
  const described = JSON.stringify(describeError(failed))
  expect(described).toContain('22P02')
  expect(described).not.toMatch(/clave|alguien/)
})
