import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import said from '../../../data/messages-contents.json' with { type: 'json' }
import { field, press, userEvent, withContentScreens } from './open-contents.tsx'
import { openSeries, serie, seriesScene } from './open-series.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const season = (number: number) => screen.getAllByTestId('season')[number - 1] ?? document.body
const put = { 'PUT /api/series/s1': { body: serie({ dateUpdate: '2026-02-05T12:00:00.000Z' }) } }

describe('the form of a series', () => {
  it('says beside each field what is missing', async () => {
    seriesScene()
    openSeries('/seriecrate')
    await field('Título')
    await press('Registrar')
    await screen.findByText(said.film.title)
    for (const message of [
      said.film.year,
      said.film.genres,
      said.film.covertImage,
      said.film.fullImage,
      said.film.trailer,
      said.series.rated,
    ])
      expect(screen.getByText(message)).toBeVisible()
    expect(screen.getByTestId('form-message')).toHaveTextContent('Hay 9 campos por corregir.')
  })

  it('opens the way to the episodes once it is saved', async () => {
    seriesScene()
    const first = openSeries('/seriecrate')
    expect(await screen.findByRole('button', { name: 'Episodios' })).toBeDisabled()
    first.unmount()
    openSeries('/serie/s1')
    expect(await screen.findByRole('link', { name: 'Episodios' })).toHaveAttribute('href', '/episodeMain/s1')
  })

  it('leads to the page of its code in the film database, in another tab', async () => {
    seriesScene()
    openSeries('/serie/s1')
    const link = await screen.findByRole('link', { name: /^IMDb: Crónica de un pueblo/ })
    expect(link).toHaveAttribute('href', 'https://www.imdb.com/title/tt3253930/')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await fill('IMDb', 'javascript:alert(1)')
    expect(screen.queryByRole('link', { name: /^IMDb/ })).toBeNull()
  })

  it('says how many episodes go with it before it is deleted', async () => {
    seriesScene()
    openSeries('/serie/s1')
    await screen.findByText('2 episodios')
    await press('Eliminar')
    const question = await screen.findByRole('dialog', { name: 'Seguro de eliminar Crónica de un pueblo' })
    expect(within(question).getByText('También se eliminan sus 3 episodios.')).toBeVisible()
  })
})

describe('the seasons of a series', () => {
  it('are added with the next number, and kept in their order', async () => {
    const asked = seriesScene({ answers: put })
    openSeries('/serie/s1')
    await press('Agregar temporada')
    expect(await field('Número')).toHaveValue('4')
    expect(await field('Descripción')).toHaveValue('Temporada 4')
    await press('Guardar')
    await waitFor(() => expect(screen.getAllByTestId('season')).toHaveLength(4))
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
        seasons: [1, 2, 3, 4].map((number) => ({ number, description: `Temporada ${number}` })),
      }),
    )
  })

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

  it('stay while they have episodes, and keep their number', async () => {
    seriesScene()
    openSeries('/serie/s1')
    await screen.findByText('2 episodios')
    await press('Eliminar Temporada 1')
    const refusal = 'No puede eliminar la temporada 1, tiene 2 episodios.'
    expect(await within(season(1)).findByText(refusal)).toBeVisible()
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
  it('leads to the episodes of each, and to its page in the film database', async () => {
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
