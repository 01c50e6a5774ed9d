import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { RENDER_FLAGS, ROUTER_FLAGS } from '../../src/admin/api/router-flags.ts'

/** `matchMedia`, which jsdom lacks; queries do not match unless `matches` says so. */
export const fakeMedia = (matches: (query: string) => boolean = () => false): void => {
  // Stubbed until the end of the test: an assignment would outlive the window, since files of a worker share its globals.
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
}

interface Address {
  pathname: string
  search?: string
  state?: object | null
}

type Router = ReturnType<typeof createBrowserRouter>

let opened: Router | undefined

/** Navigates to another path in the rendered application. */
export const openAddress = async (to: string): Promise<void> => opened?.navigate(to)

/** Renders an application of these routes at a path. */
export const openPage = (routes: Readonly<Record<string, ReactNode>>, address: string | Address) => {
  opened?.dispose()
  const {
    pathname,
    search = '',
    state = null,
  } = typeof address === 'string' ? { pathname: address } : address
  // As the router stores it.
  window.history.replaceState({ usr: state, key: 'first', idx: 0 }, '', pathname + search)
  const router = createBrowserRouter(
    Object.entries(routes).map(([path, element]) => ({ path, element })),
    { future: ROUTER_FLAGS },
  )
  opened = router
  return { router, ...render(<RouterProvider router={router} future={RENDER_FLAGS} />) }
}
