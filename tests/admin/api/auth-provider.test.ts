import { describe, expect, it } from 'vitest'
import { authProvider } from '../../../src/admin/api/auth-provider.ts'
import { readToken, storeToken } from '../../../src/admin/api/http.ts'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { meOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'

describe('the auth provider', () => {
  it('fetches the current user once for identity, permissions and access', async () => {
    storeToken('t')
    const asked = fakeApi({ 'GET /api/users/me': { body: meOf({ fullName: 'Ana Peña', role: 'sa' }) } })
    expect(await authProvider.getIdentity?.()).toMatchObject({
      id: 'u1',
      fullName: 'Ana Peña',
      isAdmin: true,
    })
    expect(await authProvider.getPermissions?.({})).toEqual({ role: 'sa', routeAccess: [] })
    expect(asked).toHaveLength(1)
  })

  it('rejects a visitor', async () => {
    await expect(authProvider.checkAuth({})).rejects.toThrow('Inicie sesión')
    storeToken('t')
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined()
  })

  it('does not end the session on errors, since the API client has already ended an expired one', async () => {
    storeToken('t')
    await authProvider.checkError({ status: 403 })
    expect(readToken()).toBe('t')
  })

  it('clears its cache on sign-out', async () => {
    storeToken('t')
    fakeApi({ 'POST /auth/logout': { status: 204 } })
    queryClient.setQueryData(['movies', 'getList'], [])
    await authProvider.logout({})
    expect(readToken()).toBeUndefined()
    expect(queryClient.getQueryCache().getAll()).toHaveLength(0)
  })
})
