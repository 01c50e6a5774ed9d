import { buildGrants, type Flag } from '../../src/domain/access/permissions.ts'
import type { Row, TestApp } from './app.ts'
import { HOUR } from './clock.ts'
import type { SignedIn } from './people.ts'

type Flags = Readonly<Record<string, readonly Flag[]>>

/** Input of a new key that grants these routes with these flags. */
export const newKeyOf = ({ clock }: TestApp, flags: Flags, changes: Row = {}): Row => ({
  name: 'Facturación',
  routeAccess: buildGrants(flags),
  dateExpire: new Date(clock.now().getTime() + 30 * 24 * HOUR).toISOString(),
  ...changes,
})

/** Creates an API key as a user; returns a client that uses it. */
export const keyOf = async (
  test: TestApp,
  maker: SignedIn,
  flags: Flags,
  changes: Row = {},
): Promise<SignedIn> => {
  const { status, text, body } = await maker.post('/api/keys', newKeyOf(test, flags, changes))
  if (status !== 201) throw new Error(`The key was not created: ${status} ${text}`)
  const token = String(body.key)
  return { ...test.clientOf(token), id: String(body._id), name: maker.name, token }
}
