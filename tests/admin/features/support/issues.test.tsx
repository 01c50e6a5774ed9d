import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { grants } from '../../../../src/domain/access/permissions.ts'
import { openSupport, press, sceneOf, userEvent, withSupportScreens } from './open-support.tsx'

withSupportScreens()

type Asked = ReturnType<typeof sceneOf>

const row = async () => (await screen.findByText('La isla mínima')).closest('tr') ?? document.body
const lastAsked = (asked: Asked, path: string) => asked.filter((each) => each.path === path).at(-1)?.query
const written = (asked: Asked) => asked.filter(({ method }) => method !== 'GET')
const filtered = (filter: object) => `/issues?filter=${encodeURIComponent(JSON.stringify(filter))}`
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('the reports of errors', () => {
  it('show the open ones first, with seconds and a link to the content', async () => {
    const asked = sceneOf()
    openSupport('/issues')
    expect(await row()).toHaveTextContent('20/11/2026 02:30:05 pm')
    expect(await row()).toHaveTextContent('PelículaNo se ve la imagen')
    expect(screen.getByRole('heading', { level: 1, name: 'Reporte de Errores' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'La isla mínima' })).toHaveAttribute('href', '/movie/m1')
    expect(screen.getByRole('button', { name: 'Reportados', pressed: true })).toBeVisible()
    expect(lastAsked(asked, '/api/issues')).toMatchObject({ status: 'false', sort: 'date', order: 'desc' })
    expect(lastAsked(asked, '/api/issues/size')).toEqual({ status: 'false' })
  })

  it('are repaired as filtered and counted, with a note if fewer were left', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 9, until: 40 } },
        'POST /api/issues/changeAllToFixes': { body: { count: 7 } },
      },
    })
    openSupport(filtered({ issueType: 'VIDEO', q: 'isla' }))
    await press('Reparar los 9 filtrados')
    await inDialog('Marcar como reparados')
    expect(
      await screen.findByText('Se marcaron como reparados 7 reportes. Los demás ya estaban reparados.'),
    ).toBeVisible()
    expect(written(asked)[0]?.body).toEqual({ issueType: 'VIDEO', search: 'isla', count: 9, until: 40 })
  })

  it('can be opened again later from the list of repairs', async () => {
    const repair = {
      _id: 'b1',
      date: '2026-03-15T14:00:00.000Z',
      userName: 'soporte',
      count: 1250,
      filters: { issueType: 'VIDEO', search: 'isla' },
      title: null,
    }
    let undone: object | null = null
    const asked = sceneOf({
      answers: {
        'GET /api/issues/repairs': () => ({ body: [{ ...repair, undone }] }),
        'POST /api/issues/repairs/b1/undo': () => {
          undone = { reopened: 1250, kept: 0, date: '2026-03-16T14:00:00.000Z', userName: '' }
          return { body: { reopened: 1250, kept: 0 } }
        },
      },
    })
    openSupport('/issues')
    await press('Reparaciones recientes')
    const item = await screen.findByTestId('repair')
    expect(item).toHaveTextContent('15/03/2026 10:00:00 am · soporte')
    expect(item).toHaveTextContent('1,250 reportes · «isla» · No se ve la imagen')
    await press('Deshacer la reparación del 15/03/2026 10:00:00 am')
    expect(await screen.findByText(/1,250 reportes como máximo/)).toBeVisible()
    expect(written(asked)).toEqual([])
    const question = screen.getByRole('dialog', { name: '¿Deshacer esta reparación?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Deshacer' }))
    await waitFor(() =>
      expect(screen.getByTestId('repair')).toHaveTextContent(
        'Deshecha el 16/03/2026 10:00:00 am por Usuario eliminado. Se abrieron de nuevo 1,250 reportes.',
      ),
    )
    expect(within(screen.getByTestId('repair')).queryByRole('button')).toBeNull()
  })

  it('show the message of the server if it found more', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined)
    sceneOf({
      answers: {
        'POST /api/issues/changeAllToFixes': {
          status: 409,
          body: { message: 'Hay más reportes.', code: 'STALE' },
        },
      },
    })
    openSupport('/issues')
    await press('Reparados Todos')
    await inDialog('Marcar como reparados')
    expect(await screen.findByText('Hay más reportes.')).toBeVisible()
    vi.mocked(console.error).mockClear()
  })

  it('are grouped by content and type, each group with a link to its reports', async () => {
    const asked = sceneOf()
    openSupport('/issues')
    await row()
    await press('Agrupados')
    expect(await screen.findByText('1,200')).toBeVisible()
    expect(lastAsked(asked, '/api/issues/groups')).toMatchObject({ status: 'false', sort: 'open' })
    const link = screen.getByRole('link', { name: 'Ver reportes: La isla mínima, No se ve la imagen' })
    const target = new URL(link.getAttribute('href') ?? '', 'http://localhost')
    expect(target.pathname).toBe('/issues')
    expect(JSON.parse(target.searchParams.get('filter') ?? '')).toEqual({ mediaId: 'm1', issueType: 'VIDEO' })
  })

  it('are read-only without the permission', async () => {
    sceneOf({ routeAccess: grants({ 'issue-list': [] }) })
    openSupport('/issues')
    await row()
    expect(screen.queryByRole('link', { name: 'La isla mínima' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Marcar|Reabrir|Reparados Todos/ })).toBeNull()
  })
})
