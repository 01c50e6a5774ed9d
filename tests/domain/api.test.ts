import { expectTypeOf, test } from 'vitest'
import type { Api } from '../../src/domain/api.ts'

/** Keys that differ from the method and path of their endpoint. */
type Misplaced = {
  [Address in keyof Api]: `${Api[Address]['method']} ${Api[Address]['path']}` extends Address
    ? never
    : Address
}[keyof Api]

test('lists each endpoint under its method and path', () => {
  expectTypeOf<Misplaced>().toEqualTypeOf<never>()
})
