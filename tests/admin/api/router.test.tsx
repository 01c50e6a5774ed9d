import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler, type ReactNode, useLayoutEffect, useState } from 'react'
import { type RouterNavigateFunction, type RouterProvider, RouterProviderContext } from 'react-admin'
import { describe, expect, it, vi } from 'vitest'
import { routerProvider, useOpeningPath, useRealLocation } from '../../../src/admin/api/router.tsx'
import { openPage } from '../../support/pages.tsx'

const { Route, Routes, Link, useLocation, useNavigate, useParams, useMatch, useBlocker }: RouterProvider =
  routerProvider

let navigate: RouterNavigateFunction = () => undefined
const navigates = new Set<RouterNavigateFunction>()

const Where = () => {
  const real = useRealLocation()
  const params = useParams()
  navigate = useNavigate()
  navigates.add(navigate)
  return (
    <>
      <output aria-label="real">{real.pathname + real.search}</output>
      <output aria-label="internal">{useLocation().pathname}</output>
      <output aria-label="id">{params.id ?? 'none'}</output>
      <output aria-label="match">{useMatch({ path: '/movies', end: false }) ? 'yes' : 'no'}</output>
      <Link to="/movies/7">película 7</Link>
      <Link to="https://example.org/">fuera</Link>
    </>
  )
}

const Guarded = () => {
  const [isDirty, setDirty] = useState(true)
  const blocker = useBlocker(({ nextLocation }) => isDirty && nextLocation.pathname === '/admin')
  return (
    <>
      <output aria-label="blocker">{`${blocker.state} ${blocker.location?.pathname ?? ''}`}</output>
      <button type="button" onClick={() => setDirty(false)}>
        limpiar
      </button>
      <button type="button" onClick={() => blocker.proceed?.()}>
        salir
      </button>
      <button type="button" onClick={() => blocker.reset?.()}>
        quedarse
      </button>
    </>
  )
}

const drawn: string[] = []

const Recorder = () => {
  const opening = useOpeningPath()
  const { pathname, search } = useRealLocation()
  useLayoutEffect(() => {
    drawn.push(`${opening ?? '-'} ${pathname}${search}`)
  }, [opening, pathname, search])
  return null
}

const inRoutes = (element: ReactNode) => (
  <RouterProviderContext.Provider value={routerProvider}>
    <Routes>
      <Route path="/*" element={element} />
    </Routes>
  </RouterProviderContext.Provider>
)

const open = (address: string) => {
  const { router } = openPage(
    {
      '*': (
        <RouterProviderContext.Provider value={routerProvider}>
          <Routes>
            <Route path="/movies/*" element={<Movies />} />
            <Route path="/*" element={<Where />} />
          </Routes>
        </RouterProviderContext.Provider>
      ),
    },
    address,
  )
  return router
}

const Movies = () => (
  <Routes>
    <Route
      path=":id/*"
      element={
        <>
          <Where />
          <Guarded />
        </>
      }
    />
    <Route path="/*" element={<Where />} />
  </Routes>
)

const shown = (name: string) => screen.getByRole('status', { name }).textContent

