import { buildGrants } from '../../../domain/access/permissions.ts'
import type { ProfileInput } from '../../../domain/users/profile.ts'

const web = {
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
}

/** The demo's own profiles, in addition to the system profiles. */
export const demoProfiles = (): ProfileInput[] => [
  {
    name: 'Soporte',
    ...web,
    routeAccess: buildGrants({ 'issue-list': ['modify'], 'history-list': [] }),
  },
  {
    name: 'Catálogo',
    ...web,
    routeAccess: buildGrants({
      'category-list': ['register', 'modify'],
      'category-create': ['register'],
      'category-edit': ['modify'],
      'movie-list': ['register', 'modify', 'delete'],
      'movie-create': ['register'],
      'movie-edit': ['modify', 'delete'],
    }),
  },
  {
    name: 'Consulta',
    ...web,
    routeAccess: buildGrants({ 'user-list': [], 'user-edit': [], 'category-list': [], 'movie-list': [] }),
  },
]
