import {
  createContext,
  forwardRef,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  reactRouterProvider as plain,
  type RouterBlocker,
  type RouterLinkProps,
  type RouterLocation,
  type RouterNavigateFunction,
  type RouterNavigateOptions,
  type RouterProvider,
  type RouterTo,
} from 'react-admin'
import {
  createPath,
  type Navigator,
  parsePath,
  Router,
  resolvePath,
  UNSAFE_NavigationContext,
} from 'react-router-dom'
import { toAddress, toInternal } from './addresses.ts'
import { go, guardNavigation, onNavigation, push, replace, useHistoryEntry } from './history.ts'

const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: (to, state) => push(typeof to === 'string' ? to : createPath(to), state),
  replace: (to, state) => replace(typeof to === 'string' ? to : createPath(to), state),
  go,
}

/**
 * The router around react-admin. The library's plain router: `createBrowserRouter` of 7, whose loaders and actions are
 * not used, adds 15.6 kB (Brotli) to the sign-in page, which may load 72 kB in all.
 */
export const HistoryRouter = ({ children }: { children: ReactNode }) => {
  const entry = useHistoryEntry()
  const drawn = useDeferredValue(entry)
  // Back and forward render synchronously, because the browser restores the scroll position immediately.
  const isOpening = entry.action === 'PUSH' && entry.pathname !== drawn.pathname
  return (
    <OpeningPath.Provider value={isOpening ? entry.pathname : undefined}>
      <Router location={isOpening ? drawn : entry} navigator={navigator}>
        {children}
      </Router>
    </OpeningPath.Provider>
  )
}

const OpeningPath = createContext<string | undefined>(undefined)

/**
 * The path being opened: already in the address bar, while its screen renders as a transition, so that parts showing
 * the path are painted first. Undefined once the screen is shown.
 */
export const useOpeningPath = (): string | undefined => useContext(OpeningPath)

/** The location in the address bar; a parent <Routes> puts react-admin's own into the router's context. */
const RealLocation = createContext<RouterLocation | undefined>(undefined)

/** The location in the address bar, as in the route table (react-admin's useLocation returns its own paths). */
export const useRealLocation = (): RouterLocation => {
  const location = plain.useLocation()
  return useContext(RealLocation) ?? location
}

const internal = <L extends RouterLocation>(location: L): L => ({
  ...location,
  pathname: toInternal(location.pathname),
})

const useLocation = (): RouterLocation => {
  const location = plain.useLocation()
  const isMapped = useContext(RealLocation) !== undefined
  return useMemo(() => (isMapped ? location : internal(location)), [location, isMapped])
}

/** Query parameters owned by React-Admin's list. */
const OF_LISTS = new Set(['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage'])

/** A list writes the whole query without knowing the screen's own parameters: keeps them. */
const withOwnParameters = (next: string, present: string): string => {
  const query = new URLSearchParams(next)
  if (!query.has('filter')) return next
  for (const [name, value] of new URLSearchParams(present))
    if (!OF_LISTS.has(name) && !query.has(name)) query.set(name, value)
  return `?${query}`
}

type Outward = (to: RouterTo) => { pathname: string; search: string; hash: string }

const useOutward = (): Outward => {
  const { pathname: here, search: present } = useRealLocation()
  return useCallback(
    (to) => {
      const target = typeof to === 'string' ? parsePath(to) : to
      const { pathname, search = '', hash = '' } = target
      // Only the query changes: keeps the real path, whatever react-admin calls it.
      if (!pathname) return { pathname: here, search: withOwnParameters(search, present), hash }
      const absolute = resolvePath({ pathname, search, hash }, toInternal(here))
      return { ...absolute, pathname: toAddress(absolute.pathname, here) }
    },
    [here, present],
  )
}

const withRealReturn = (
  options: RouterNavigateOptions | undefined,
  outward: Outward,
): RouterNavigateOptions | undefined => {
  const next: unknown = options?.state?.nextPathname
  if (typeof next !== 'string') return options
  return { ...options, state: { ...options?.state, nextPathname: outward(next).pathname } }
}

const useNavigate = (): RouterNavigateFunction => {
  const navigate = plain.useNavigate()
  const outward = useOutward()
  const latest = useRef(outward)
  useLayoutEffect(() => {
    latest.current = outward
  })
  // Must keep its identity: react-admin lists it in dependencies of effects.
  return useCallback(
    (to, options) => {
      if (typeof to === 'number') navigate(to)
      else navigate(latest.current(to), withRealReturn(options, latest.current))
    },
    [navigate],
  )
}

const isOutside = (to: RouterTo): to is string =>
  typeof to === 'string' && /^([a-z][a-z+.-]*:|\/\/)/i.test(to)

