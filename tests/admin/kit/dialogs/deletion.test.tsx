import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  category,
  field,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

it('undoing a deletion does not reset an open form of another record', async () => {
  const other = category({ _id: 'c2', name: 'Clásicos' })
  const asked = sceneOf({
    categories: [category(), other],
    answers: {
      'GET /api/categories/c2': { body: other },
      'DELETE /api/categories/c1': { body: { _id: 'c1' } },
      'POST /api/categories/c1/restore': { body: category() },
    },
  })
  const { router } = openContents('/category/c1')
  await press('Eliminar')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('El registro fue eliminado.')
  await act(() => router.navigate('/category/c2'))
  // Without a click, which would close the notification.
  await userEvent.clear(await field('Descripción'))
  await userEvent.paste('Sin guardar')
  await press('Deshacer')
  await screen.findByText('El registro fue restaurado.')
  expect(await field('Descripción')).toHaveValue('Sin guardar')
  expect(asked.filter(({ path }) => path === '/api/categories/c2')).toHaveLength(1)
})
