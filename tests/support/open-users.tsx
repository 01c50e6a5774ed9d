import { Admin, Resource } from 'react-admin'
import { beforeEach } from 'vitest'
import { storeToken } from '../../src/admin/api/http.ts'
import { adminProps } from '../../src/admin/app/layout/admin-props.tsx'
import { UserCreate } from '../../src/admin/features/users/UserCreate.tsx'
import { UserEdit } from '../../src/admin/features/users/UserEdit.tsx'
import { UserList } from '../../src/admin/features/users/UserList.tsx'
import { allGrants, isBelow, isSubscriber, type Role } from '../../src/domain/access/permissions.ts'
import { creatableRoles } from '../../src/domain/users/creation.ts'
import { firstProfiles } from '../../src/domain/users/system-profiles.ts'
import type { User } from '../../src/domain/users/user.ts'
import { meOf, settingsOf } from './answers.ts'
import { fakeApi } from './fake-api.ts'
import { fakeMedia, openPage } from './pages.tsx'

const ROLES: readonly Role[] = ['sa', 'superagent', 'agent', 'app', 'demo', 'admin']

/** By default an enabled app user. */
export const user = (fields: Partial<User> = {}): User => ({
  _id: 'u7',
  name: 'apena',
  fullName: 'Ana Peña',
  email: 'ana@correo.example',
  address: 'Calle 1',
  telePhone: '',
  celPhone: '',
  comment: '',
  mailNotify: false,
  role: 'app',
  profile: 'p-app',
  profileName: 'app',
  platform: 'com.cartelera.android.tv',
  useTvList: false,
  status: 'enable',
  creditAmount: 1,
  creditToResell: 0,
  balanceToCredit: null,
  dateCreate: '2025-02-03T15:00:00.000Z',
  dateExpire: '2026-11-27T15:00:00.000Z',
  dateUpdate: '2026-01-01T00:00:00.000Z',
  lastLogin: null,
  views: 0,
  device: null,
  userCreate: 'admin',
  userUpdate: 'admin',
  ...fields,
})

const me = (role: Role, creditToResell: number) =>
  meOf({
    name: role,
    fullName: 'Quien Llama',
    role,
    creditToResell,
    routeAccess:
      role === 'admin' ? allGrants() : (firstProfiles().find(({ name }) => name === role)?.routeAccess ?? []),
  })

const profilesFor = (role: Role) =>
  ROLES.map((name) => ({
    _id: `p-${name}`,
    name: name === 'admin' ? 'Administrador' : name,
    isSystem: name !== 'admin',
    role: name,
    accessWeb: !isSubscriber(name),
    assignable: creatableRoles(role, { enableDemo: true }).includes(name),
    below: isBelow(name, role),
  }))

interface Scene {
  role?: Role
  creditToResell?: number
  users?: readonly User[]
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API for a user of a role; returns the requests. */
export const sceneOf = ({ role = 'admin', creditToResell = 0, users = [user()], answers = {} }: Scene = {}) =>
  fakeApi({
    'GET /api/users/me': { body: me(role, creditToResell) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/profiles': { body: profilesFor(role) },
    'GET /api/lookups/platforms': { body: ['com.cartelera.tv', 'com.cartelera.android.tv'] },
    'GET /api/users/short': { body: users },
    'GET /api/users/size': { body: { count: users.length } },
    'GET /api/users/u7': { body: users[0] },
    'GET /api/license_transactions': { body: [] },
    'GET /api/users/u7/timeline': { body: { kinds: [], events: [] } },
    ...answers,
  })

export const openUsers = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource
            name="users"
            recordRepresentation="fullName"
            list={UserList}
            create={UserCreate}
            edit={UserEdit}
          />
        </Admin>
      ),
    },
    address,
  )

/** Signs in before each test and cleans up afterwards. */
export const withUsersScreens = (): void => {
  beforeEach(() => {
    window.localStorage.clear()
    window.sessionStorage.clear()
    fakeMedia()
    window.scrollTo = () => undefined
    storeToken('t')
  })
}