describe('the router provider', () => {
  it('routes by react-admin paths while the address bar shows the product’s', () => {
    open('/movie/5?tab=1')
    expect(shown('real')).toBe('/movie/5?tab=1')
    expect(shown('internal')).toBe('/movies/5')
    expect(shown('id')).toBe('5')
    expect(shown('match')).toBe('yes')
  })

  it('renders links with the product’s paths, and leaves URLs of other hosts unchanged', () => {
    open('/movie')
    expect(screen.getByRole('link', { name: 'película 7' })).toHaveAttribute('href', '/movie/7')
    expect(screen.getByRole('link', { name: 'fuera' })).toHaveAttribute('href', 'https://example.org/')
  })

  it('navigates to the product’s path', async () => {
    const router = open('/movie')
    await act(async () => navigate('/users/create'))
    expect(router.state.location.pathname).toBe('/signup')
  })

  it('keeps the product’s path when only the query changes', async () => {
    const router = open('/moviecrate')
    await act(async () => navigate({ search: '?page=2' }))
    expect(router.state.location).toMatchObject({ pathname: '/moviecrate', search: '?page=2' })
  })

  it('keeps the parameters of the screen only when the query of its list changes', async () => {
    const router = open('/movie?content=c1&name=Isla&page=3&filter=%7B%7D')
    await act(async () => navigate({ search: '?filter=%7B%22q%22%3A%22a%22%7D&page=1' }))
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      content: 'c1',
      name: 'Isla',
      filter: '{"q":"a"}',
      page: '1',
    })
    await act(async () => navigate({ search: '?tab=2' }))
    expect(router.state.location.search).toBe('?tab=2')
  })

  it('stores the product’s path as the one to return to', async () => {
    const router = open('/movie/5')
    await act(async () => navigate('/login', { state: { nextPathname: '/movies/5' } }))
    expect(router.state.location.state).toEqual({ nextPathname: '/movie/5' })
  })

  it('reports the path being opened before its screen is rendered, but not when going back or changing the query', async () => {
    drawn.length = 0
    const { router } = openPage({ '*': inRoutes(<Recorder />) }, '/main')
    await act(async () => router.navigate('/movie'))
    await act(async () => router.navigate('/movie?page=2'))
    await act(async () => window.history.go(-2))
    await waitFor(() => expect(drawn.at(-1)).toBe('- /main'))
    expect(drawn).toEqual(['- /main', '/movie /main', '- /movie', '- /movie?page=2', '- /main'])
  })

  it('goes back by a number of entries', async () => {
    const router = open('/movie')
    await act(async () => navigate('/movies/5'))
    await act(async () => navigate(-1))
    await waitFor(() => expect(shown('real')).toBe('/movie'))
    expect(router.state.location.pathname).toBe('/movie')
  })

  it('returns the same navigate function on every render', async () => {
    open('/movie')
    navigates.clear()
    await act(async () => navigate({ search: '?page=2' }))
    await act(async () => navigate({ search: '?page=3' }))
    expect(navigates.size).toBe(1)
  })

  it('calls a blocker with the paths in the address bar', async () => {
    const router = open('/movie/5')
    await act(async () => navigate('/admin'))
    expect(shown('blocker')).toBe('blocked /admin')
    expect(router.state.location.pathname).toBe('/movie/5')
    await userEvent.click(screen.getByRole('button', { name: 'limpiar' }))
    await act(async () => navigate('/admin'))
    expect(router.state.location.pathname).toBe('/admin')
  })

  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('leaves a blocked screen on proceed, and stays on reset', async () => {
    const router = open('/movie/5')
    await act(async () => navigate('/admin'))
    await press('quedarse')
    expect(shown('blocker')).toBe('unblocked ')
    expect(router.state.location.pathname).toBe('/movie/5')
    await act(async () => navigate('/admin'))
    await press('salir')
    expect(router.state.location.pathname).toBe('/admin')
    expect(shown('real')).toBe('/admin')
  })

  it('reverts a blocked step back, and repeats it on proceed', async () => {
    const router = open('/admin')
    await act(async () => navigate('/movies/5'))
    await act(async () => navigate(-1))
    await waitFor(() => expect(shown('blocker')).toBe('blocked /admin'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/movie/5'))
    expect(shown('real')).toBe('/movie/5')
    await press('salir')
    await waitFor(() => expect(shown('real')).toBe('/admin'))
    expect(router.state.location.pathname).toBe('/admin')
  })
})

describe('a link to a path', () => {
  let isStopped = false

  const openLink = (props: object = {}) => {
    isStopped = false
    const { router } = openPage(
      {
        '*': inRoutes(
          <Link
            to="/movies/7?tab=1"
            state={{ from: 'list' }}
            onClick={(event: Event) => isStopped && event.preventDefault()}
            {...props}
          >
            película 7
          </Link>,
        ),
      },
      '/movie',
    )
    return { router, link: screen.getByRole('link', { name: 'película 7' }) }
  }

  /** Whether the page prevented the browser's own handling of the click. */
  const click = (link: HTMLElement, init: object = {}): boolean => {
    let isTaken = false
    const stay = (event: Event): void => {
      isTaken = event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', stay, { once: true })
    fireEvent.click(link, init)
    return isTaken
  }

  it('opens the product’s path with its query and state', () => {
    const { router, link } = openLink()
    expect(link).toHaveAttribute('href', '/movie/7?tab=1')
    expect(click(link)).toBe(true)
    expect(router.state.location).toMatchObject({
      pathname: '/movie/7',
      search: '?tab=1',
      state: { from: 'list' },
    })
  })

  it('is not rendered again when only the query changes', async () => {
    const onRender = vi.fn()
    const { router } = openPage(
      {
        '*': inRoutes(
          <Profiler id="link" onRender={onRender}>
            <Link to="/movies/7">película 7</Link>
          </Profiler>,
        ),
      },
      '/movie',
    )
    onRender.mockClear()
    await act(async () => router.navigate('/movie?page=2'))
    expect(router.state.location.search).toBe('?page=2')
    expect(onRender).not.toHaveBeenCalled()
  })

  it('adds no second history entry for the current URL', () => {
    const { link } = openLink()
    click(link)
    const entries = window.history.length
    click(link)
    expect(window.history.length).toBe(entries)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a click to the browser with %o',
    (init) => {
      const { router, link } = openLink()
      expect(click(link, init)).toBe(false)
      expect(router.state.location.pathname).toBe('/movie')
    },
  )

  it('leaves a link to another tab to the browser', () => {
    const { router, link } = openLink({ target: '_blank' })
    expect(click(link)).toBe(false)
    expect(router.state.location.pathname).toBe('/movie')
  })

  it('is not followed when its own handler prevents that', () => {
    const { router, link } = openLink()
    isStopped = true
    click(link)
    expect(router.state.location.pathname).toBe('/movie')
  })
})
