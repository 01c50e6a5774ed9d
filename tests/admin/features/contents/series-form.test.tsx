import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import said from '../../../data/messages-contents.json' with { type: 'json' }
import { field, press, userEvent, withContentScreens } from './open-contents.tsx'
import { openSeries, seriesScene } from './open-series.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const season = (number: number) => screen.getAllByTestId('season')[number - 1] ?? document.body

describe('the form of a series', () => {
  it('links to its page in the film database, in another tab', async () => {
    seriesScene()
    openSeries('/serie/s1')
    const link = await screen.findByRole('link', { name: /^IMDb: Crónica de un pueblo/ })
    expect(link).toHaveAttribute('href', 'https://www.imdb.com/title/tt3253930/')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await fill('IMDb', 'javascript:alert(1)')
    expect(screen.queryByRole('link', { name: /^IMDb/ })).toBeNull()
  })
})

describe('the seasons of a series', () => {
  it('have a number and a description of their own', async () => {
    seriesScene()
    openSeries('/seriecrate')
    await press('Agregar temporada')
    await fill('Descripción', ' ')
    await press('Guardar')
    expect(await screen.findByText(said.series.seasonDescription)).toBeVisible()
    await fill('Descripción', 'La primera')
    await press('Guardar')
    await screen.findByTestId('season')
    await press('Agregar temporada')
    await fill('Número', '1')
    await press('Guardar')
    expect(await screen.findByText(said.series.seasonTwice)).toBeVisible()
  })

  it('cannot be removed or renumbered while they have episodes', async () => {
    seriesScene()
    openSeries('/serie/s1')
    await screen.findByText('2 episodios')
    await press('Eliminar Temporada 1')
    const message = 'No puede eliminar la temporada 1, tiene 2 episodios.'
    expect(await within(season(1)).findByText(message)).toBeVisible()
    await press('Editar Temporada 1')
    expect(await field('Número')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Eliminar Temporada 3')
    const question = await screen.findByRole('dialog', { name: 'Seguro de eliminar Temporada 3' })
    await userEvent.click(within(question).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(screen.getAllByTestId('season')).toHaveLength(2))
  })
})

describe('the list of series', () => {
  it('links to the episodes of each, and to its page in the film database', async () => {
    seriesScene()
    openSeries('/serie')
    const episodes = await screen.findByRole('link', { name: '2 episodios de Crónica de un pueblo' })
    expect(episodes).toHaveAttribute('href', '/episodeMain/s1')
    expect(screen.getByRole('link', { name: /^IMDb: Crónica/ })).toHaveAttribute(
      'href',
      'https://www.imdb.com/title/tt3253930/',
    )
    expect(screen.getByRole('link', { name: 'Crónica de un pueblo' })).toHaveAttribute('href', '/serie/s1')
  })
})
