import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { vi } from 'vitest'
import { push, replace } from '../../src/admin/api/history.ts'
import { HistoryRouter } from '../../src/admin/api/router.tsx'

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

/** Renders an application of these routes at a path. */
export const openPage = (routes: Readonly<Record<string, ReactNode>>, address: string | Address) => {
  replace(address, typeof address === 'string' ? null : address.state)
  const rendered = render(
    <HistoryRouter>
      <Routes>
        {Object.entries(routes).map(([path, element]) => (
          <Route key={path} path={path} element={element} />
        ))}
      </Routes>
    </HistoryRouter>,
  )
  return { router, ...rendered }
}

/** The application's current location, and navigation. */
export const router = {
  state: {
    get location() {
      const { pathname, search } = window.location
      return { pathname, search, state: window.history.state?.state }
    },
  },
  navigate: async (to: string): Promise<void> => push(to),
}