/** The path of the address bar without the query, so that its consumers don't re-render on query changes. */
const RealPath = createContext<string | undefined>(undefined)

const pathIn = (to: RouterTo): string | undefined =>
  isOutside(to) ? undefined : (typeof to === 'string' ? parsePath(to) : to).pathname

const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(function Link(props, ref) {
  const here = useContext(RealPath)
  const hasPath = pathIn(props.to)?.startsWith('/') === true
  return here === undefined || !hasPath || props.reloadDocument === true ? (
    <RelativeLink ref={ref} {...props} />
  ) : (
    <AbsoluteLink ref={ref} here={here} {...props} />
  )
})

const RelativeLink = forwardRef<HTMLAnchorElement, RouterLinkProps>(function RelativeLink(
  { to, ...rest },
  ref,
) {
  const outward = useOutward()
  const Plain = plain.Link
  return <Plain ref={ref} to={isOutside(to) ? to : createPath(outward(to))} {...rest} />
})

// Clicks that open another tab or window, or save, are left to the browser.
const isForBrowser = (event: MouseEvent, target: unknown): boolean =>
  event.button !== 0 ||
  (typeof target === 'string' && target !== '_self') ||
  event.metaKey ||
  event.altKey ||
  event.ctrlKey ||
  event.shiftKey

/**
 * A link to an absolute path. The router's own re-renders on every change of the URL, including the query, and a page
 * of rows has hundreds of links.
 */
const AbsoluteLink = forwardRef<HTMLAnchorElement, RouterLinkProps & { here: string }>(function AbsoluteLink(
  { to, here, replace, state, onClick, ...rest },
  ref,
) {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const { search = '', hash = '', pathname = '' } = typeof to === 'string' ? parsePath(to) : to
  const path = createPath({ search, hash, pathname: toAddress(resolvePath(pathname).pathname, here) })
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event, rest.target)) return
    event.preventDefault()
    // Like the browser, adds no second history entry for the current URL.
    const isSame = createPath(window.location) === path
    if (replace ?? isSame) navigator.replace(path, state)
    else navigator.push(path, state)
  }
  return (
    <a ref={ref} {...rest} href={navigator.createHref(path)} onClick={follow}>
      {rest.children}
    </a>
  )
})

const Navigate: RouterProvider['Navigate'] = ({ to, ...rest }) => {
  const outward = useOutward()
  const Plain = plain.Navigate
  return <Plain to={outward(to)} {...rest} />
}

const Routes: RouterProvider['Routes'] = ({ children }) => {
  const real = plain.useLocation()
  const isMapped = useContext(RealLocation) !== undefined
  const location = useLocation()
  const Plain = plain.Routes
  const routes = <Plain location={location}>{children}</Plain>
  if (isMapped) return routes
  return (
    <RealLocation.Provider value={real}>
      <RealPath.Provider value={real.pathname}>{routes}</RealPath.Provider>
    </RealLocation.Provider>
  )
}

const useMatch: RouterProvider['useMatch'] = (pattern) => plain.matchPath(pattern, useLocation().pathname)

const OPEN: RouterBlocker = { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined }

const useBlocker: RouterProvider['useBlocker'] = (should) => {
  const [blocker, setBlocker] = useState<RouterBlocker>(OPEN)
  const latest = useRef(should)
  useLayoutEffect(() => {
    latest.current = should
  })
  useEffect(() => {
    const stopGuarding = guardNavigation(({ from, to, proceed }) => {
      const { current: asked } = latest
      const historyAction = to.action
      const currentLocation = internal(from)
      const location = internal(to)
      const isBlocked =
        typeof asked === 'boolean' ? asked : asked({ currentLocation, nextLocation: location, historyAction })
      if (isBlocked)
        setBlocker({
          state: 'blocked',
          location,
          reset: () => setBlocker(OPEN),
          proceed: () => {
            setBlocker({ state: 'proceeding', location, reset: undefined, proceed: undefined })
            proceed()
          },
        })
      return isBlocked
    })
    const stopWatching = onNavigation(() => setBlocker(OPEN))
    return () => {
      stopGuarding()
      stopWatching()
    }
  }, [])
  return blocker
}

/** Supports blocking navigation, for forms with unsaved changes. */
const useCanBlock = (): boolean => true

/** React-admin's router, which translates between the route table's paths in the address bar and react-admin's own. */
export const routerProvider: RouterProvider = {
  ...plain,
  useLocation,
  useNavigate,
  useMatch,
  useBlocker,
  useCanBlock,
  Link,
  Navigate,
  Routes,
}
