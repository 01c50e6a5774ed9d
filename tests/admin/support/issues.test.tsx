import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { grants } from '../../../src/domain/access/permissions.ts'
import { issue, openSupport, press, sceneOf, userEvent, withSupportScreens } from './open-support.tsx'

withSupportScreens()

type Asked = ReturnType<typeof sceneOf>

const row = async () => (await screen.findByText('La isla mínima')).closest('tr') ?? document.body
const lastAsked = (asked: Asked, path: string) => asked.filter((each) => each.path === path).at(-1)?.query
const written = (asked: Asked) => asked.filter(({ method }) => method !== 'GET')
const filtered = (filter: object) => `/issues?filter=${encodeURIComponent(JSON.stringify(filter))}`
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('the reports of errors', () => {
  it('shows the open ones first, with seconds, and the way to the content', async () => {
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

  it('keeps the state in the address, beside the filters', async () => {
    const asked = sceneOf()
    const { router } = openSupport(filtered({ issueType: 'VIDEO' }))
    await row()
    await press('Todos')
    await waitFor(() => expect(lastAsked(asked, '/api/issues')).not.toHaveProperty('status'))
    expect(router.state.location.search).toContain('status=all')
    await userEvent.type(screen.getByRole('searchbox'), 'isla{Enter}')
    await waitFor(() => expect(lastAsked(asked, '/api/issues')).toMatchObject({ search: 'isla' }))
    expect(lastAsked(asked, '/api/issues')).toMatchObject({ issueType: 'VIDEO' })
    expect(router.state.location.search).toContain('status=all')
    await press('Reparados')
    await waitFor(() =>
      expect(lastAsked(asked, '/api/issues')).toMatchObject({ status: 'true', search: 'isla' }),
    )
  })

  it('marks one as repaired where it stands, and opens it again', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues': { body: [issue(), issue({ _id: 'i2', title: 'Otra' })] },
        'GET /api/issues/size': { body: { count: 2, until: 40 } },
        'PUT /api/issues/i1': ({ body }) => ({ body: issue({ ...Object(body) }) }),
      },
    })
    openSupport('/issues')
    await press('Marcar como Reparado: La isla mínima')
    await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('1'))
    expect(await row()).toHaveTextContent('Reparado')
    expect(screen.getAllByRole('button', { name: /^Marcar como Reparado/ })).toHaveLength(1)
    await press('Reabrir: La isla mínima')
    await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('2'))
    expect(written(asked).map(({ body }) => body)).toEqual([{ status: true }, { status: false }])
  })

  it('repairs all that were counted, after asking', async () => {
    const asked = sceneOf({
      answers: {
        'GET /api/issues/size': { body: { count: 1250, until: 40 } },
        'POST /api/issues/changeAllToFixes': { body: { count: 1250 } },
      },
    })
    openSupport('/issues')
    await row()
    expect(screen.queryByRole('button', { name: /filtrado/ })).toBeNull()
    await press('Reparados Todos')
    expect(await screen.findByText('Se marcarán como reparados 1,250 reportes.')).toBeVisible()
    await inDialog('Cancelar')
    expect(written(asked)).toEqual([])
    await press('Reparados Todos')
    await inDialog('Marcar como reparados')
    expect(await screen.findByText('Se marcaron como reparados 1,250 reportes.')).toBeVisible()
    expect(written(asked).map(({ body }) => body)).toEqual([{ count: 1250, until: 40 }])
  })

  it('repairs those that the filters found and no other, and says when there were fewer left', async () => {
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

  it('says the words of a server that found more', async () => {
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

  it('groups them by content and type, each group a way to its reports', async () => {
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

  it('offers no change and no form to who may only look', async () => {
    sceneOf({ routeAccess: grants({ 'issue-list': [] }) })
    openSupport('/issues')
    await row()
    expect(screen.queryByRole('link', { name: 'La isla mínima' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Marcar|Reabrir|Reparados Todos/ })).toBeNull()
  })
})
