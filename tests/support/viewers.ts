import type { TestApp } from './app.ts'
import { openSession, type SignedIn, storeUser } from './people.ts'

/** Signs in from a viewer's app: by default an app user with a valid licence. */
export async function viewerApp(
  test: TestApp,
  overrides: Parameters<typeof storeUser>[2] = {},
  profile = 'app',
): Promise<SignedIn> {
  const { _id, name } = await storeUser(test, profile, { dateExpire: new Date('2030-01-01'), ...overrides })
  const token = await openSession(test.db, _id, test.clock.now(), true)
  return { ...test.clientOf(token), id: _id, name, token }
}

/** Runs an action `times` times concurrently. */
export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
