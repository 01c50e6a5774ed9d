import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { choose, field, press, userEvent, withContentScreens } from './open-contents.tsx'
import { episode, openSeries, seriesScene } from './open-series.tsx'

withContentScreens()

const fill = async (name: string, text: string) => {
  const input = await field(name)
  await userEvent.clear(input)
  await userEvent.paste(text)
}

describe('the form of an episode', () => {
  it('sends the changed fields to its series, with its id', async () => {
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

  it('has no navigation for an only episode', async () => {
    seriesScene({
      answers: { 'GET /api/series/episode/e2': { body: episode({ previous: null, next: null }) } },
    })
    openSeries('/episode/s1/e2')
    expect(await screen.findByRole('button', { name: 'Episodio siguiente' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Episodio anterior' })).toBeDisabled()
  })

  it('redirects to the address of its own series', async () => {
    const seasons = { body: { _id: 's9', title: 'Otra', seasons: [] } }
    seriesScene({ answers: { 'GET /api/series/all_episode/s9/seasons': seasons } })
    const { router } = openSeries('/episode/s9/e2')
    await field('Título')
    await waitFor(() => expect(router.state.location.pathname).toBe('/episode/s1/e2'))
  })
})

describe('the list of episodes', () => {
  it('requests the episodes of its series, filtered and sorted, and names the series', async () => {
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

  it('changes the status of an episode at once, also after other edits', async () => {
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
})
