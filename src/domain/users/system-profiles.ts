import { allGrants, buildGrants } from '../access/permissions.ts'
import type { ProfileInput } from './profile.ts'

const resellerGrants = () =>
  buildGrants({
    'user-list': ['register'],
    'user-edit': ['modify'],
    'credit-list': ['register'],
    'credit-balance': [],
  })

const web = {
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
}
const viewer = {
  accessWeb: false,
  accessApp: true,
  dateValidate: true,
  deviceValidate: true,
  secondFactor: false,
  routeAccess: [],
}

/** The profiles of a first start (rule U25). */
export const firstProfiles = (): (ProfileInput & { isSystem: boolean })[] => [
  { name: 'sa', isSystem: true, ...web, routeAccess: allGrants() },
  { name: 'superagent', isSystem: true, ...web, routeAccess: resellerGrants() },
  { name: 'agent', isSystem: true, ...web, routeAccess: resellerGrants() },
  { name: 'app', isSystem: true, ...viewer },
  { name: 'demo', isSystem: true, ...viewer },
  { name: 'Administrador', isSystem: false, ...web, routeAccess: allGrants() },
]
