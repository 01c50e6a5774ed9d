import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { held } from '../../../support/fake-api.ts'
import {
  category,
  field,
  openContents,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

const searchBox = () => screen.findByRole('searchbox')
const userMenu = () => screen.findByRole('button', { name: /^Menú del usuario/ })

/** A fake API whose list of categories responds on demand. */
const slowScene = () => {
  const { until, release } = held()
  sceneOf({
    answers: {
      'GET /api/categories': async () => {
        await until
        return { body: [category()] }
      },
    },
  })
  return release
}

describe('a list that is still loading', () => {
  it('does not move the focus from where the user has put it', async () => {
    const answer = slowScene()
    openContents('/categories')
    expect(await searchBox()).toHaveFocus()
    const menu = await userMenu()
    // As screen readers do, without a key press.
    menu.focus()
    answer()
    await screen.findByText('Estrenos')
    expect(menu).toHaveFocus()
  })

  it('moves the focus from the menu that it was opened from', async () => {
    const answer = slowScene()
    openContents('/category')
    await field('Descripción')
    await userEvent.click(await screen.findByRole('button', { name: 'Contenidos' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Categorías' }))
    await screen.findByRole('heading', { level: 1, name: 'Categorías' })
    answer()
    await screen.findByText('Estrenos')
    expect(await searchBox()).toHaveFocus()
  })
})
