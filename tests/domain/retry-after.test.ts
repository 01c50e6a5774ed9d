import { expect, test } from 'vitest'
import { retryAfterSeconds } from '../../src/domain/outbox/webhook.ts'

const NOW = new Date('2026-03-15T12:00:00Z')

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['86400', 3_600],
  ['Sun, 15 Mar 2026 12:01:30 GMT', 90],
  ['Sun, 15 Mar 2026 11:00:00 GMT', 0],
  ['Mon, 16 Mar 2026 12:00:00 GMT', 3_600],
  ['mañana', 0],
  ['-5', 0],
  [undefined, 0],
])('a Retry-After of %j is %i seconds', (header, seconds) =>
  expect(retryAfterSeconds(header, NOW)).toBe(seconds),
)
