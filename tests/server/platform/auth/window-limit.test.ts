import { expect, test } from 'vitest'
import { windowLimit } from '../../../../src/server/platform/auth/window-limit.ts'
import { TooManyRequests } from '../../../../src/server/platform/http/errors.ts'

const AT = 1_000_000
const at = (seconds: number): Date => new Date(AT + seconds * 1000)
const limit = () => windowLimit({ most: 2, milliseconds: 60_000, message: 'Demasiado.' })
const refusal = (take: () => unknown): unknown => {
  try {
    take()
  } catch (error) {
    return error
  }
  return undefined
}

test('rejects requests above the limit of a window, with the time until it ends', () => {
  const take = limit()
  take('ana', at(0))
  take('ana', at(10))
  const error = refusal(() => take('ana', at(20)))
  expect(error).toBeInstanceOf(TooManyRequests)
  expect(error).toMatchObject({ retryAfterSeconds: 40, message: 'Demasiado.' })
  take('luis', at(20))
  take('ana', at(60))
})

test('does not count attempts that are taken back', () => {
  const take = limit()
  take('ana', at(0))()
  take('ana', at(0))
  take('ana', at(0))
  expect(refusal(() => take('ana', at(0)))).toBeInstanceOf(TooManyRequests)
})
