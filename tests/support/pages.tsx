import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider as Router } from 'react-router-dom'

/** `matchMedia`, which jsdom lacks; queries do not match unless `matches` says so. */
export const fakeMedia = (matches: (query: string) => boolean = () => false): void => {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
}

/** Renders an application of these routes at a path. */
export const openPage = (routes: Readonly<Record<string, ReactNode>>, address: string | object) => {
  const router = createMemoryRouter(
    Object.entries(routes).map(([path, element]) => ({ path, element })),
    { initialEntries: [address] },
  )
  return { router, ...render(<Router router={router} />) }
}
