import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  category,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../support/open-contents.tsx'

withContentScreens()

const open = async (field: string) =>
  userEvent.click(screen.getByRole('combobox', { name: field, hidden: true }))

it('adds and removes categories of several films, each offered by only one of the fields', async () => {
  const asked = sceneOf({
    categories: [category(), category({ _id: 'c2', name: 'Clásicos' })],
    answers: { 'POST /api/movies/bulk': { status: 409, body: { message: 'Ahora es otro número.' } } },
  })
  openContents('/movie')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Elegir La isla mínima' }))
  await press('Cambiar…')
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar 1 película' })
  expect(within(dialog).getByRole('button', { name: 'Cambiar' })).toBeDisabled()
  await open('Agregar categorías')
  await userEvent.click(await screen.findByRole('option', { name: 'Estrenos', hidden: true }))
  await open('Quitar categorías')
  const other = await screen.findByRole('option', { name: 'Clásicos', hidden: true })
  expect(screen.queryByRole('option', { name: 'Estrenos', hidden: true })).toBeNull()
  await userEvent.click(other)
  await press('Cambiar')
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      {
        ids: ['m1'],
        expected: 1,
        action: 'update',
        changes: { addCategories: ['c1'], takeCategories: ['c2'] },
      },
    ]),
  )
})
