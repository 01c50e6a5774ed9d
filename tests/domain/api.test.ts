import { expectTypeOf, test } from 'vitest'
import type { Api } from '../../src/domain/api.ts'

/** Keys whose endpoint has another key. */
type Misplaced = {
  [Address in keyof Api]: `${Api[Address]['method']} ${Api[Address]['path']}` extends Address
    ? never
    : Address
}[keyof Api]

test('keeps each endpoint under its own key', () => {
  expectTypeOf<Misplaced>().toEqualTypeOf<never>()
})
