import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Admin, CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../../src/admin/api/http.ts'
import { adminProps } from '../../../src/admin/app/layout/admin-props.tsx'
import { PasswordChange } from '../../../src/admin/features/users/PasswordChange.tsx'
import { meOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { fakeMedia, openPage } from '../../support/pages.tsx'

const me = { body: meOf({ role: 'agent' }) }

const open = () =>
  openPage(
    {
      '/login': <p>entrada</p>,
      '*': (
        <Admin {...adminProps}>
          <CustomRoutes>
            <Route path="/settings" element={<PasswordChange />} />
          </CustomRoutes>
        </Admin>
      ),
    },
    '/settings',
  )

const current = () => screen.findByLabelText(/Contraseña actual/)
const next = () => screen.getByLabelText(/Nueva contraseña/)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }))

beforeEach(() => {
  fakeMedia()
  storeToken('t')
})

describe('the password change', () => {
  it('requires both fields, and three characters', async () => {
    const asked = fakeApi({ 'GET /api/users/me': me })
    open()
    const input = await current()
    expect(input).toHaveAttribute('name', 'oldPassword')
    await save()
    expect(await screen.findByText('Debe digitar la nueva contraseña.')).toBeVisible()
    expect(screen.getByText('Debe digitar la contraseña actual.')).toBeVisible()
    await userEvent.type(next(), 'ab')
    await save()
    expect(await screen.findByText('La contraseña debe tener al menos 3 caracteres.')).toBeVisible()
    expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(0)
  })

  it('shows a wrong current password at its field', async () => {
    // React-admin logs error responses to the console outside of production.
    vi.mocked(console.error).mockImplementation(() => undefined)
    fakeApi({
      'GET /api/users/me': me,
      'PUT /api/users/u1/password': {
        status: 422,
        body: { message: 'Revise', errors: { oldPassword: { message: 'Contraseña incorrecta.' } } },
      },
    })
    open()
    await userEvent.type(await current(), 'mal')
    await userEvent.type(next(), 'nueva')
    await save()
    expect(await screen.findByText('Contraseña incorrecta.')).toBeVisible()
    expect(await current()).toBeInvalid()
    vi.mocked(console.error).mockClear()
  })

  it('ends the session once changed', async () => {
    const asked = fakeApi({ 'GET /api/users/me': me, 'PUT /api/users/u1/password': { status: 204 } })
    const { router } = open()
    await userEvent.type(await current(), 'vieja')
    await userEvent.type(next(), 'nueva')
    await save()
    expect(await screen.findByText('entrada')).toBeVisible()
    expect(router.state.location.state).toEqual({
      signOut: true,
      notice: 'Su contraseña fue cambiada. Inicie sesión de nuevo.',
    })
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      oldPassword: 'vieja',
      newPassword: 'nueva',
      permissionToAlter: false,
    })
  })
})
