import { expect, test } from 'vitest'
import { isLinkHour } from '../../../src/domain/links/link-health.ts'

const hoursOf = (linkCheckFrom: number, linkCheckUntil: number) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isLinkHour(hour, { linkCheckFrom, linkCheckUntil }),
  )

test.each([
  ['from the first until before the second', 2, 5, [2, 3, 4]],
  ['over midnight', 22, 2, [0, 1, 22, 23]],
])('links are checked %s (rule L23)', (_, from, until, hours) => {
  expect(hoursOf(from, until)).toEqual(hours)
})

test('links are checked all day between equal hours (rule L23)', () => {
  expect(hoursOf(3, 3)).toHaveLength(24)
})
