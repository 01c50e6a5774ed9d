import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Loaded, loadable, watchConnection } from './api/connection.ts'
import { API_URL, prefetch, readToken, watchOtherTabs } from './api/http.ts'
import { matchRoute, pathOf } from './api/paths.ts'
import { RENDER_FLAGS, ROUTER_FLAGS } from './api/router-flags.ts'
import { ConnectionBanner } from './app/layout/ConnectionBanner.tsx'
import { applyAppearance } from './app/public/appearance.ts'
import { LoginPage, SignedIn } from './app/public/LoginPage.tsx'
import { PublicHome } from './app/public/PublicHome.tsx'
import { BrokenPage, Opening } from './app/public/PublicPage.tsx'
import { prepareScreen, watchLinks } from './app/screens.ts'
import './app/styles/base.css'

// Keeps zod from probing `new Function`, which our content policy would block and report. Set without importing zod,
// which loads later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const app = loadable(async () => (await import('./App.tsx')).default)

/** Loads the admin and a path's screen in parallel. */
const prepareAdmin = (pathname: string): void => {
  app.load().catch(() => undefined)
  prepareScreen(pathname)
}

const isInAdmin = (pathname: string): boolean => matchRoute(pathname)?.route.authenticated === true

/** The pages for visitors, and the admin, which React-Admin's own router shows. */
const router = createBrowserRouter(
  [
    {
      errorElement: <BrokenPage />,
      children: [
        { path: pathOf('login'), element: <LoginPage onShown={prepareAdmin} /> },
        {
          path: '*',
          element: (
            <SignedIn visitor={<PublicHome />}>
              <Loaded of={app} pending={<Opening />} />
            </SignedIn>
          ),
        },
      ],
    },
  ],
  { future: ROUTER_FLAGS },
)

applyAppearance()
// The system may switch to dark mode while the page is open.
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyAppearance())
watchOtherTabs()
watchLinks()
watchConnection(`${API_URL}/health`)

// Cookie and URL determine what the first screen needs: requests it before rendering the frame.
if (readToken() !== undefined && isInAdmin(window.location.pathname)) {
  prefetch('GET /api/users/me')
  prefetch('GET /api/settings')
  prepareAdmin(window.location.pathname)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <ConnectionBanner />
    <RouterProvider router={router} future={RENDER_FLAGS} />
  </StrictMode>,
)
