import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '../../../../src/admin/api/http.ts'
import { adminProps } from '../../../../src/admin/app/layout/admin-props.tsx'
import { HomePage } from '../../../../src/admin/app/layout/HomePage.tsx'
import { PageTitle } from '../../../../src/admin/kit/page/Page.tsx'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { ALL_DONE } from '../../../../src/domain/home/first-steps.ts'
import { meOf } from '../../../support/answers.ts'
import { fakeApi } from '../../../support/fake-api.ts'
import { fakeMedia, openAddress, openPage } from '../../../support/pages.tsx'

const admin = (
  <Admin {...adminProps}>
    <Resource
      name="users"
      list={<PageTitle title="Usuarios" />}
      create={<PageTitle title="Nuevo usuario" />}
    />
    <CustomRoutes>
      <Route path="/main" element={<HomePage />} />
    </CustomRoutes>
  </Admin>
)

const openHome = () => openPage({ '/login': <p>entrada</p>, '*': admin }, '/main')

const CLERK = meOf({ routeAccess: buildGrants({ 'user-list': ['register'] }) })
const SA = meOf({ role: 'sa' })

const list = (name: string) => screen.findByRole('navigation', { name })
const items = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('listitem')
    .map(
      (item) =>
        item.querySelector('div')?.firstChild?.textContent +
        (within(item).getByRole('link').textContent ?? ''),
    )

const takeEntry = async (name: string): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: /^Menú del usuario/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

beforeEach(() => {
  window.localStorage.clear()
  fakeMedia()
  storeToken('t')
})

describe('things to try (rule W28)', () => {
  it('are ticked once their screen was opened, in any way', async () => {
    fakeApi({ 'GET /api/users/me': { body: CLERK } })
    openHome()
    expect(items(await list('Tres cosas para probar'))).toEqual([
      'Por ver: Cree un usuario demo',
      'Por ver: Busque a un cliente',
      'Por ver: Proteja su cuenta',
    ])
    await openAddress('/admin')
    expect(await screen.findByRole('heading', { name: 'Usuarios' })).toBeVisible()
    await openAddress('/main')
    const shown = await list('Tres cosas para probar')
    expect(items(shown)[1]).toBe('Visto: Busque a un cliente')
    expect(within(shown).getByText('1 de 3')).toBeVisible()
  })

  it('close with one click for good, and are in the user menu then', async () => {
    fakeApi({ 'GET /api/users/me': { body: CLERK } })
    const { unmount } = openHome()
    const close = within(await list('Tres cosas para probar')).getByRole('button')
    await userEvent.click(close)
    expect(await screen.findByText('Está en el menú del usuario: «Cosas para probar».')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    unmount()
    openHome()
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Tres cosas para probar' })).toBeNull()
    await takeEntry('Cosas para probar')
    expect(await list('Tres cosas para probar')).toHaveFocus()
  })
})

describe('the first steps (rule W27)', () => {
  const steps = { ...ALL_DONE, mail: false, backup: false }

  it('are shown to sa with those that are done, and found again in the user menu', async () => {
    fakeApi({ 'GET /api/users/me': { body: SA }, 'GET /api/first-steps': { body: steps } })
    openHome()
    const shown = await list('Primeros pasos')
    expect(within(shown).getByText('4 de 6')).toBeVisible()
    expect(items(shown).slice(3)).toEqual([
      'Hecho: Agregue los primeros contenidos',
      'Pendiente: Configure el correo',
      'Pendiente: Haga una copia de seguridad',
    ])
    await userEvent.click(within(shown).getByRole('button'))
    expect(await list('Tres cosas para probar')).toBeVisible()
    await takeEntry('Primeros pasos')
    expect(await list('Primeros pasos')).toHaveFocus()
    expect(screen.queryByRole('navigation', { name: 'Tres cosas para probar' })).toBeNull()
  })

  it('give way to things to try once all are done, and are not read again', async () => {
    const asked = fakeApi({ 'GET /api/users/me': { body: SA }, 'GET /api/first-steps': { body: ALL_DONE } })
    const { unmount } = openHome()
    expect(await list('Tres cosas para probar')).toBeVisible()
    unmount()
    openHome()
    expect(await list('Tres cosas para probar')).toBeVisible()
    expect(asked.filter(({ path }) => path === '/api/first-steps')).toHaveLength(1)
  })

  it('are left out if they cannot be read', async () => {
    fakeApi({
      'GET /api/users/me': { body: SA },
      'GET /api/first-steps': { status: 500, body: { message: 'Falló.' } },
    })
    openHome()
    expect(await list('Tres cosas para probar')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Primeros pasos' })).toBeNull())
  })
})
