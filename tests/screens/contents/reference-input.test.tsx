import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Asked } from '../../support/fake-api.ts'
import {
  category,
  movie,
  openContents,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../support/open-contents.tsx'

withContentScreens()

const all = [
  category(),
  category({ _id: 'c2', name: 'Apagada', status: false }),
  category({ _id: 'c3', name: 'Retirada', status: false }),
]

/** The categories as the API returns them. */
const categories = ({ query }: Asked) => ({
  body: all.filter(({ _id, name, status }) =>
    query.ids === undefined
      ? status === true && String(name).includes(query.search ?? '')
      : query.ids.split(',').includes(String(_id)),
  ),
})

const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

it('offers active categories, and inactive ones only where already selected', async () => {
  const asked = sceneOf({
    movies: [movie({ categories: ['c2'] })],
    answers: { 'GET /api/categories': categories },
  })
  openContents('/movie/m1')
  expect(await screen.findByText('Apagada')).toBeVisible()
  const searches = () =>
    asked
      .filter(({ path, query }) => path === '/api/categories' && query.ids === undefined)
      .map(({ query }) => [query.type, query.status, query.search])
  expect(searches()).toEqual([])
  const input = screen.getByRole('combobox', { name: 'Categorías' })
  await userEvent.click(input)
  await waitFor(() => expect(options()).toEqual(['Estrenos']))
  // Once removed, it can be chosen again.
  await userEvent.keyboard('{Backspace}')
  await waitFor(() => expect(options().sort()).toEqual(['Apagada', 'Estrenos']))
  await userEvent.keyboard('Retir')
  await waitFor(() =>
    expect(searches()).toEqual([
      ['PELICULA', 'true', undefined],
      ['PELICULA', 'true', 'Retir'],
    ]),
  )
  await waitFor(() => expect(options()).toEqual([]))
})
