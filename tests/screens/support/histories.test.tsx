import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openSupport, press, sceneOf, summary, userEvent, withSupportScreens } from './open-support.tsx'

withSupportScreens()

type Asked = ReturnType<typeof sceneOf>

const lastAsked = (asked: Asked, path: string) => asked.filter((each) => each.path === path).at(-1)?.query
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the visits', () => {
  it('link each to its content, its episode and its user', async () => {
    sceneOf()
    openSupport('/histories')
    await heading('Historial de visitas')
    expect(await screen.findByRole('link', { name: 'El ministerio' })).toHaveAttribute('href', '/serie/s1')
    expect(screen.getByRole('link', { name: 'T1 E2 · Tiempo de gloria' })).toHaveAttribute(
      'href',
      '/episode/s1/e1',
    )
    expect(screen.getByRole('link', { name: 'apena' })).toHaveAttribute('href', '/modify/u7')
    expect(screen.getByText('20/11/2026 02:30:05 pm')).toBeVisible()
  })

  it('are those of the content in the URL, with any search', async () => {
    const asked = sceneOf()
    const { router } = openSupport('/histories?content=s1&episode=e1&name=El+ministerio')
    await heading('Historial de visitas de El ministerio')
    await userEvent.type(await screen.findByRole('searchbox'), 'apena{Enter}')
    await waitFor(() =>
      expect(lastAsked(asked, '/api/histories')).toMatchObject({
        contentId: 's1',
        episodeId: 'e1',
        search: 'apena',
      }),
    )
    expect(lastAsked(asked, '/api/histories/size')).toEqual({
      contentId: 's1',
      episodeId: 'e1',
      search: 'apena',
    })
    expect(router.state.location.search).toContain('content=s1')
    await userEvent.click(screen.getByRole('link', { name: 'Ver todas las visitas' }))
    await heading('Historial de visitas')
    await waitFor(() => expect(lastAsked(asked, '/api/histories')).not.toHaveProperty('contentId'))
  })

  it('are those of the user in the URL', async () => {
    const asked = sceneOf()
    openSupport('/histories?user=u7&name=Ana')
    await heading('Historial de visitas de Ana')
    await screen.findByText('apena')
    expect(lastAsked(asked, '/api/histories')).toMatchObject({ userId: 'u7', sort: 'date', order: 'desc' })
  })

  it.each(['/histories/nadie', '/histories?user=nadie', '/histories/size', '/histories/export'])(
    'say at %s that the user does not exist',
    async (address) => {
      const gone = { status: 404, body: { message: 'El registro no existe.' } }
      sceneOf({
        answers: {
          'GET /api/histories': { body: [] },
          'GET /api/histories/size': { body: { count: 0 } },
          'GET /api/histories/nadie': gone,
        },
      })
      openSupport(address)
      expect(await screen.findByText('El registro no existe.', { selector: 'main *' })).toBeVisible()
    },
  )

  it('mark an approximate count as such', async () => {
    sceneOf({ answers: { 'GET /api/histories/size': { body: { count: 48000, approximate: true } } } })
    openSupport('/histories')
    expect(await screen.findByText('≈ 48,000')).toBeVisible()
    expect(await screen.findByText('1–20 de ≈ 48,000')).toBeVisible()
  })

  it('are summed in tables once the summary is opened, including days without visits', async () => {
    const asked = sceneOf({
      answers: { 'GET /api/histories/summary': { body: summary({ isPartial: true }) } },
    })
    openSupport('/histories?content=s1&name=x')
    await screen.findByText('apena')
    expect(lastAsked(asked, '/api/histories/summary')).toBeUndefined()
    await press('Resumen de visitas')
    expect(
      await screen.findByText('Del 18/11/2026 al 20/11/2026, solo las visitas más recientes.'),
    ).toBeVisible()
    expect(lastAsked(asked, '/api/histories/summary')).toEqual({ contentId: 's1' })
    const days = screen.getByRole('table', { name: 'Visitas por día', hidden: true })
    const texts = within(days)
      .getAllByRole('row', { hidden: true })
      .map(({ textContent }) => textContent)
    expect(texts).toEqual(['DíaVisitas', '18/11/20264', '19/11/20260', '20/11/20261,300'])
  })
})
