import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { queryClient } from '../../../src/admin/api/query-client.ts'
import { held } from '../../support/fake-api.ts'
import { openUsers, sceneOf, user, withUsersScreens } from '../../support/open-users.tsx'

withUsersScreens()

const field = (name: string) => screen.findByRole('textbox', { name })

it('what is typed while a save is pending remains, as an unsaved change', async () => {
  const save = held()
  const stored = user({ fullName: 'Ana Peña Gil', dateUpdate: '2026-02-01T00:00:00.000Z' })
  const asked = sceneOf({
    answers: { 'PUT /api/users/u7': () => save.until.then(() => ({ body: stored })) },
  })
  openUsers('/modify/u7')
  await userEvent.type(await field('Nombre completo'), ' Gil{Enter}')
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  await userEvent.type(await field('Dirección'), ' bis')
  save.release()
  expect(await screen.findByText('Los datos fueron guardados.')).toBeVisible()
  expect(await screen.findByText('1 cambio sin guardar')).toBeVisible()
  expect(await field('Dirección')).toHaveValue('Calle 1 bis')
  expect(await field('Nombre completo')).toHaveValue('Ana Peña Gil')
})

it('what is typed while a record is being created is restored in its form', async () => {
  const save = held()
  const asked = sceneOf({
    answers: { 'POST /api/users': () => save.until.then(() => ({ status: 201, body: user() })) },
  })
  openUsers('/signup')
  await userEvent.type(await field('Usuario'), 'apena')
  await userEvent.type(screen.getByLabelText(/^Contraseña/), 'una clave larga')
  await userEvent.type(await field('Nombre completo'), 'Ana Peña')
  await userEvent.type(await field('Dirección'), 'Calle 1{Enter}')
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  await userEvent.type(await field('Dirección'), ' bis')
  save.release()
  expect(await screen.findByText('Se recuperó lo que había escrito mientras se guardaba.')).toBeVisible()
  expect(await field('Dirección')).toHaveValue('Calle 1 bis')
  expect(await screen.findByText('1 cambio sin guardar')).toBeVisible()
})

it('a suggestion that changes late does not replace what was typed', async () => {
  sceneOf()
  openUsers('/signup')
  await userEvent.type(await field('Usuario'), 'apena')
  const latest = [{ ...user({ userCreate: 'admin', platform: 'com.cartelera.tv' }) }]
  act(() => queryClient.setQueryData(['users', 'latest'], latest))
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: /^App Origen/ })).toHaveTextContent(/^cartelera$/),
  )
  expect(await field('Usuario')).toHaveValue('apena')
})
