import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openUsers, sceneOf, withUsersScreens } from '../../../support/open-users.tsx'

withUsersScreens()

it('shows matching screens in groups above and below the results, and removes both for the next text', async () => {
  sceneOf({ answers: { 'GET /api/search': { body: [] } } })
  openUsers('/admin')
  await screen.findByRole('table')
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Buscar en todo' })
  await userEvent.click(box)
  await userEvent.paste('contenidos canal')
  await waitFor(() => expect(screen.getAllByRole('group', { name: 'Pantallas' })).toHaveLength(2))
  await userEvent.clear(box)
  await userEvent.paste('salir')
  await screen.findByRole('option', { name: 'Salir' })
  expect(screen.queryByRole('group', { name: 'Pantallas' })).toBeNull()
})
