import { screen } from '@testing-library/react'
import { Admin, Resource } from 'react-admin'
import { adminProps } from '../../../../src/admin/app/layout/admin-props.tsx'
import { PermissionEdit } from '../../../../src/admin/features/users/PermissionEdit.tsx'
import { ProfileList } from '../../../../src/admin/features/users/ProfileList.tsx'
import { PageTitle } from '../../../../src/admin/kit/page/Page.tsx'
import {
  allGrants,
  buildGrants,
  type GroupAccess,
  type Role,
  type SYSTEM_PROFILES,
} from '../../../../src/domain/access/permissions.ts'
import type { Profile, ProfileRow } from '../../../../src/domain/users/profile.ts'
import { meOf, settingsOf } from '../../../support/answers.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { openPage } from '../../../support/pages.tsx'

/** A profile that opens two screens. */
export const profile = (fields: Partial<Profile> = {}): Profile => ({
  _id: 'p1',
  name: 'Ventas',
  isSystem: false,
  role: 'admin',
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
  routeAccess: buildGrants({ 'user-list': ['register'], 'movie-list': [] }),
  dateCreate: '2026-01-01T12:00:00.000Z',
  dateUpdate: '2026-02-03T12:00:00.000Z',
  ...fields,
})

export const systemProfile = (name: SystemProfile, fields: Partial<Profile> = {}): Profile =>
  profile({ _id: `p-${name}`, name, role: name, isSystem: true, ...fields })

type SystemProfile = (typeof SYSTEM_PROFILES)[number]

interface Scene {
  role?: Role
  /** Id of the current user's profile. */
  own?: string
  routeAccess?: GroupAccess[]
  profiles?: readonly Profile[]
  answers?: Parameters<typeof fakeApi>[0]
}

/** Fakes the API of the profiles' screens; returns the requests. */
export const sceneOf = (scene: Scene = {}) => {
  const { role = 'admin', own = 'p-administrador', routeAccess = allGrants(), answers } = scene
  const profiles = scene.profiles ?? [profile()]
  return fakeApi({
    'GET /api/users/me': { body: meOf({ role, profile: own, routeAccess }) },
    'GET /api/settings': { body: settingsOf() },
    'GET /api/profiles': {
      body: profiles.map((each): ProfileRow => ({ ...each, below: true, assignable: true })),
    },
    'GET /api/profiles/size': { body: { count: profiles.length } },
    'GET /api/profiles/p1': { body: profiles[0] },
    'GET /api/users/short': { body: [] },
    'GET /api/users/size': { body: { count: 0 } },
    ...answers,
  })
}

/** Renders the profiles' screens at a path; the screens of users and films exist for the menus. */
export const openProfiles = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <Resource name="profiles" list={ProfileList} edit={PermissionEdit} />
          <Resource name="users" list={<PageTitle title="Usuarios" />} />
          <Resource name="movies" list={<PageTitle title="Películas" />} />
        </Admin>
      ),
    },
    address,
  )

// Computing hidden elements takes most of the time of such a test.
const ANYWHERE = { hidden: true }

export const heading = (name: string | RegExp) =>
  screen.findByRole('heading', { level: 1, name, ...ANYWHERE })
export const button = (name: string) => screen.getByRole('button', { name, ...ANYWHERE })
export const box = (name: string) => screen.getByLabelText(name, { selector: 'input[type="checkbox"]' })
