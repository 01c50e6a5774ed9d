import { expect, test } from 'vitest'
import { AnswerCache } from '../../../../src/server/features/lookups/answer-cache.ts'

test('keeps an answer until its time is over', () => {
  const cache = new AnswerCache<string>(2)
  cache.set('a', 'uno', 10)
  expect(cache.get('a', 9)).toBe('uno')
  expect(cache.get('a', 10)).toBeUndefined()
  expect(cache.get('b', 0)).toBeUndefined()
})

test('lets go of what was asked for longest ago', () => {
  const cache = new AnswerCache<string>(2)
  cache.set('a', 'uno', 10)
  cache.set('b', 'dos', 10)
  cache.get('a', 0)
  cache.set('c', 'tres', 10)
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 0))).toEqual(['uno', undefined, 'tres'])
})
