import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { PROFILE_MESSAGES } from '../../../../src/domain/users/profile.ts'
import { allowReports, userEvent, withContentScreens } from '../../../support/open-contents.tsx'
import { button, heading, openProfiles, profile, sceneOf, systemProfile } from './open-profiles.tsx'

withContentScreens()

const toggle = (name: string) => screen.findByLabelText(name, { selector: '[role="switch"]' })
const writesOf = (asked: ReturnType<typeof sceneOf>) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

describe('the list of profiles', () => {
  it('disables a profile that grants more than the current user has', async () => {
    const asked = sceneOf({
      routeAccess: buildGrants({ 'profile-list': ['modify', 'delete'], 'user-list': [] }),
    })
    openProfiles('/profile')
    const message = 'No puede modificar ni eliminar un perfil con permisos que usted no tiene.'
    await waitFor(() => expect(screen.getAllByTitle(message)).toHaveLength(6))
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    expect(button('Eliminar Ventas')).toBeDisabled()
    expect(writesOf(asked)).toEqual([])
  })

  it('offers no new profile to resellers', async () => {
    sceneOf({ role: 'agent', profiles: [profile(), systemProfile('app', { routeAccess: [] })] })
    openProfiles('/profile')
    expect(await toggle('Acceso web: app')).toBeDisabled()
    expect(screen.getAllByTitle(PROFILE_MESSAGES.viewerFlags)).toHaveLength(5)
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    expect(screen.queryByRole('textbox', { name: 'Nombre del perfil' })).toBeNull()
  })

  it('is read-only without permissions', async () => {
    sceneOf({ routeAccess: buildGrants({ 'profile-list': [] }) })
    openProfiles('/profile')
    expect(await toggle('Acceso web: Ventas')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Registrar' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Eliminar Ventas' })).toBeNull()
  })
})

describe('the templates of a new profile', () => {
  const radio = (name: string) => screen.getByRole('radio', { name, hidden: true })
  const register = async (name: string, template: string) => {
    const field = await screen.findByRole('textbox', { name: 'Nombre del perfil' })
    await userEvent.click(radio(template))
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste(name)
    await userEvent.dblClick(button('Registrar'))
    return field
  }

  it('register it once despite a double click, without what the user lacks, and open its editor', async () => {
    const routeAccess = buildGrants({
      'profile-list': ['register'],
      'user-list': [],
      'issue-list': ['modify'],
    })
    const asked = sceneOf({
      routeAccess,
      answers: { 'POST /api/profiles': { status: 201, body: profile() } },
    })
    openProfiles('/profile')
    await screen.findByRole('textbox', { name: 'Nombre del perfil' })
    expect(screen.getAllByRole('radio', { hidden: true }).map((each) => each.getAttribute('value'))).toEqual([
      'Vacío',
      'Soporte',
      'Catálogo',
      'Ventas',
      'Administrador',
    ])
    expect(screen.getByText('Sin permisos: se eligen después.')).toBeVisible()
    await register('Ayuda', 'Soporte')
    await heading(/Permisos del perfil$/)
    expect(writesOf(asked)).toEqual([
      [
        'POST',
        '/api/profiles',
        {
          name: 'Ayuda',
          accessWeb: true,
          routeAccess: buildGrants({ 'user-list': [], 'issue-list': ['modify'] }),
        },
      ],
    ])
  })

  it('say what is wrong with the name, and what the server refuses', async () => {
    allowReports()
    const beyond = PROFILE_MESSAGES.beyondOwn
    const taken = PROFILE_MESSAGES.duplicate('Ventas')
    const asked = sceneOf({
      answers: {
        'POST /api/profiles': ({ body }) =>
          Object(body).name === 'Ventas'
            ? { status: 409, body: { message: taken, code: 11000, errors: { name: { message: taken } } } }
            : { status: 422, body: { message: 'x', errors: { routeAccess: { message: beyond } } } },
      },
    })
    openProfiles('/profile')
    await register('Ventas', 'Ventas')
    await waitFor(() => expect(screen.getByText(taken)).toBeVisible())
    await register('Otro', 'Administrador')
    await waitFor(() => expect(screen.getByText(beyond)).toBeVisible())
    const field = await register('x'.repeat(10_000), 'Soporte')
    await waitFor(() => expect(field).toBeInvalid())
    expect(writesOf(asked)).toHaveLength(2)
  })
})
