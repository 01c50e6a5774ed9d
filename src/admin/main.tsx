import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { pathOf } from './api/addresses.ts'
import { Loaded, loadable, watchConnection } from './api/connection.ts'
import { API_URL, askAhead, readToken, watchOtherTabs } from './api/http.ts'
import { ConnectionBanner } from './app/layout/ConnectionBanner.tsx'
import { applyAppearance } from './app/public/appearance.ts'
import { LoginPage, SignedIn } from './app/public/LoginPage.tsx'
import { PublicHome } from './app/public/PublicHome.tsx'
import { BrokenPage, Opening } from './app/public/PublicPage.tsx'
import { prepareScreen, watchLinks } from './app/screens.ts'
import './app/styles/base.css'

// zod tries `new Function` once to see whether it may compile; our content policy refuses and reports it.
// Set without zod, which loads later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const app = loadable(async () => (await import('./App.tsx')).default)

/** Loads the admin and the screen of an address side by side. */
const prepareAdmin = (pathname: string): void => {
  app.load().catch(() => undefined)
  prepareScreen(pathname)
}

const router = createBrowserRouter([
  {
    path: pathOf('login'),
    element: <LoginPage onShown={prepareAdmin} />,
    errorElement: <BrokenPage />,
  },
  {
    path: '*',
    errorElement: <BrokenPage />,
    element: (
      <SignedIn visitor={<PublicHome />}>
        <Loaded of={app} pending={<Opening />} />
      </SignedIn>
    ),
  },
])

applyAppearance()
// The system may turn to night while the page is open.
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyAppearance())
watchOtherTabs()
watchLinks()
watchConnection(`${API_URL}/health`)

// All that the first screen needs is known from the cookie and the address: nothing waits for the frame to be drawn.
if (readToken() !== undefined && window.location.pathname !== pathOf('login')) {
  askAhead('GET /api/users/me')
  askAhead('GET /api/settings')
  prepareAdmin(window.location.pathname)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
// Without transitions: a list that React draws later would let the next press work on the view before, and bring back
// the filter that was just taken away.
createRoot(root).render(
  <StrictMode>
    <ConnectionBanner />
    <RouterProvider router={router} useTransitions={false} />
  </StrictMode>,
)
