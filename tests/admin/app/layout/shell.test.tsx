import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../../../src/admin/api/http.ts'
import { adminProps } from '../../../../src/admin/app/layout/admin-props.tsx'
import { HomePage } from '../../../../src/admin/app/layout/HomePage.tsx'
import { PageTitle } from '../../../../src/admin/kit/page/Page.tsx'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { VERSION } from '../../../../src/domain/version.ts'
import { meOf } from '../../../support/answers.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../../support/pages.tsx'

const me = meOf({
  name: 'mpena',
  fullName: 'María Peña',
  routeAccess: buildGrants({ 'user-list': [], 'movie-list': [], 'movie-edit': [], 'issue-list': [] }),
})

const Broken = (): never => {
  throw new Error('a fault of ours')
}

const admin = (
  <Admin {...adminProps}>
    <Resource
      name="movies"
      list={<PageTitle title="Películas" />}
      create={<PageTitle title="Nueva" />}
      edit={<PageTitle title="Una película" />}
    />
    <Resource name="users" list={Broken} />
    <CustomRoutes>
      <Route path="/main" element={<HomePage />} />
    </CustomRoutes>
  </Admin>
)

const open = (address: string) => openPage({ '/login': <p>entrada</p>, '*': admin }, address)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  window.localStorage.clear()
  fakeMedia()
  storeToken('t')
  fakeApi({ 'GET /api/users/me': { body: me } })
})

describe('the frame of every screen', () => {
  it('shows the home page with the logo at / and at /main', async () => {
    const { unmount } = open('/')
    expect(await heading('Cartelera')).toBeVisible()
    expect(document.title).toBe('Inicio · Cartelera')
    unmount()
    open('/main')
    expect(await heading('Cartelera')).toBeVisible()
  })

  it('shows the menus of the profile, and marks the current screen', async () => {
    open('/movie/5')
    expect(await heading('Una película')).toBeVisible()
    const nav = screen.getByRole('navigation', { name: 'Menú principal' })
    expect(
      within(nav)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Administración', 'Contenidos'])
    await userEvent.click(within(nav).getByRole('button', { name: 'Contenidos' }))
    const entry = screen.getByRole('menuitem', { name: 'Películas' })
    expect(entry).toHaveAttribute('href', '/movie')
    expect(entry).toHaveAttribute('aria-current', 'page')
    await userEvent.click(entry)
    expect(await heading('Películas')).toBeVisible()
  })

  it('opens a menu with the keyboard and returns the focus', async () => {
    open('/movie')
    await heading('Películas')
    const button = screen.getByRole('button', { name: 'Contenidos' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('menuitem', { name: 'Películas' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('shows the same entries in a drawer on a narrow screen', async () => {
    fakeMedia((query) => query.includes('max-width'))
    open('/movie')
    await heading('Películas')
    await userEvent.click(screen.getByRole('button', { name: 'Abrir el menú' }))
    expect(await screen.findByRole('link', { name: 'Usuarios' })).toHaveAttribute('href', '/admin')
    expect(screen.getByRole('link', { name: 'Películas' })).toHaveAttribute('aria-current', 'page')
  })

  it('switches between the light and the dark theme, and stores the choice', async () => {
    open('/main')
    await userEvent.click(await screen.findByRole('button', { name: /María Peña/ }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Tema oscuro' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(window.localStorage.getItem('RaStoreCartelera.theme')).toBe('"dark"')
  })

  it('offers the password change and the sign-out', async () => {
    const { router } = open('/movie')
    await userEvent.click(await screen.findByRole('button', { name: /María Peña/ }))
    expect(screen.getByRole('menuitem', { name: 'Cambiar contraseña' })).toHaveAttribute('href', '/settings')
    expect(screen.getByText(`Cartelera ${VERSION}`)).toBeVisible()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Salir' }))
    expect(await screen.findByText('entrada')).toBeVisible()
    expect(router.state.location.state).toEqual({ signOut: true })
  })

  it('shows a Spanish message for a screen that fails to render, below the navbar', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined)
    open('/admin')
    expect(await heading('Algo salió mal')).toBeVisible()
    expect(screen.queryByText(/a fault of ours/)).toBeNull()
    // The page may have failed after a successful write.
    expect(screen.getByText(/revise si los datos quedaron guardados/)).toBeVisible()
    expect(screen.queryByText(/no se pudo completar/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Contenidos' })).toBeVisible()
    vi.mocked(console.error).mockClear()
  })
})

const FORBIDDEN = 'No tiene permiso para abrir esa pantalla. Pida el permiso a quien administra los perfiles.'

describe('the access rule', () => {
  it('redirects to /main from a route that the profile does not grant', async () => {
    const { router } = open('/moviecrate')
    expect(await heading('Cartelera')).toBeVisible()
    expect(router.state.location.pathname).toBe('/main')
    expect(screen.getByText(FORBIDDEN)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByText(FORBIDDEN)).toBeNull())
    expect(router.state.location.pathname).toBe('/main')
  })

  it.each(['/nada', '/issues'])('redirects home from %s, which has no screen', async (address) => {
    const { router } = open(address)
    expect(await heading('Cartelera')).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
    expect(screen.getByText('La dirección no existe.')).toBeVisible()
  })

  it('shows an unreachable server, and retries', async () => {
    let isUp = false
    fakeApi({
      'GET /api/users/me': () => (isUp ? { body: me } : { status: 503, body: { message: 'En pausa.' } }),
    })
    open('/movie')
    expect(await screen.findByText('En pausa.')).toBeVisible()
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    expect(await heading('Películas')).toBeVisible()
  })
})
