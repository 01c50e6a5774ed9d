import { beforeAll, beforeEach } from 'vitest'
import type { Flag } from '../../src/domain/access/permissions.ts'
import { type Client, type TestApp, type TestAppOptions, testApp } from './app.ts'
import { type SignedIn, signedIn, signedInWith } from './people.ts'

/** A server with an empty catalogue, and people who write to it. */
export interface Catalogue {
  readonly test: TestApp
  /** Somebody with every permission. */
  readonly operator: SignedIn
  /** Nobody: calls without a token. */
  readonly stranger: Client
  /** Signs somebody in with these routes of the menus, and these flags, alone. */
  withGrants(flags: Readonly<Record<string, readonly Flag[]>>): Promise<SignedIn>
  /** Signs somebody in with one of the first profiles. */
  withProfile(name: string): Promise<SignedIn>
}

/** Gives the test file a server with an empty catalogue; call it at the top of the file. */
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
      if (!operator) throw new Error('Nobody is signed in outside of tests and their hooks')
      return operator
    },
    get stranger() {
      return test.stranger
    },
    withGrants: (flags) => signedInWith(test, flags),
    withProfile: (name) => signedIn(test, name),
  }
}
