import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canMove, moveItem } from '../../../../src/admin/kit/inputs/ItemsInput.tsx'

const steps = fc.constantFrom<(1 | -1)[]>(1, -1)

describe('the order of a list', () => {
  it('moves an item up and down by one', () => {
    expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
    expect(moveItem(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
    expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  })

  it('does not move the first up or the last down', () => {
    expect([canMove(3, 0, -1), canMove(3, 2, 1), canMove(3, 0, 1), canMove(3, 2, -1)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  })

  it('loses no item with any move', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), steps, (items, index, by) => {
        expect([...moveItem(items, index, by)].sort()).toEqual([...items].sort())
      }),
    )
  })

  it('is restored by the opposite move', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 2 }), fc.nat(), steps, (items, start, by) => {
        const index = start % items.length
        const back = by === 1 ? -1 : 1
        if (canMove(items.length, index, by))
          expect(moveItem(moveItem(items, index, by), index + by, back)).toEqual(items)
      }),
    )
  })
})
