import { expect, it } from 'vitest'
import { newId } from '../../../../src/server/platform/database/ids.ts'

const schema = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('generates well-formed, distinct, ascending ids at any rate', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.every((id) => schema.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})
