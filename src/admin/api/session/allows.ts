import { type Action, can, canOpen, type Principal } from '../../../domain/access/permissions.ts'
import { ROUTES, type View } from '../../../domain/access/routes.ts'
import { API_PATHS, type Resource } from '../../../domain/registry.ts'

const SCREENS: Readonly<Record<string, View>> = { list: 'list', create: 'create', edit: 'edit', show: 'edit' }
const ACTIONS: Readonly<Record<string, Action>> = {
  read: 'read',
  export: 'read',
  register: 'create',
  modify: 'update',
  delete: 'delete',
}

const isResource = (name: string): name is Resource => name in API_PATHS

/**
 * Whether a principal may do what react-admin asks: `list`, `create` and `edit` open the screen of that row, as the
 * access rule says; `register`, `modify` and `delete` are the profile's flags.
 */
export const allows = (principal: Principal, action: string, resource: string): boolean => {
  if (!isResource(resource)) return false
  const view = SCREENS[action]
  if (view !== undefined) {
    const row = ROUTES.find((route) => route.resource === resource && route.view === view)
    return row === undefined ? can(principal, 'read', resource) : canOpen(principal, row)
  }
  const required = ACTIONS[action]
  return required !== undefined && can(principal, required, resource)
}
