import { buildGrants, FLAGS, type Flag } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { isListable } from '../../../src/domain/access/selection.ts'
import { newId } from '../../../src/server/platform/database/ids.ts'
import type { Answer, TestApp } from '../../support/app.ts'
import { newUser, type SignedIn, signedIn, storeProfile, storeUser } from '../../support/people.ts'

/** Actions tried on a profile that grants one permission, and on its users. */
export const ACTIONS = ['cut', 'widen', 'toggle', 'rename', 'delete', 'give', 'set a password'] as const
type Action = (typeof ACTIONS)[number]
/** `cut` comes last, because it removes the permission at stake. */
const ORDER: readonly Action[] = [...ACTIONS.filter((action) => action !== 'cut'), 'cut']

/** Statuses as `without/with`: of an editor without the permission, and of one with it. */
export interface Attempt {
  /** A row of the route table, alone or with a flag: `movie-list`, `movie-edit:modify`; or a system profile. */
  readonly atStake: string
  readonly expected: Readonly<Record<Action, string>>
  readonly actual: Readonly<Record<Action, string>>
}

/** Every permission that a profile can grant. */
export const PERMISSIONS = ROUTES.filter(isListable).flatMap(({ template }) => [
  template,
  ...FLAGS.map((flag) => `${template}:${flag}`),
])
/** Permissions that the actions themselves require. */
const OPERATOR = [
  'profile-list',
  'profile-list:modify',
  'profile-list:delete',
  'user-list',
  'user-list:register',
  'user-edit',
  'user-edit:modify',
]

const grantsOf = (permissions: readonly string[]) => {
  const flags: Record<string, Flag[]> = {}
  for (const permission of permissions) {
    const [template = '', name] = permission.split(':')
    flags[template] = [...(flags[template] ?? []), ...FLAGS.filter((flag) => flag === name)]
  }
  return buildGrants(flags)
}

const routeOf = (permission: string): string => permission.split(':')[0] ?? ''
const without = (permissions: readonly string[], left: string): string[] =>
  permissions.filter((each) => each !== left && !each.startsWith(`${left}:`))

/** Rules A4, U8, U20 by sets of permissions; `granted` are those of the profile at stake. */
const expectedOf = (action: Action, held: readonly string[], granted: readonly string[]): string => {
  const has = (permission: string): boolean => held.includes(permission)
  const holdsAll = granted.every(has)
  if (action === 'give') return has('user-list:register') ? (holdsAll ? '201' : '422') : '403'
  if (action === 'set a password') {
    if (!has('user-list') && !has('user-edit')) return '403'
    const isAbove = holdsAll && held.some((permission) => !granted.includes(permission))
    return has('user-edit:modify') && isAbove ? '204' : '422'
  }
  if (!has(action === 'delete' ? 'profile-list:delete' : 'profile-list:modify')) return '403'
  if (holdsAll) return '200'
  return action === 'widen' ? '422' : '403'
}

/** Two profiles that grant the permission, an empty one, and a user of the first. */
interface Stake {
  granted: readonly string[]
  profile: string
  deleted: string
  empty: string
  user: string
}

const stakeOf = async (test: TestApp, granted: readonly string[]): Promise<Stake> => {
  const store = (permissions: readonly string[]) =>
    storeProfile(test, `meta ${newId()}`, grantsOf(permissions))
  const profile = await store(granted)
  const { _id: user } = await storeUser(test, 'x', { profile })
  return { granted, profile, deleted: await store(granted), empty: await store([]), user }
}

const attempt = async (editor: SignedIn, action: Action, stake: Stake): Promise<string> => {
  const path = `/api/profiles/${stake.profile}`
  const asked: Record<Action, () => Promise<Answer>> = {
    cut: () => editor.put(path, { routeAccess: [] }),
    widen: () => editor.put(`/api/profiles/${stake.empty}`, { routeAccess: grantsOf(stake.granted) }),
    toggle: () => editor.put(path, { accessApp: true }),
    rename: () => editor.put(path, { name: `otro ${newId()}` }),
    delete: () => editor.delete(`/api/profiles/${stake.deleted}`),
    give: () => editor.post('/api/users', newUser(stake.profile)),
    'set a password': () => {
      // Wrong old passwords are counted by IP address.
      const address = `2001:db8:${newId().slice(-4)}:${newId().slice(-8, -4)}::1`
      const change = { newPassword: 'otra-clave' }
      return editor.put(`/api/users/${stake.user}/password`, change, { address })
    },
  }
  return String((await asked[action]()).status)
}

const editorWith = async (test: TestApp, held: readonly string[]): Promise<SignedIn> =>
  signedIn(test, 'x', { profile: await storeProfile(test, `editor ${newId()}`, grantsOf(held)) })

/** Tries every action with one permission at stake, as an editor without it and as one with it. */
export const attemptTakeOver = async (test: TestApp, permission: string): Promise<Attempt> => {
  const granted = [...new Set([routeOf(permission), permission])]
  const all = [...new Set([...OPERATOR, ...granted])]
  const expected: Partial<Record<Action, string>> = {}
  const actual: Partial<Record<Action, string>> = {}
  const sides = [without(all, permission), all]
  const editors = await Promise.all(sides.map((held) => editorWith(test, held)))
  const stake = await stakeOf(test, granted)
  for (const action of ORDER) {
    const answers: string[] = []
    for (const editor of editors) answers.push(await attempt(editor, action, stake))
    expected[action] = sides.map((held) => expectedOf(action, held, granted)).join('/')
    actual[action] = answers.join('/')
  }
  return { atStake: permission, expected: whole(expected), actual: whole(actual) }
}

const whole = (answers: Partial<Record<Action, string>>): Record<Action, string> => ({
  cut: '',
  widen: '',
  toggle: '',
  rename: '',
  delete: '',
  give: '',
  'set a password': '',
  ...answers,
})
