import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../../src/domain/access/roles.ts'
import { allowReports, openUsers, sceneOf, user, withUsersScreens } from './open-users.tsx'

withUsersScreens()

const rows = async () => {
  await screen.findByRole('link', { name: 'apena' })
  return screen.getAllByRole('row').slice(1)
}
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the list of users', () => {
  it('shows each user with a link to its form, by day and without com. and .tv', async () => {
    sceneOf({ users: [user(), user({ _id: 'u8', name: 'jpenan', status: 'disable' })] })
    openUsers('/admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'CONSULTA DE USUARIOS' })).toBeVisible()
    const [first] = await rows()
    expect(screen.getByRole('link', { name: 'apena' })).toHaveAttribute('href', '/modify/u7')
    expect(first).toHaveTextContent('cartelera.android')
    expect(first).toHaveTextContent('03/02/2025')
    expect(first).toHaveTextContent('27/11/2026')
    expect(screen.getByTestId('total')).toHaveTextContent('2')
  })

  it('sends the filters of its address', async () => {
    const asked = sceneOf()
    const filter = JSON.stringify({ q: 'peña', dateBeging: '2026-11-01', platform: 'com.cartelera.tv' })
    openUsers(`/admin?filter=${encodeURIComponent(filter)}&sort=dateExpire&order=DESC&page=1`)
    await rows()
    expect(asked.find(({ path }) => path === '/api/users/short')?.query).toMatchObject({
      search: 'peña',
      dateBeging: '2026-11-01',
      platform: 'com.cartelera.tv',
      sort: 'dateExpire',
      order: 'desc',
    })
  })

  it('colours the credit of app users and agents, and says the colour in words', async () => {
    sceneOf({
      users: [
        user({ creditAmount: 0 }),
        user({ _id: 'u8', creditAmount: 1 }),
        user({ _id: 'u9', role: 'agent', creditAmount: 0, balanceToCredit: 48 }),
        user({ _id: 'u10', role: 'demo', creditAmount: 0 }),
        user({ _id: 'u11', role: 'admin' }),
      ],
    })
    const { container } = openUsers('/admin')
    await screen.findAllByRole('link', { name: 'apena' })
    const tags = [...container.querySelectorAll<HTMLElement>('[data-tone]')]
    expect(tags.map(({ dataset, textContent }) => [dataset.tone, textContent])).toEqual([
      ['red', '0, sin crédito'],
      ['yellow', '1, último crédito'],
      ['plain', '48'],
      ['plain', '0'],
    ])
  })
})

describe('what a role sees of the list', () => {
  it.each<[Role, boolean, boolean, boolean]>([
    ['admin', true, true, false],
    ['superagent', true, false, true],
    ['agent', false, false, true],
  ])('%s: App %s, Remover Demo %s, balance %s', async (role, hasApp, hasRemoval, hasBalance) => {
    sceneOf({ role, creditToResell: 36 })
    openUsers('/admin')
    await rows()
    await screen.findByRole('button', { name: 'Vence Todas' })
    expect(headers().includes('App')).toBe(hasApp)
    expect(screen.queryByRole('combobox', { name: /^App/ }) !== null).toBe(hasApp)
    expect(screen.queryByRole('button', { name: 'Remover Demo' }) !== null).toBe(hasRemoval)
    expect(screen.queryByTestId('balance')?.textContent).toBe(
      hasBalance ? 'Balance de créditos: 36' : undefined,
    )
  })

  it('leads to a new user, and to a new demo with its profile chosen', async () => {
    sceneOf({ role: 'agent', creditToResell: 3 })
    openUsers('/admin')
    expect(await screen.findByRole('link', { name: 'Nuevo usuario' })).toHaveAttribute('href', '/signup')
    expect(await screen.findByRole('link', { name: 'Nuevo demo' })).toHaveAttribute(
      'href',
      '/signup?profile=demo',
    )
  })
})

describe('the switch of a row', () => {
  it('asks with the full name, and sends the status alone', async () => {
    const asked = sceneOf({ answers: { 'PUT /api/users/u7': { body: user({ status: 'disable' }) } } })
    openUsers('/admin')
    await rows()
    await userEvent.click(screen.getByRole('switch', { name: 'Activo: Ana Peña' }))
    const dialog = await screen.findByRole('dialog', {
      name: '¿Seguro que desea desactivar el usuario Ana Peña?',
    })
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Desactivar' }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'disable' }),
    )
  })

  it('changes nothing when the question is left', async () => {
    const asked = sceneOf({ users: [user({ status: 'disable' })] })
    openUsers('/admin')
    await rows()
    await userEvent.click(screen.getByRole('switch', { name: 'Activo: Ana Peña' }))
    const dialog = await screen.findByRole('dialog', {
      name: '¿Seguro que desea activar el usuario Ana Peña?',
    })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
    expect(await screen.findByRole('switch', { name: 'Activo: Ana Peña' })).not.toBeChecked()
  })

  it('goes back with the words of a server that says no', async () => {
    allowReports()
    sceneOf({ answers: { 'PUT /api/users/u7': { status: 403, body: { message: 'No puede.' } } } })
    openUsers('/admin')
    await rows()
    await userEvent.click(screen.getByRole('switch', { name: 'Activo: Ana Peña' }))
    await press('Desactivar')
    expect(await screen.findByText('No puede.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Activo: Ana Peña' })).toBeChecked())
    vi.mocked(console.error).mockClear()
  })

  it('is not for oneself, nor for who stands above', async () => {
    sceneOf({
      users: [
        user({ _id: 'u1', role: 'admin', profile: 'p-admin', fullName: 'Yo' }),
        user({ role: 'sa', profile: 'p-sa', fullName: 'El Dueño' }),
        user({ _id: 'u8', role: 'admin', profile: 'p-admin', fullName: 'Mi Par' }),
      ],
    })
    openUsers('/admin')
    expect(await screen.findByRole('switch', { name: 'Activo: Yo' })).toBeDisabled()
    expect(screen.getByRole('switch', { name: 'Activo: El Dueño' })).toBeDisabled()
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Activo: Mi Par' })).toBeDisabled())
  })
})

describe('Remover Demo', () => {
  it('says how many before, asks, and says how many after', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/users/demo/expired': { body: { count: 12 } },
        'DELETE /api/users/demo': { body: { count: 12 } },
      },
    })
    openUsers('/admin')
    await press('Remover Demo')
    const dialog = await screen.findByRole('dialog', {
      name: 'Seguro que desea eliminar los usuarios demos vencidos?',
    })
    expect(await within(dialog).findByText('Se eliminarán 12 usuarios demo vencidos.')).toBeVisible()
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    expect(await screen.findByText('Se eliminaron 12 usuarios demo vencidos.')).toBeVisible()
  })

  it('offers nothing where none has expired', async () => {
    sceneOf({ answers: { 'GET /api/users/demo/expired': { body: { count: 0 } } } })
    openUsers('/admin')
    await press('Remover Demo')
    expect(await screen.findByText('No hay usuarios demo vencidos.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  })
})
