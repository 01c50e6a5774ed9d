import { beforeAll, beforeEach } from 'vitest'
import type { Flag } from '../../src/domain/access/permissions.ts'
import { type Client, type TestApp, type TestAppOptions, testApp } from './app.ts'
import { type SignedIn, signedIn, signedInWith } from './people.ts'

/** A server with an empty catalogue and signed-in users. */
export interface Catalogue {
  readonly test: TestApp
  /** A user with every permission. */
  readonly operator: SignedIn
  /** Client without a token. */
  readonly anonymous: Client
  /** Signs in a user whose profile lists only these routes, with these flags. */
  withGrants(flags: Readonly<Record<string, readonly Flag[]>>): Promise<SignedIn>
  /** Signs in a user with one of the profiles of a first start. */
  withProfile(name: string): Promise<SignedIn>
}

/** Call it at the top of the test file. */
export function testCatalogue(options: TestAppOptions = {}): Catalogue {
  const test = testApp(options)
  let operator: SignedIn | undefined
  const prepare = async () => {
    operator = await signedIn(test, 'Administrador')
  }
  if (options.keep) beforeAll(prepare)
  else beforeEach(prepare)
  return {
    test,
    get operator() {
      if (!operator) throw new Error('The operator is signed in only within tests and their hooks')
      return operator
    },
    get anonymous() {
      return test.anonymous
    },
    withGrants: (flags) => signedInWith(test, flags),
    withProfile: (name) => signedIn(test, name),
  }
}
