import { screen, waitFor, within } from '@testing-library/react'
import { Admin, CustomRoutes, Resource, useCanAccess } from 'react-admin'
import { Route } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, storeToken } from '../../../../src/admin/api/http.ts'
import { useCan } from '../../../../src/admin/api/me.ts'
import { adminProps } from '../../../../src/admin/app/layout/admin-props.tsx'
import { PageTitle } from '../../../../src/admin/kit/page/Page.tsx'
import { buildGrants, type GroupAccess } from '../../../../src/domain/access/permissions.ts'
import { meOf } from '../../../support/answers.ts'
import { type Asked, fakeApi } from '../../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../../support/pages.tsx'

const BEFORE = buildGrants({ 'user-list': [], 'movie-list': [], 'movie-create': ['register'] })
const AFTER = buildGrants({ 'user-list': [], 'issue-list': [] })

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
        <Admin {...adminProps}>
          <Resource name="users" list={<PageTitle title="Usuarios" />} />
          <Resource name="movies" list={<Movies />} />
          <Resource name="issues" list={<PageTitle title="Errores" />} />
          <CustomRoutes>
            <Route path="/main" element={<PageTitle title="Inicio" />} />
          </CustomRoutes>
        </Admin>
      ),
    },
    address,
  )

let routeAccess: GroupAccess[] = BEFORE
let behind: string | undefined
let namesState = true
let asked: Asked[] = []

const state = (): Record<string, string> =>
  namesState ? { 'session-state': JSON.stringify(routeAccess) } : {}

beforeEach(() => {
  window.localStorage.clear()
  routeAccess = BEFORE
  behind = undefined
  namesState = true
  fakeMedia()
  storeToken('t')
  asked = fakeApi({
    'GET /api/issues': () => ({ body: [], headers: behind ? { 'session-state': behind } : state() }),
    'GET /api/users/me': () => ({
      headers: state(),
      body: meOf({ routeAccess }),
    }),
    'GET /api/movies/short': { status: 403, body: { message: 'No.' } },
  })
})

afterEach(() => {
  vi.useRealTimers()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menus = () =>
  within(screen.getByRole('navigation', { name: 'Menú principal' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('changed permissions', () => {
  it('apply from the next response of any kind, also in the menus', async () => {
    const { router } = open('/movie')
    await heading('Películas')
    expect(menus()).toEqual(['Administración', 'Contenidos'])
    routeAccess = AFTER
    await call('/api/issues')
    await waitFor(() => expect(menus()).toEqual(['Administración']))
    expect(router.state.location.pathname).toBe('/main')
  })

  it('are not requested while responses have the same version of the user', async () => {
    const { router } = open('/movie')
    await heading('Películas')
    for (const address of ['/admin', '/movie', '/issues']) {
      await router.navigate(address)
      await call('/api/issues')
    }
    expect(asked.filter(({ path }) => path === '/api/users/me')).toHaveLength(1)
  })

  it('apply to a screen opened half a minute later if responses have no version', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    namesState = false
    const { router } = open('/movie')
    await heading('Películas')
    routeAccess = AFTER
    vi.setSystemTime(Date.now() + 31_000)
    await router.navigate('/admin')
    await heading('Usuarios')
    await waitFor(() => expect(menus()).toEqual(['Administración']))
  })

  it('are requested once after a response of an outdated node', async () => {
    open('/movie')
    await heading('Películas')
    behind = 'older'
    await call('/api/issues')
    await waitFor(() => expect(asked.filter(({ path }) => path === '/api/users/me')).toHaveLength(2))
    behind = undefined
    await call('/api/issues')
    expect(asked.filter(({ path }) => path === '/api/users/me')).toHaveLength(2)
  })

  it('apply after a 403: menus change, and a forbidden screen is left', async () => {
    const { router } = open('/movie')
    await heading('Películas')
    routeAccess = AFTER
    await expect(call('/api/movies/short')).rejects.toThrow('No.')
    await waitFor(() => expect(menus()).toEqual(['Administración']))
    expect(router.state.location.pathname).toBe('/main')
  })

  it('apply when the window becomes visible again, also to buttons of the screen', async () => {
    open('/movie')
    expect(await screen.findByText('mira usuarios')).toBeVisible()
    routeAccess = buildGrants({ 'movie-list': [], 'user-list': ['register'] })
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('registra usuarios')).toBeVisible()
    expect(await screen.findByText('también para react-admin')).toBeVisible()
  })
})
