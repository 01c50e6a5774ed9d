import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { grants, type Role } from '../../../../src/domain/access/permissions.ts'
import type { User } from '../../../../src/domain/users/user.ts'
import { allowReports, openUsers, profilesFor, sceneOf, user, withUsersScreens } from './open-users.tsx'

withUsersScreens()

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
const opened = () => screen.findByRole('heading', { level: 2, name: 'Ficha' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const profileSelect = () => screen.getByRole('combobox', { name: /^Perfil/ })

const device = {
  macAddress: '00:1A:2B:3C:4D:5E',
  sdkVersion: '33',
  appVersion: '2.4.1',
  model: 'AFTKA',
  product: 'kara',
  description: 'Sala',
}

describe('the form of a user by role', () => {
  interface Screen {
    delete: boolean
    platform: boolean
    tvList: boolean
    profile: boolean
  }
  it.each<[Role, Partial<User>, Screen]>([
    ['admin', {}, { delete: true, platform: true, tvList: true, profile: true }],
    ['superagent', {}, { delete: false, platform: true, tvList: true, profile: true }],
    ['agent', {}, { delete: false, platform: false, tvList: false, profile: false }],
    [
      'agent',
      { role: 'demo', profile: 'p-demo', profileName: 'demo' },
      { delete: false, platform: false, tvList: false, profile: true },
    ],
  ])('%s with %j', async (role, fields, expected) => {
    sceneOf({ role, users: [user(fields)], creditToResell: 5 })
    openUsers('/modify/u7')
    await opened()
    await screen.findByRole('button', { name: 'Actualizar' })
    expect({
      delete: screen.queryByRole('button', { name: 'Eliminar' }) !== null,
      platform: screen.queryByRole('combobox', { name: /^App Origen/ }) !== null,
      tvList: screen.queryByRole('switch', { name: 'Usa Lista de TV' }) !== null,
      profile: profileSelect().getAttribute('aria-disabled') !== 'true',
    }).toEqual(expected)
  })

  it('is read-only without the permission, and says so', async () => {
    const readers = {
      _id: 'u1',
      fullName: 'Ana Lectora',
      role: 'admin',
      routeAccess: grants({ 'user-list': [], 'user-edit': [] }),
    }
    sceneOf({ answers: { 'GET /api/users/me': { body: readers } } })
    openUsers('/modify/u7')
    expect(await screen.findByText('Solo lectura: su perfil no permite modificar usuarios.')).toBeVisible()
    expect(field('name')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Actualizar' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull()
  })

  it.each([
    ['as many permissions', false, true],
    ['fewer permissions', true, false],
  ])('of the same role is reading alone where that one has %s', async (_, below, isReadOnly) => {
    sceneOf({
      users: [user({ role: 'admin', profile: 'p-admin', profileName: 'Administrador' })],
      answers: { 'GET /api/profiles': { body: profilesFor('admin').map((each) => ({ ...each, below })) } },
    })
    openUsers('/modify/u7')
    await opened()
    const notice = 'Solo lectura: no puede modificar un usuario de su mismo nivel o superior.'
    if (isReadOnly) expect(await screen.findByText(notice)).toBeVisible()
    else expect(await screen.findByRole('button', { name: 'Actualizar' })).toBeVisible()
    expect(screen.queryByText(notice) !== null).toBe(isReadOnly)
  })

  it('does not let users disable or delete themselves, or change their own profile', async () => {
    const own = user({ _id: 'u1', role: 'admin', profile: 'p-admin' })
    sceneOf({ answers: { 'GET /api/users/u1': { body: own } } })
    openUsers('/modify/u1')
    await opened()
    expect(screen.getByRole('switch', { name: 'Usuario activo' })).toBeDisabled()
    expect(screen.getByText('No puede deshabilitar su propio usuario.')).toBeVisible()
    expect(profileSelect()).toHaveAttribute('aria-disabled', 'true')
    expect(field('password')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull()
  })
})

describe('saving a user', () => {
  it('rejects a password of two characters', async () => {
    const asked = sceneOf()
    openUsers('/modify/u7')
    await opened()
    await userEvent.type(field('password') ?? document.body, 'ab')
    await press('Actualizar')
    expect(await screen.findByText('La contraseña debe tener al menos 3 caracteres.')).toBeVisible()
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  })
})

describe('deleting a user', () => {
  it('asks for confirmation with the full name, and shows why it failed', async () => {
    allowReports()
    const message = 'No puede eliminar el usuario: tiene 12 créditos y 3 clientes.'
    sceneOf({ answers: { 'DELETE /api/users/u7': { status: 409, body: { message } } } })
    openUsers('/modify/u7')
    await opened()
    await press('Eliminar')
    const dialog = await screen.findByRole('dialog', { name: 'Seguro de eliminar Ana Peña' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    expect(await within(screen.getByTestId('form-message')).findByText(message)).toBeVisible()
    vi.mocked(console.error).mockClear()
  })
})

describe('the device', () => {
  it('shows the newer version if the user was saved meanwhile', async () => {
    allowReports()
    let stored = user({ device })
    sceneOf({
      answers: {
        'GET /api/users/u7': () => ({ body: stored }),
        'PUT /api/users/u7': { status: 409, body: { message: 'Cambió', code: 'STALE' } },
      },
    })
    openUsers('/modify/u7')
    await opened()
    await press('Dispositivo')
    await press('Desvincular')
    const question = await screen.findByRole('dialog', { name: /desvincular el dispositivo/ })
    const macAddress = '99:99:99:99:99:99'
    stored = user({ device: { ...device, macAddress }, dateUpdate: '2026-03-03T00:00:00.000Z' })
    await userEvent.click(within(question).getByRole('button', { name: 'Desvincular' }))
    expect(await screen.findByText(/^Otra persona guardó este usuario/)).toBeVisible()
    expect(await screen.findByText(macAddress)).toBeVisible()
    vi.mocked(console.error).mockClear()
  })

  it('is disabled while the form has unsaved changes', async () => {
    sceneOf({ users: [user({ device })] })
    openUsers('/modify/u7')
    await opened()
    await userEvent.type(screen.getByRole('textbox', { name: /Nombre completo/ }), 'x')
    await press('Dispositivo')
    expect(await screen.findByRole('button', { name: 'Desvincular' })).toBeDisabled()
  })
})
