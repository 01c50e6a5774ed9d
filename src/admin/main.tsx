import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { config } from 'zod/v4/core'
import { pathOf } from './api/addresses.ts'
import { lazy, watchConnection } from './api/connection.ts'
import { API_URL, watchOtherTabs } from './api/http.ts'
import { ConnectionBanner } from './app/layout/ConnectionBanner.tsx'
import { applyAppearance } from './app/public/appearance.ts'
import { LoginPage, SignedIn } from './app/public/LoginPage.tsx'
import { PublicHome } from './app/public/PublicHome.tsx'
import { BrokenPage, Opening } from './app/public/PublicPage.tsx'
import './app/styles/base.css'

// zod tries `new Function` once to see whether it may compile; our content policy refuses and reports it.
config({ jitless: true })

const openAdmin = () => import('./App.tsx')
const App = lazy(openAdmin)

// The admin's code comes while the person types: not before, so that the sign-in page stays light.
const prepareAdmin = (): void => {
  openAdmin().catch(() => undefined)
}

const router = createBrowserRouter([
  {
    path: pathOf('login'),
    element: <LoginPage onTyping={prepareAdmin} />,
    errorElement: <BrokenPage />,
  },
  {
    path: '*',
    errorElement: <BrokenPage />,
    element: (
      <SignedIn visitor={<PublicHome />}>
        <Suspense fallback={<Opening />}>
          <App />
        </Suspense>
      </SignedIn>
    ),
  },
])

applyAppearance()
// The system may turn to night while the page is open.
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyAppearance())
watchOtherTabs()
watchConnection(`${API_URL}/health`)

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
