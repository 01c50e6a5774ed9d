/**
 * React Router 6 behaving as its version 7, whose router is 8 kB (Brotli) larger on the sign-in page. Its development
 * build warns about each flag that is not set.
 */
export const ROUTER_FLAGS = {
  v7_fetcherPersist: true,
  v7_normalizeFormMethod: true,
  v7_partialHydration: true,
  v7_relativeSplatPath: true,
  v7_skipActionErrorRevalidation: true,
}

/** Navigations are painted at once; `api/router.tsx` decides which of them render as transitions. */
export const RENDER_FLAGS = { v7_startTransition: false }
