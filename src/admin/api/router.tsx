import {
  createContext,
  forwardRef,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import {
  reactRouterProvider as plain,
  type RouterLinkProps,
  type RouterLocation,
  type RouterNavigateFunction,
  type RouterNavigateOptions,
  type RouterProvider,
  type RouterTo,
} from 'react-admin'
import {
  createPath,
  type NavigationType,
  parsePath,
  resolvePath,
  UNSAFE_DataRouterContext,
  useNavigationType as usePlainNavigationType,
} from 'react-router-dom'
import { toExternal, toInternal } from './paths.ts'

interface Navigation {
  location: RouterLocation
  type: NavigationType
}

/** The last navigation; the outermost <Routes> puts react-admin's location into the router's own context. */
const NavigationContext = createContext<Navigation | undefined>(undefined)

/** The location in the address bar, as in the route table (react-admin's useLocation returns its own paths). */
export const useRealLocation = (): RouterLocation => {
  const location = plain.useLocation()
  return useContext(NavigationContext)?.location ?? location
}

/** Kind of the last navigation; POP for the first URL. */
export const useNavigationType = (): NavigationType => {
  const type = usePlainNavigationType()
  return useContext(NavigationContext)?.type ?? type
}

/** The path of that location, which changes less often than its query. */
const PathnameContext = createContext<string | undefined>(undefined)

const OpeningPath = createContext<string | undefined>(undefined)

/**
 * The path being opened: already in the address bar, while its screen renders as a transition, so that parts showing
 * the path are painted first. Undefined once the screen is shown.
 */
export const useOpeningPath = (): string | undefined => useContext(OpeningPath)

const Routes: RouterProvider['Routes'] = ({ children }) => {
  const isOutermost = useContext(NavigationContext) === undefined
  const Plain = plain.Routes
  return isOutermost ? <OutermostRoutes>{children}</OutermostRoutes> : <Plain>{children}</Plain>
}

const OutermostRoutes = ({ children }: { children: ReactNode }) => {
  const location = plain.useLocation()
  const type = usePlainNavigationType()
  const last = useMemo(() => ({ location, type }), [location, type])
  const drawn = useDeferredValue(last)
  // Back and forward render synchronously, because the browser restores the scroll position immediately.
  const isOpening = type === 'PUSH' && location.pathname !== drawn.location.pathname
  const shown = isOpening ? drawn : last
  const internal = useMemo(
    () => ({ ...shown.location, pathname: toInternal(shown.location.pathname) }),
    [shown.location],
  )
  const Plain = plain.Routes
  return (
    <OpeningPath.Provider value={isOpening ? location.pathname : undefined}>
      <NavigationContext.Provider value={shown}>
        <PathnameContext.Provider value={shown.location.pathname}>
          <Plain location={internal}>{children}</Plain>
        </PathnameContext.Provider>
      </NavigationContext.Provider>
    </OpeningPath.Provider>
  )
}

/** Query parameters owned by React-Admin's list. */
const LIST_PARAMETERS = new Set(['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage'])

/** A list writes the whole query without knowing the screen's own parameters: keeps them. */
const withOwnParameters = (next: string, present: string): string => {
  const query = new URLSearchParams(next)
  if (!query.has('filter')) return next
  for (const [name, value] of new URLSearchParams(present))
    if (!LIST_PARAMETERS.has(name) && !query.has(name)) query.set(name, value)
  return `?${query}`
}

/** Translates a target; without a path, only the query of the current location changes. */
const toExternalTarget = (to: RouterTo, here: Pick<RouterLocation, 'pathname' | 'search'>) => {
  const { pathname, search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to
  // Keeps the real path, whatever react-admin calls it.
  if (!pathname) return { pathname: here.pathname, search: withOwnParameters(search, here.search), hash }
  const base = pathname.startsWith('/') ? '/' : toInternal(here.pathname)
  const absolute = resolvePath({ pathname, search, hash }, base)
  return { ...absolute, pathname: toExternal(absolute.pathname, here.pathname) }
}

const withRealReturn = (
  options: RouterNavigateOptions | undefined,
  here: RouterLocation,
): RouterNavigateOptions | undefined => {
  const next: unknown = options?.state?.nextPathname
  if (typeof next !== 'string') return options
  return { ...options, state: { ...options?.state, nextPathname: toExternalTarget(next, here).pathname } }
}

const useNavigate = (): RouterNavigateFunction => {
  const navigate = plain.useNavigate()
  const here = useRealLocation()
  const latest = useRef(here)
  useLayoutEffect(() => {
    latest.current = here
  })
  // Must keep its identity: react-admin lists it in dependencies of effects.
  return useCallback(
    (to, options) => {
      if (typeof to === 'number') navigate(to)
      else navigate(toExternalTarget(to, latest.current), withRealReturn(options, latest.current))
    },
    [navigate],
  )
}

const isOutside = (to: RouterTo): to is string =>
  typeof to === 'string' && /^([a-z][a-z+.-]*:|\/\/)/i.test(to)

/** Whether the browser itself would open the link in this tab. */
const isPlainClick = (event: MouseEvent<HTMLAnchorElement>): boolean => {
  const { button, ctrlKey, metaKey, shiftKey, altKey, currentTarget } = event
  return (
    button === 0 &&
    !(ctrlKey || metaKey || shiftKey || altKey) &&
    ['', '_self'].includes(currentTarget.target)
  )
}

/** A link that doesn't subscribe to the location, unlike the router's own: a list renders hundreds of links. */
const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(function Link(
  { to, replace, state, onClick, children, ...rest },
  ref,
) {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const pathname = useContext(PathnameContext) ?? router?.state.location.pathname ?? '/'
  const path = isOutside(to) ? to : createPath(toExternalTarget(to, { pathname, search: '' }))
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (router === undefined || isOutside(to) || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    // Like the browser, adds no second history entry for the current URL.
    const isCurrent = path === createPath(router.state.location)
    void router.navigate(path, { replace: replace ?? isCurrent, state })
  }
  return (
    <a ref={ref} href={path} {...rest} onClick={follow}>
      {children}
    </a>
  )
})

const Navigate: RouterProvider['Navigate'] = ({ to, ...rest }) => {
  const here = useRealLocation()
  const Plain = plain.Navigate
  return <Plain to={toExternalTarget(to, here)} {...rest} />
}

/** React-admin's router, which translates between the route table's paths in the address bar and react-admin's own. */
export const routerProvider: RouterProvider = { ...plain, useNavigate, Link, Navigate, Routes }
