import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { PROFILE_MESSAGES } from '../../../../src/domain/users/profile.ts'
import { withContentScreens } from '../../../support/open-contents.tsx'
import { button, openProfiles, profile, sceneOf, systemProfile } from './open-profiles.tsx'

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
