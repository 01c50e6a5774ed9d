import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import said from '../../../data/messages-contents.json' with { type: 'json' }
import { allowReports, choose, field, press, userEvent, withContentScreens } from './open-contents.tsx'
import { episode, openSeries, seriesScene } from './open-series.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}
const alerts = () => screen.getByTestId('form-message')

describe('a new episode', () => {
  it('is proposed after the last one of the last season, and of the season that is chosen', async () => {
    seriesScene()
    openSeries('/episode/s1/-1')
    expect(await field('Episodio')).toHaveValue('1')
    expect(screen.getByRole('combobox', { name: /^Temporada/ })).toHaveTextContent('3 · Temporada 3')
    await choose(/^Temporada/, '1 · Temporada 1')
    await waitFor(async () => expect(await field('Episodio')).toHaveValue('3'))
    await fill('Episodio', '9')
    await choose(/^Temporada/, '2 · Temporada 2')
    expect(await field('Episodio')).toHaveValue('9')
  })

  it('says what is missing beside its fields, and as a whole', async () => {
    seriesScene()
    openSeries('/episode/s1/-1')
    await fill('Episodio', '')
    await press('Registrar')
    expect(await screen.findByText(said.episode.episode)).toBeVisible()
    expect(screen.getByText(said.film.title)).toBeVisible()
    expect(screen.getByText(said.film.noLink)).toBeVisible()
    expect(alerts()).toHaveTextContent(said.episode.incomplete)
    expect(alerts()).toHaveTextContent('Hay 3 campos por corregir.')
  })
})

describe('the form of an episode', () => {
  it('sends what was changed to its series, with its id', async () => {
    const saved = episode({ title: 'Otra', dateUpdate: '2026-02-05T12:00:00.000Z' })
    const asked = seriesScene({ answers: { 'PUT /api/series/episode/s1': { body: saved } } })
    openSeries('/episode/s1/e2')
    await fill('Título', 'Otra')
    await press('Registrar')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        _id: 'e2',
        title: 'Otra',
        dateUpdate: '2026-02-03T12:00:00.000Z',
      }),
    )
  })

  it('shows a refused duplicate beside the number', async () => {
    allowReports()
    const errors = { episode: { message: said.episode.duplicate } }
    const body = { message: said.episode.duplicate, code: 11000, errors }
    seriesScene({ answers: { 'PUT /api/series/episode/s1': { status: 409, body } } })
    openSeries('/episode/s1/e2')
    await fill('Episodio', '1')
    await press('Registrar')
    expect(await screen.findByText(said.episode.duplicate)).toBeVisible()
    expect(await field('Episodio')).toHaveAccessibleDescription(said.episode.duplicate)
  })

  it('leads to the episodes around it, and asks before changes are lost', async () => {
    seriesScene()
    const { router } = openSeries('/episode/s1/e2')
    const next = await screen.findByRole('link', { name: 'Episodio siguiente: T2 E1 La vuelta' })
    expect(next).toHaveAttribute('href', '/episode/s1/e3')
    expect(screen.getByRole('link', { name: 'Episodio anterior: T1 E1 El maestro' })).toHaveAttribute(
      'href',
      '/episode/s1/e1',
    )
    await fill('Título', 'A medias')
    await userEvent.click(next)
    expect(await screen.findByRole('dialog', { name: 'Tiene cambios sin guardar' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/episode/s1/e2')
  })

  it('has nowhere to go from an only episode', async () => {
    seriesScene({
      answers: { 'GET /api/series/episode/e2': { body: episode({ previous: null, next: null }) } },
    })
    openSeries('/episode/s1/e2')
    expect(await screen.findByRole('button', { name: 'Episodio siguiente' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Episodio anterior' })).toBeDisabled()
  })

  it('moves to the address of its own series', async () => {
    const seasons = { body: { _id: 's9', title: 'Otra', seasons: [] } }
    seriesScene({ answers: { 'GET /api/series/all_episode/s9/seasons': seasons } })
    const { router } = openSeries('/episode/s9/e2')
    await field('Título')
    await waitFor(() => expect(router.state.location.pathname).toBe('/episode/s1/e2'))
  })
})

describe('the list of episodes', () => {
  it('asks for those of its series, filtered and sorted, and names the series', async () => {
    const asked = seriesScene()
    openSeries('/episodeMain/s1')
    expect(await screen.findByRole('link', { name: 'Crónica de un pueblo' })).toHaveAttribute(
      'href',
      '/serie/s1',
    )
    expect(await screen.findByText('25/07/1971 · 25 min')).toBeVisible()
    await choose(/^Enlaces/, 'Solo enlaces reservados')
    await choose(/^Temporada/, 'Temporada 2')
    const list = () => asked.filter(({ path }) => path === '/api/series/all_episode/s1').at(-1)?.query
    await waitFor(() =>
      expect(list()).toEqual({
        onlyLinkReserved: 'true',
        season: '2',
        page: '1',
        limit: '20',
        sort: 'season',
        order: 'asc',
      }),
    )
    expect(screen.getByRole('link', { name: 'Nuevo episodio' })).toHaveAttribute('href', '/episode/s1/-1')
  })

  it('switches an episode on the spot, whatever else was edited since', async () => {
    const asked = seriesScene({
      answers: { 'PUT /api/series/episode/s1': { body: episode({ status: false }) } },
    })
    openSeries('/episodeMain/s1')
    const toggle = await screen.findByRole('switch', { name: 'Activo: La escuela' })
    await waitFor(() => expect(toggle).toBeEnabled())
    await userEvent.click(toggle)
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ _id: 'e2', status: false }),
    )
    expect(screen.getByRole('switch', { name: 'Activo: La escuela' })).not.toBeChecked()
  })

  it('deletes an episode after asking', async () => {
    const asked = seriesScene({
      answers: { 'DELETE /api/series/episode/s1/e2': { body: { _id: 'e2' } } },
    })
    openSeries('/episodeMain/s1')
    await press('Eliminar La escuela')
    const question = await screen.findByRole('dialog', { name: 'Seguro de eliminar La escuela' })
    await userEvent.click(within(question).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() =>
      expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain(
        'DELETE /api/series/episode/s1/e2',
      ),
    )
    expect(await screen.findByText('El registro fue eliminado.')).toBeVisible()
  })
})
