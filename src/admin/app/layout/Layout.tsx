import { useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { CheckForApplicationUpdate, type LayoutProps, Navigate, useTheme } from 'react-admin'
import { canOpen } from '../../../domain/access/permissions.ts'
import { useConfirmationPending } from '../../api/confirmation.ts'
import { Loaded, loadable } from '../../api/connection.ts'
import { type Me, refreshMe, useMe } from '../../api/me.ts'
import { matchRoute, pathOf } from '../../api/paths.ts'
import { useOpeningPath, useRealLocation } from '../../api/router.tsx'
import { usePrefetchSettings } from '../../api/settings.ts'
import { useEntryFocus } from '../../kit/page/entry-focus.ts'
import { Loading } from '../../kit/page/Page.tsx'
import { useOpenedRoutes } from '../home/checklist-state.ts'
import { applyAppearance } from '../public/appearance.ts'
import { redirectState } from '../public/redirects.ts'
import { Shortcuts } from '../search/Shortcuts.tsx'
import { ErrorPage, NotFound } from './ErrorPage.tsx'
import styles from './Layout.module.css'
import { Navbar } from './Navbar.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

const Page = ({ children }: { children: ReactNode }) => {
  const openingPath = useOpeningPath()
  useEntryFocus(openingPath === undefined)
  // Unmounts the old screen at once: a hidden form would still block the navigation.
  if (openingPath !== undefined) return <ScreenSkeleton path={openingPath} />
  return (
    <PageBoundary>
      <Suspense fallback={<Loading />}>
        <AccessRule>{children}</AccessRule>
      </Suspense>
    </PageBoundary>
  )
}

/** The frame of every screen: navbar and page. */
export const Layout = ({ children }: LayoutProps) => {
  const [theme] = useTheme()
  useEffect(() => applyAppearance(theme), [theme])
  useRefreshOnNavigation()
  useDropOutdatedAccess()
  usePrefetchSettings()
  return (
    <>
      <SkipLink />
      <Navbar />
      <main id={MAIN} tabIndex={-1} className={styles.page}>
        <Page>{children}</Page>
      </main>
      <Shortcuts />
      <Confirmation />
      <CheckForApplicationUpdate url={pathOf('home')} />
    </>
  )
}

const CONFIRM_IDENTITY = loadable(
  async () => (await import('../../features/security/ConfirmIdentity.tsx')).ConfirmIdentity,
)

const Confirmation = () => (useConfirmationPending() ? <Loaded of={CONFIRM_IDENTITY} pending={null} /> : null)

/** Second half of the access rule: screens that the profile doesn't list redirect to /main, unknown paths to /. */
const AccessRule = ({ children }: { children: ReactNode }) => {
  const { pathname } = useRealLocation()
  const { data: me, error, refetch } = useMe()
  const route = matchRoute(pathname)?.route
  if (route === undefined) return <NotFound />
  if (me === undefined)
    return error === null ? <Loading /> : <ErrorPage error={error} resetErrorBoundary={() => refetch()} />
  const password = pathOf('password-change')
  if (me.mustChangePassword && route.path !== password) return <Navigate to={password} replace />
  if (!canOpen(me, route)) return <Navigate to={pathOf('main')} state={redirectState('forbidden')} replace />
  return (
    <>
      {children}
      <OpenedRoute me={me} template={route.template} />
    </>
  )
}

/** Stores that the user has opened the route: things to try are ticked by it (rule W28). */
const OpenedRoute = ({ me, template }: { me: Me; template: string }) => {
  const [opened, store] = useOpenedRoutes(me)
  const isNew = !opened.includes(template)
  useEffect(() => {
    if (isNew) store((before) => [...before, template])
  }, [isNew, template, store])
  return null
}

interface State {
  error: Error | undefined
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Keeps the navbar when a page fails; navigating or retrying resets it. */
class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: asError(thrown) }
  }

  #reset = (): void => this.setState({ error: undefined })

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? (
      this.props.children
    ) : (
      <ErrorPage error={error} resetErrorBoundary={this.#reset} />
    )
  }
}

const MAIN = 'main-content'

/** The first tab stop: skips the navbar. */
const SkipLink = () => (
  <button type="button" className={styles.skip} onClick={() => document.getElementById(MAIN)?.focus()}>
    Saltar al contenido
  </button>
)

const useRefreshOnNavigation = (): void => {
  const { pathname } = useRealLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    refreshMe()
  }, [pathname])
}

/** Drops React-admin's cached results of canAccess when rights change. */
const useDropOutdatedAccess = (): void => {
  const { data: me } = useMe()
  const queryClient = useQueryClient()
  const role = me?.role
  const routeAccess = me?.routeAccess
  const checkedFor = useRef({ role, routeAccess })
  useEffect(() => {
    const before = checkedFor.current
    checkedFor.current = { role, routeAccess }
    if (before.role === undefined || (before.role === role && before.routeAccess === routeAccess)) return
    queryClient.invalidateQueries({ queryKey: ['auth'] })
  }, [queryClient, role, routeAccess])
}
