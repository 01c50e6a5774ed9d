import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Asked } from '../../../support/fake-api.ts'
import {
  allowReports,
  category,
  choose,
  holding,
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from '../../../support/open-contents.tsx'

withContentScreens()

const listed = (asked: readonly Asked[], path = '/api/categories') =>
  asked.filter((question) => question.method === 'GET' && question.path === path)
const lastQuery = (asked: readonly Asked[], path?: string) => listed(asked, path).at(-1)?.query
const rows = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('row').slice(1)
}
const filterOf = (search: string) => JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')

describe('a list', () => {
  it('has one heading, the title of the tab, the total and a link to each record', async () => {
    sceneOf({ total: 12480 })
    openContents('/categories')
    expect(await screen.findByRole('heading', { level: 1, name: 'Categorías' })).toBeVisible()
    expect(document.title).toBe('Categorías · Cartelera')
    await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('12,480'))
    expect(await screen.findByRole('link', { name: 'Estrenos' })).toHaveAttribute('href', '/category/c1')
  })

  it('requests the page size of the settings', async () => {
    const asked = sceneOf({ settings: { pageSize: 50 } })
    openContents('/categories')
    await rows()
    expect(lastQuery(asked)).toMatchObject({ page: '1', limit: '50', sort: 'name', order: 'asc' })
  })

  it('searches with Enter or the button, and keeps the search in the URL', async () => {
    const asked = sceneOf()
    const { router } = openContents('/categories')
    await rows()
    await userEvent.type(screen.getByRole('searchbox'), '  peña{Enter}')
    await waitFor(() => expect(lastQuery(asked)).toMatchObject({ search: 'peña', page: '1' }))
    expect(filterOf(router.state.location.search)).toEqual({ q: 'peña' })
    await userEvent.clear(screen.getByRole('searchbox'))
    await press('Buscar')
    await waitFor(() => expect(filterOf(router.state.location.search)).toEqual({}))
  })

  it('shows the state of its URL', async () => {
    const asked = sceneOf({ total: 90 })
    const filter = encodeURIComponent(JSON.stringify({ q: 'cine', type: 'SERIE' }))
    openContents(`/categories?filter=${filter}&sort=type&order=DESC&page=3&perPage=10`)
    await rows()
    expect(lastQuery(asked)).toEqual({
      search: 'cine',
      type: 'SERIE',
      sort: 'type',
      order: 'desc',
      page: '3',
      limit: '10',
    })
    expect(screen.getByRole('searchbox')).toHaveValue('cine')
    expect(screen.getByText('21–30 de 90')).toBeVisible()
  })

  it('sorts by its headers and shows the direction', async () => {
    const asked = sceneOf()
    openContents('/categories')
    await rows()
    const header = () => screen.getByRole('columnheader', { name: 'Tipo' })
    expect(header()).toHaveAttribute('aria-sort', 'none')
    const mark = (name: string) =>
      screen.getByRole('columnheader', { name }).querySelector('path')?.getAttribute('d')
    // Date columns sort newest first, which is only shown once sorted.
    expect(mark('Fecha de modificación')).toBe(mark('Tipo'))
    await userEvent.click(within(header()).getByRole('button'))
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'))
    within(header()).getByRole('button').focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'descending'))
    await waitFor(() => expect(lastQuery(asked)).toMatchObject({ sort: 'type', order: 'desc' }))
    expect(mark('Tipo')).not.toBe(mark('Fecha de modificación'))
  })

  it('marks a chosen order and page before the list loads, and those of the URL after going back', async () => {
    sceneOf({ total: 100 })
    const { router } = openContents('/categories?sort=name&order=ASC&page=1&perPage=20&filter=%7B%7D')
    await rows()
    const search = () => router.state.location.search
    const before = search()
    const header = () => screen.getByRole('columnheader', { name: 'Tipo' })
    const page = (number: number) => screen.getByRole('button', { name: `Página ${number}` })
    fireEvent.click(within(header()).getByRole('button'))
    expect(header()).toHaveAttribute('aria-sort', 'ascending')
    fireEvent.click(page(3))
    expect(page(3)).toHaveAttribute('aria-current', 'page')
    expect(search()).toBe(before)
    await waitFor(() => expect(search()).toContain('page=3'))
    await act(async () => router.navigate(-1))
    await waitFor(() => expect(search()).toBe(before))
    expect(header()).toHaveAttribute('aria-sort', 'none')
    expect(page(1)).toHaveAttribute('aria-current', 'page')
  })

  it('prefetches the next page on hover, and does not fetch it again', async () => {
    // A stopped clock keeps cached data fresh.
    vi.useFakeTimers({ toFake: ['Date'] })
    const asked = sceneOf({ total: 100 })
    const { router } = openContents('/categories')
    await rows()
    await userEvent.hover(screen.getByRole('button', { name: 'Página siguiente' }))
    await waitFor(() => expect(lastQuery(asked)?.page).toBe('2'))
    await press('Página siguiente')
    await screen.findByText('21–40 de 100')
    expect(new URLSearchParams(router.state.location.search).get('page')).toBe('2')
    expect(listed(asked).filter(({ query }) => query.page === '2')).toHaveLength(1)
    await press('Última página')
    await screen.findByText('81–100 de 100')
  })

  it('filters by a predefined value', async () => {
    const asked = sceneOf()
    openContents('/categories')
    await rows()
    await choose(/Tipo/, 'Deporte')
    await waitFor(() => expect(lastQuery(asked)).toMatchObject({ type: 'DEPORTE' }))
  })

  it('shows that there are no records, or no matches with a button to clear the filters', async () => {
    sceneOf({ categories: [] })
    const first = openContents('/categories')
    expect(await screen.findByText('Todavía no hay categorías.')).toBeVisible()
    first.unmount()
    const { router } = openContents(`/categories?filter=${encodeURIComponent('{"q":"zzz"}')}`)
    expect(await screen.findByText('Ningún registro coincide con la búsqueda.')).toBeVisible()
    await press('Limpiar filtros')
    await waitFor(() => expect(filterOf(router.state.location.search)).toEqual({}))
  })

  it('says what an empty list is for, and offers to create the first record (rule W29)', async () => {
    sceneOf({ categories: [] })
    openContents('/categories')
    expect(await screen.findByText(/^Las categorías ordenan los contenidos/)).toBeVisible()
    const create = screen.getAllByRole('link', { name: 'Nueva categoría' })
    expect(create.map((link) => link.getAttribute('href'))).toEqual(['/category', '/category'])
  })

  it('does not offer to create the first record without register', async () => {
    sceneOf({ categories: [], routeAccess: holding() })
    openContents('/categories')
    expect(await screen.findByText(/^Las categorías ordenan los contenidos/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Nueva categoría' })).toBeNull()
  })

  it('treats blank filters as none', async () => {
    sceneOf({ categories: [] })
    openContents(`/categories?filter=${encodeURIComponent('{"q":"","type":""}')}`)
    expect(await screen.findByText('Todavía no hay categorías.')).toBeVisible()
    expect(screen.queryByText('Limpiar filtros')).toBeNull()
  })

  it('shows whom to ask for a missing permission', async () => {
    allowReports()
    sceneOf({
      answers: { 'GET /api/categories': { status: 403, body: { message: 'No tiene permiso.' } } },
    })
    openContents('/categories')
    expect(await screen.findByText(/Pida el permiso a quien administra los perfiles/)).toBeVisible()
  })

  it('shows why it failed to load, and retries', async () => {
    allowReports()
    let isDown = true
    sceneOf({
      answers: {
        'GET /api/categories': () =>
          isDown ? { status: 503, body: { message: 'No disponible.' } } : { body: [category()] },
      },
    })
    openContents('/categories')
    expect(await screen.findByText('No disponible.')).toBeVisible()
    isDown = false
    await press('Intentar de nuevo')
    expect(await screen.findByRole('link', { name: 'Estrenos' })).toBeVisible()
  })

  it('stores hidden columns', async () => {
    sceneOf()
    const first = openContents('/categories')
    await rows()
    await press('Columnas')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Descripción en Inglés' }))
    await userEvent.keyboard('{Escape}')
    first.unmount()
    openContents('/categories')
    await rows()
    expect(screen.queryByRole('columnheader', { name: 'Descripción en Inglés' })).toBeNull()
  })
})

