import type { AuthProvider, UserIdentity } from 'ra-core'
import { type Action, type Holder, may, mayOpen } from '../../domain/access/permissions.ts'
import { API_PATHS, type Resource } from '../../domain/access/resources.ts'
import { ROUTES, type View } from '../../domain/access/routes.ts'
import { currentMe } from '../session/identity.ts'
import type { Me } from '../session/me.ts'
import { signIn, signOut } from '../session/sign-in.ts'
import { readToken } from '../session/token.ts'

export type Identity = UserIdentity & Me

const SCREENS: Readonly<Record<string, View>> = { list: 'list', create: 'create', edit: 'edit', show: 'edit' }
const DEEDS: Readonly<Record<string, Action>> = {
  read: 'read',
  export: 'read',
  register: 'create',
  modify: 'update',
  delete: 'delete',
}

const isResource = (name: string): name is Resource => name in API_PATHS

/**
 * Whether a holder may do what react-admin asks: `list`, `create` and `edit` open the screen of that row, as the
 * access rule says; `register`, `modify` and `delete` are the profile's flags.
 */
export const allows = (holder: Holder, action: string, resource: string): boolean => {
  if (!isResource(resource)) return false
  const view = SCREENS[action]
  if (view !== undefined) {
    const row = ROUTES.find((route) => route.resource === resource && route.view === view)
    return row === undefined ? may(holder, 'read', resource) : mayOpen(holder, row)
  }
  const deed = DEEDS[action]
  return deed !== undefined && may(holder, deed, resource)
}

/** React-admin's view of the session; the way to /login is the session's own (SignedIn), not react-admin's. */
export const authProvider: AuthProvider = {
  login: signIn,
  logout: signOut,
  checkAuth: async () => {
    if (readToken() === undefined) throw new Error('Su sesión expiró. Inicie sesión de nuevo.')
  },
  // http.ts has dropped a refused token by now. Logging out here again would make react-admin take the failed
  // write for a success, with its message and its redirect.
  checkError: async () => undefined,
  getIdentity: async (): Promise<Identity> => {
    const me = await currentMe()
    return { ...me, id: me._id }
  },
  getPermissions: async (): Promise<Holder> => {
    const { role, routeAccess } = await currentMe()
    return { role, routeAccess }
  },
  canAccess: async ({ action, resource }) => allows(await currentMe(), action, resource),
}
