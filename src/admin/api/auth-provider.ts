import type { AuthProvider, UserIdentity } from 'react-admin'
import type { Principal } from '../../domain/access/permissions.ts'
import { readToken } from './http.ts'
import { canAccess, currentMe, type Me } from './me.ts'
import { signIn, signOut } from './session.ts'

type Identity = UserIdentity & Me

/** React-Admin's view of the session; redirects to /login are made by `SignedIn`, not by react-admin. */
export const authProvider: AuthProvider = {
  login: signIn,
  logout: signOut,
  checkAuth: async () => {
    if (readToken() === undefined) throw new Error('Su sesión expiró. Inicie sesión de nuevo.')
  },
  // http.ts has already dropped a refused token. Logging out here too would make react-admin treat the failed write as
  // a success, with its message and redirect.
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