describe('the switch of a row', () => {
  it('changes at once, sends only the status, and does not move the row', async () => {
    const asked = sceneOf({ answers: { 'PUT /api/categories/c1': { body: category({ status: false }) } } })
    openContents('/categories')
    const toggle = await screen.findByRole('switch', { name: 'Activo: Estrenos' })
    await waitFor(() => expect(toggle).toBeEnabled())
    await userEvent.click(toggle)
    expect(toggle).not.toBeChecked()
    await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ status: false }))
    expect(toggle).not.toBeChecked()
    expect(listed(asked)).toHaveLength(1)
  })

  it('reverts with the message of the server on an error', async () => {
    allowReports()
    sceneOf({
      answers: { 'PUT /api/categories/c1': { status: 403, body: { message: 'No tiene permiso.' } } },
    })
    openContents('/categories')
    const toggle = await screen.findByRole('switch', { name: 'Activo: Estrenos' })
    await waitFor(() => expect(toggle).toBeEnabled())
    await userEvent.click(toggle)
    expect(await screen.findByText('No tiene permiso.')).toBeVisible()
    await waitFor(() => expect(toggle).toBeChecked())
  })

  it('is disabled without modify, like creating without register', async () => {
    sceneOf({ routeAccess: holding() })
    openContents('/categories')
    expect(await screen.findByRole('switch', { name: 'Activo: Estrenos' })).toBeDisabled()
    expect(screen.queryByRole('link', { name: 'Nueva categoría' })).toBeNull()
  })
})

describe('the list of films', () => {
  it('shows counts with thousands separators, days as DD/MM/YYYY, and enlargeable covers', async () => {
    sceneOf({ movies: [movie({ hasLinkReserved: true })] })
    openContents('/movie')
    const [row] = await rows()
    expect(row).toHaveTextContent('1,204')
    expect(row).toHaveTextContent('03/02/2026')
    expect(row).toHaveTextContent('Crimen, Suspenso')
    expect(row).toHaveTextContent('Reservado')
    await press('Ver imagen: La isla mínima')
    expect(await screen.findByRole('dialog', { name: 'La isla mínima' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is filtered by reserved links', async () => {
    const asked = sceneOf()
    openContents('/movie')
    await rows()
    await choose(/Enlaces/, 'Solo enlaces reservados')
    await waitFor(() =>
      expect(lastQuery(asked, '/api/movies/short')).toMatchObject({ onlyLinkReserved: 'true' }),
    )
  })

  it('keeps its state when returning from a record', async () => {
    sceneOf({ total: 60 })
    const { router } = openContents('/movie?sort=year&order=ASC&page=2&perPage=20&filter=%7B%7D')
    await rows()
    const left = router.state.location.search
    await userEvent.click(screen.getByRole('link', { name: 'La isla mínima' }))
    await press('Atras')
    await rows()
    expect(router.state.location.pathname + router.state.location.search).toBe(`/movie${left}`)
  })
})
