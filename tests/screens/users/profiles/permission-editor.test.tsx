import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import type { Asked } from '../../../support/fake-api.ts'
import { allowReports, userEvent, withContentScreens } from '../../../support/open-contents.tsx'
import { box, button, heading, openProfiles, profile, sceneOf, systemProfile } from './open-profiles.tsx'

withContentScreens()

const opened = async (address = '/permission/p1') => {
  const page = openProfiles(address)
  await heading(/Permisos del perfil$/)
  await screen.findByLabelText(/^Seleccionar/, { selector: 'input' })
  return page
}
const saved = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const answering = (asked: Asked) => ({ body: profile({ ...Object(asked.body), dateUpdate: 'd2' }) })

describe('the permission editor', () => {
  it('offers no permission that the current user lacks', async () => {
    const asked = sceneOf({
      routeAccess: buildGrants({
        'profile-list': ['modify'],
        'issue-list': [],
        'user-list': ['register'],
        'movie-list': [],
      }),
      answers: { 'PUT /api/profiles/p1': answering },
    })
    await opened()
    expect(box('Conciliación')).toBeDisabled()
    expect(box('Modificar: Reporte de Errores')).toBeDisabled()
    expect(screen.getAllByTitle('No puede dar un permiso que usted no tiene.').length).toBeGreaterThan(20)
    await userEvent.click(box('Usuarios'))
    await userEvent.click(box('Seleccionar todo'))
    await userEvent.click(button('Registrar'))
    await waitFor(() =>
      expect(saved(asked)).toMatchObject([
        {
          routeAccess: buildGrants({
            'user-list': [],
            'issue-list': [],
            'movie-list': [],
            'profile-list': [],
          }),
        },
      ]),
    )
  })

  it('is read-only for a profile that grants more than the current user has, and says why', async () => {
    sceneOf({ routeAccess: buildGrants({ 'profile-list': ['modify'], 'user-list': ['register'] }) })
    await opened()
    expect(
      screen.getByText('No puede modificar ni eliminar un perfil con permisos que usted no tiene.'),
    ).toBeVisible()
    for (const one of screen.getAllByRole('checkbox', { hidden: true })) expect(one).toBeDisabled()
    expect(screen.getByRole('textbox', { name: 'Nombre del perfil' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Registrar' })).toBeNull()
    expect(box('Usuarios')).toBeChecked()
  })

  it('can only remove permissions from one’s own profile, and is read-only for that of sa', async () => {
    sceneOf({ own: 'p1' })
    const { unmount } = await opened()
    expect(screen.getByText(/^Este es su propio perfil/)).toBeVisible()
    expect(box('Usuarios')).toBeEnabled()
    expect(box('Editar película')).toBeDisabled()
    unmount()
    sceneOf({ profiles: [systemProfile('sa', { _id: 'p1', routeAccess: [] })] })
    await opened()
    expect(screen.getByText('Solo sa puede modificar el perfil sa.')).toBeVisible()
    expect(box('Editar película')).toBeChecked()
    expect(box('Seleccionar todo')).toBeChecked()
    for (const one of screen.getAllByRole('checkbox', { hidden: true })) expect(one).toBeDisabled()
    expect(screen.getByRole('textbox', { name: 'Nombre del perfil' })).toBeDisabled()
  })

  it('shows the errors of the server at the permissions', async () => {
    allowReports()
    const message = 'No puede dar un permiso que usted no tiene.'
    sceneOf({
      answers: {
        'PUT /api/profiles/p1': { status: 422, body: { message: 'x', errors: { routeAccess: { message } } } },
      },
    })
    await opened()
    await userEvent.click(box('Reporte de Errores'))
    await userEvent.click(button('Registrar'))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByTestId('form-message')).toHaveTextContent('Hay 1 campo por corregir.')
  })
})
