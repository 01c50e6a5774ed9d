import { screen, waitFor, within } from '@testing-library/react'
import { Resource, useCanAccess } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, dropToken, keepToken } from '../../../../src/admin/api/http.ts'
import { useCan } from '../../../../src/admin/api/me.ts'
import { queryClient } from '../../../../src/admin/api/query-client.ts'
import { Shell } from '../../../../src/admin/app/layout/Shell.tsx'
import { PageTitle } from '../../../../src/admin/kit/page/Page.tsx'
import { type GroupAccess, grants } from '../../../../src/domain/access/permissions.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../../support/pages.tsx'

const BEFORE = grants({ 'user-list': [], 'movie-list': [], 'movie-create': ['register'] })
const AFTER = grants({ 'user-list': [], 'issue-list': [] })

const Movies = () => {
  const canRegister = useCan('register', 'users')
  const { canAccess } = useCanAccess({ resource: 'users', action: 'register' })
  return (
    <>
      <PageTitle title="Películas" />
      <p>{canRegister ? 'registra usuarios' : 'mira usuarios'}</p>
      <p>{canAccess ? 'también para react-admin' : null}</p>
    </>
  )
}

const open = (address: string) =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Shell>
          <Resource name="users" list={<PageTitle title="Usuarios" />} />
          <Resource name="movies" list={<Movies />} />
          <Resource name="issues" list={<PageTitle title="Errores" />} />
        </Shell>
      ),
    },
    address,
  )

let routeAccess: GroupAccess[] = BEFORE

beforeEach(() => {
  window.localStorage.clear()
  routeAccess = BEFORE
  fakeMedia()
  keepToken('t')
  vi.useFakeTimers({ toFake: ['Date'] })
  fakeApi({
    'GET /api/users/me': () => ({
      body: { _id: 'u1', name: 'ana', fullName: 'Ana Peña', role: 'admin', profile: 'p1', routeAccess },
    }),
    'GET /api/movies/short': { status: 403, body: { message: 'No.' } },
  })
})

afterEach(() => {
  vi.useRealTimers()
  dropToken()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menus = () =>
  within(screen.getByRole('navigation', { name: 'Menú principal' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const laterBy = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

describe('changed permissions', () => {
  it('apply from the next navigation, also in the menus', async () => {
    const { router } = open('/movie')
    await heading('Películas')
    expect(menus()).toEqual(['Administración', 'Contenidos'])
    routeAccess = AFTER
    laterBy(3000)
    await router.navigate('/admin')
    await heading('Usuarios')
    await waitFor(() => expect(menus()).toEqual(['Administración']))
  })

  it('apply after a 403: menus change, and a forbidden screen is left', async () => {
    const { router } = open('/movie')
    await heading('Películas')
    routeAccess = AFTER
    await expect(call('/api/movies/short')).rejects.toThrow('No.')
    await waitFor(() => expect(menus()).toEqual(['Administración']))
    expect(router.state.location.pathname).toBe('/main')
  })

  it('apply when the window gets the focus, also to buttons of the screen', async () => {
    open('/movie')
    expect(await screen.findByText('mira usuarios')).toBeVisible()
    routeAccess = grants({ 'movie-list': [], 'user-list': ['register'] })
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('registra usuarios')).toBeVisible()
    expect(await screen.findByText('también para react-admin')).toBeVisible()
  })

  it('are fetched once for several navigations in a moment', async () => {
    const asked = fakeApi({
      'GET /api/users/me': { body: { _id: 'u1', name: 'ana', role: 'admin', routeAccess } },
    })
    const { router } = open('/movie')
    await heading('Películas')
    await router.navigate('/admin')
    await heading('Usuarios')
    expect(asked.filter(({ path }) => path === '/api/users/me')).toHaveLength(1)
  })
})
