import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions.ts'
import {
  type Columns,
  columnCallers,
  type Holdings,
  leastWith,
  type MatrixCaller,
  mostWithout,
  routesIn,
  type Single,
  singleCallers,
  widenResellers,
} from '../../server/access/callers.ts'
import { ENDPOINTS, type Endpoint, HEADS } from '../../server/access/declarations.ts'
import { expectDeclared } from '../../server/access/matrix.ts'
import { textOf } from '../../server/access/page.ts'
import { prepareScene, type Scene } from '../../server/access/scene.ts'
import { testApp } from '../../support/app.ts'
import { type SignedIn, signedInWith } from '../../support/people.ts'
import { attemptTakeOver, PERMISSIONS } from './take-over.ts'

/** On PostgreSQL: tries every caller, and a profile for each single permission. */
const isExhaustive = inject('engine').kind === 'postgres'
const SOME_PERMISSIONS = ['user-list:register', 'profile-list:modify', 'movie-edit:delete']

const server = testApp({ keep: true })
let scene: Scene
let columns: Columns

beforeAll(async () => {
  scene = await prepareScene(server)
  columns = await columnCallers(server, scene.people)
})

/** The permissions that decide about an endpoint, in the cases that are tried. */
const permissionsOf = ({ access, cases = {} }: Endpoint): Permission[] => {
  const tried = Object.values(cases).slice(0, 2)
  const all = [
    ...(typeof access === 'string' ? [] : [access]),
    ...tried.flatMap(({ needs, hiddenUnless }) => [needs ?? [], hiddenUnless ?? []].flat()),
  ]
  return [...new Map(all.map((each) => [textOf(each), each])).values()].filter((each) => textOf(each) !== '')
}

if (isExhaustive) {
  describe('profiles with their initial permissions', () => {
    test.each(ENDPOINTS)('$endpoint', (declared) =>
      expectDeclared(server.app, scene, declared, columns.granted),
    )
  })

  describe('profiles with a single route', () => {
    let singles: Single[]
    beforeAll(async () => {
      singles = await singleCallers(server)
    })

    /** Of routes that do not decide about the endpoint, only the profile with all flags. */
    const triedOn = (declared: Endpoint): readonly Single[] => {
      if (declared.access === 'public') return singles.slice(0, 1)
      const routes = permissionsOf(declared).flatMap(routesIn)
      return singles.filter(({ template, isWhole }) => routes.includes(template) !== isWhole)
    }
    test.each(ENDPOINTS)('$endpoint', (declared) =>
      expectDeclared(server.app, scene, declared, triedOn(declared)),
    )
  })
}

describe('callers with the least permissions required, and callers who lack one of them', () => {
  const known = new Map<string, Promise<SignedIn>>()
  const profileOf = async (name: string, holds: Holdings): Promise<MatrixCaller> => {
    const key = JSON.stringify(holds)
    const person = known.get(key) ?? signedInWith(server, holds)
    known.set(key, person)
    return { name, kind: 'admin', holds, person: await person }
  }

  const triedOn = async (declared: Endpoint): Promise<MatrixCaller[]> => {
    const { access, peopleOnly } = declared
    const permissions = permissionsOf(declared)
    const least = leastWith({ all: permissions })
    const isScoped = permissions.some((each) => JSON.stringify(each).includes('"admin"'))
    const names = [
      'anonymous',
      ...(access !== 'public' && typeof access === 'string' ? ['app'] : []),
      ...(peopleOnly ? ['key'] : []),
      ...(isScoped ? ['agent with every route'] : []),
      ...(least === undefined ? ['sa'] : []),
    ]
    const permitted = least && access !== 'public' ? [await profileOf('the least permissions', least)] : []
    // Resellers cover callers without the role.
    const lacking = permissions
      .filter((each) => !('role' in each && each.role === 'admin'))
      .map((each) => profileOf(`all but ${textOf(each)}`, mostWithout(each)))
    const all = [...columns.granted, ...columns.widened]
    return [...all.filter(({ name }) => names.includes(name)), ...permitted, ...(await Promise.all(lacking))]
  }

  beforeAll(() => widenResellers(server))
  test.each(ENDPOINTS)('$endpoint', async (declared) => {
    const callers = isExhaustive
      ? [...columns.widened, ...(await triedOn(declared))]
      : await triedOn(declared)
    await expectDeclared(server.app, scene, declared, callers)
  })
})

describe('an editor cannot take over a profile with a permission that it lacks, nor its users', () => {
  test.each(isExhaustive ? PERMISSIONS : SOME_PERMISSIONS)('%s', async (permission) => {
    const { actual, expected } = await attemptTakeOver(server, permission)
    expect(actual).toEqual(expected)
  })
})

if (isExhaustive)
  test('HEAD has the same status as GET', async () => {
    const withoutRoutes = await signedInWith(server, {})
    const addresses = HEADS.map(({ endpoint }) => endpoint.replace('HEAD ', ''))
    expect(addresses.length).toBeGreaterThan(70)
    for (const url of addresses)
      for (const authorization of ['', `Bearer ${withoutRoutes.token}`]) {
        const [head, get] = await Promise.all(
          (['HEAD', 'GET'] as const).map((method) =>
            server.app.inject({ method, url, headers: { authorization } }),
          ),
        )
        expect(head?.statusCode, `${url} ${authorization && 'signed in'}`).toBe(get?.statusCode)
      }
  })
