import { expect, test } from 'vitest'
import { onlyDifferent } from '../../../../src/admin/features/audit/only-different.ts'

const change = (before: unknown, after: unknown) => ({ field: 'content', before, after })

test('of two lists only what the other one lacks is shown', () => {
  const [kept, old, renewed] = [{ link: 'a' }, { link: 'b' }, { link: 'c' }]
  expect(onlyDifferent(change([kept, old], [kept, renewed]))).toEqual({ before: [old], after: [renewed] })
})

test('lists in another order are shown whole', () => {
  expect(onlyDifferent(change([1, 2], [2, 1]))).toEqual({ before: [1, 2], after: [2, 1] })
})

test('other values stay as they are', () => {
  expect(onlyDifferent(change(null, 'x'))).toEqual({ before: null, after: 'x' })
})
