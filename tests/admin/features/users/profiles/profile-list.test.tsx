import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { grants } from '../../../../../src/domain/access/permissions.ts'
import { allowReports, userEvent, withContentScreens } from '../../contents/open-contents.tsx'
import { button, heading, openProfiles, profile, sceneOf, systemProfile } from './open-profiles.tsx'

withContentScreens()

const toggle = (name: string) => screen.findByLabelText(name, { selector: '[role="switch"]' })
const writesOf = (asked: ReturnType<typeof sceneOf>) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

describe('the list of profiles', () => {
  it('shows each with its four flags and a link to its permissions', async () => {
    sceneOf({ profiles: [profile(), systemProfile('agent')] })
    openProfiles('/profile')
    await heading('Perfiles')
    expect(await toggle('Acceso web: Ventas')).toBeChecked()
    for (const name of ['Acceso a la app', 'Valida crédito', 'Valida dispositivo'])
      expect(await toggle(`${name}: Ventas`)).not.toBeChecked()
    expect(screen.getByRole('link', { name: 'Permisos: Ventas' })).toHaveAttribute('href', '/permission/p1')
    const row = screen.getByRole('row', { name: /^agent/ })
    expect(within(row).getByText('Sistema')).toBeVisible()
  })

  it('changes a flag at once, and reverts it with the message of an error', async () => {
    allowReports()
    let rejected = false
    const asked = sceneOf({
      answers: {
        'PUT /api/profiles/p1': () =>
          rejected
            ? { status: 422, body: { message: 'No se puede.' } }
            : { body: profile({ accessApp: true, dateUpdate: '2026-03-01T00:00:00.000Z' }) },
      },
    })
    openProfiles('/profile')
    await waitFor(async () => expect(await toggle('Acceso a la app: Ventas')).toBeEnabled())
    await userEvent.click(await toggle('Acceso a la app: Ventas'))
    expect(await toggle('Acceso a la app: Ventas')).toBeChecked()
    await waitFor(() => expect(writesOf(asked)).toEqual([['PUT', '/api/profiles/p1', { accessApp: true }]]))
    rejected = true
    await userEvent.click(await toggle('Valida crédito: Ventas'))
    expect(await screen.findByText('No se puede.')).toBeVisible()
    expect(await toggle('Valida crédito: Ventas')).not.toBeChecked()
    expect(await toggle('Acceso a la app: Ventas')).toBeChecked()
  })

  it('disables flags that only sa can change, and says why', async () => {
    sceneOf({ own: 'p1', profiles: [profile(), systemProfile('sa')] })
    openProfiles('/profile')
    for (const name of ['Acceso web: Ventas', 'Acceso a la app: Ventas', 'Valida crédito: sa'])
      expect(await toggle(name)).toBeDisabled()
    expect(await toggle('Valida crédito: Ventas')).toBeEnabled()
    expect(screen.getByTitle('No puede quitar el acceso web a su propio perfil.')).toBeVisible()
    expect(screen.getAllByTitle('Solo sa puede modificar el perfil sa.')).toHaveLength(4)
  })

  it('disables a profile that grants more than the current user has', async () => {
    const asked = sceneOf({ routeAccess: grants({ 'profile-list': ['modify', 'delete'], 'user-list': [] }) })
    openProfiles('/profile')
    const message = 'No puede modificar ni eliminar un perfil con permisos que usted no tiene.'
    await waitFor(() => expect(screen.getAllByTitle(message)).toHaveLength(4))
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    await userEvent.click(button('Eliminar Ventas'))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(writesOf(asked)).toEqual([])
  })

  it('offers no new profile to resellers', async () => {
    sceneOf({ role: 'agent', profiles: [profile(), systemProfile('app', { routeAccess: [] })] })
    openProfiles('/profile')
    await waitFor(async () => expect(await toggle('Acceso web: app')).toBeEnabled())
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    expect(screen.queryByRole('textbox', { name: 'Nombre del perfil' })).toBeNull()
  })

  it('is read-only without permissions', async () => {
    sceneOf({ routeAccess: grants({ 'profile-list': [] }) })
    openProfiles('/profile')
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Registrar' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Eliminar Ventas' })).toBeNull()
  })
})

describe('deleting a profile', () => {
  it('asks for confirmation with the number of its users', async () => {
    allowReports()
    const message = 'No puede eliminar el perfil, lo usan 3 usuarios.'
    const asked = sceneOf({ answers: { 'DELETE /api/profiles/p1': { status: 409, body: { message } } } })
    openProfiles('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar Ventas' }))
    const dialog = await screen.findByRole('dialog', { name: 'Seguro de eliminar Ventas' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(writesOf(asked)).toEqual([['DELETE', '/api/profiles/p1', undefined]])
    expect(await toggle('Acceso web: Ventas')).toBeInTheDocument()
  })
})
