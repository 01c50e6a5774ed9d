import type { AuthProvider, UserIdentity } from 'ra-core'
import type { Principal } from '../../domain/access/permissions.ts'
import { readToken } from './http.ts'
import { canAccess, currentMe, type Me } from './me.ts'
import { signIn, signOut } from './session.ts'

type Identity = UserIdentity & Me

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
  getPermissions: async (): Promise<Principal> => {
    const { role, routeAccess } = await currentMe()
    return { role, routeAccess }
  },
  canAccess: async ({ action, resource }) => canAccess(await currentMe(), action, resource),
}
