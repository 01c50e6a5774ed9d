import { Component, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { matchRoute } from './api/addresses.ts'
import { Loaded, loadable, watchConnection } from './api/connection.ts'
import { useHistoryEntry } from './api/history.ts'
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

const isLogin = (pathname: string): boolean => matchRoute(pathname)?.route.template === 'login'

// Of one identity: the router of the admin hears of addresses itself.
const VISITOR = <PublicHome />
const ADMIN = <Loaded of={app} pending={<Opening />} />

/** The pages of a visitor, and the admin: its router comes with its code. */
const Pages = () => {
  const { pathname } = useHistoryEntry()
  return (
    <Boundary pathname={pathname}>
      {isLogin(pathname) ? (
        <LoginPage onShown={prepareAdmin} />
      ) : (
        <SignedIn visitor={VISITOR}>{ADMIN}</SignedIn>
      )}
    </Boundary>
  )
}

interface BoundaryProps {
  pathname: string
  children: ReactNode
}

/** Shows a page that says so where one fails, until another address is opened. */
class Boundary extends Component<BoundaryProps, { failedAt: string | undefined }> {
  override state: { failedAt: string | undefined } = { failedAt: undefined }

  static getDerivedStateFromError() {
    return { failedAt: window.location.pathname }
  }

  override render(): ReactNode {
    const { pathname, children } = this.props
    return this.state.failedAt === pathname ? <BrokenPage /> : children
  }
}

applyAppearance()
// The system may turn to night while the page is open.
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyAppearance())
watchOtherTabs()
watchLinks()
watchConnection(`${API_URL}/health`)

// All that the first screen needs is known from the cookie and the address: nothing waits for the frame to be drawn.
if (readToken() !== undefined && !isLogin(window.location.pathname)) {
  askAhead('GET /api/users/me')
  askAhead('GET /api/settings')
  prepareAdmin(window.location.pathname)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <ConnectionBanner />
    <Pages />
  </StrictMode>,
)
