import { expectTypeOf, test } from 'vitest'
import type { Api } from '../../src/domain/api.ts'

/** Addresses that hold another endpoint than their own. */
type Misplaced = {
  [Address in keyof Api]: `${Api[Address]['method']} ${Api[Address]['path']}` extends Address
    ? never
    : Address
}[keyof Api]

test('keeps each endpoint under its own address alone', () => {
  expectTypeOf<Misplaced>().toEqualTypeOf<never>()
})
