import type { DataProvider, GetListParams, SortPayload } from 'react-admin'
import { canOpen } from '../../domain/access/permissions.ts'
import { entryOf, isResource, type Resource } from '../../domain/registry.ts'
import { dataProvider } from './data-provider.ts'
import { cachedMe } from './me.ts'
import { matchRoute } from './paths.ts'
import { queryClient } from './query-client.ts'
import { cachedPageSize } from './settings.ts'

export const defaultSort = (resource: string): SortPayload =>
  (isResource(resource) && entryOf(resource).sort) || { field: 'id', order: 'ASC' }

/** Default filters of the menu's lists; separate from their code, so that rows can be requested in parallel. */
export const DEFAULT_FILTERS = {
  audit: { view: 'changes' },
  issues: { status: 'false' },
  // Unprocessed transactions moved nothing.
  license_transactions: { status: 'PROCESSED' },
} as const satisfies Partial<Record<Resource, Readonly<Record<string, unknown>>>>

const defaultFilters: Readonly<Partial<Record<Resource, Readonly<Record<string, unknown>>>>> = DEFAULT_FILTERS

/** The query of a list page, under the key that react-admin's list uses. */
export const pageQuery = (
  provider: DataProvider,
  resource: string,
  params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>,
) => {
  const all = { ...params, meta: undefined }
  return {
    queryKey: [resource, 'getList', all],
    queryFn: ({ signal }: { signal: AbortSignal }) => provider.getList(resource, { ...all, signal }),
  }
}

const prefetchRows = (pathname: string): void => {
  const route = matchRoute(pathname)?.route
  const me = cachedMe()
  const perPage = cachedPageSize()
  if (route?.resource === undefined || route.view !== 'list' || me === undefined || perPage === undefined)
    return
  const { resource } = route
  if (!route.inMenu || entryOf(resource).sort === undefined || !canOpen(me, route)) return
  const opening = { sort: defaultSort(resource), filter: { ...defaultFilters[resource] } }
  void queryClient.prefetchQuery(
    pageQuery(dataProvider, resource, { pagination: { page: 1, perPage }, ...opening }),
  )
}

/**
 * Milliseconds that a link must be focused by keyboard before its rows are requested, since menus are traversed item by
 * item.
 */
const FOCUS_DELAY_MS = 100

/**
 * Requests the rows of a list as soon as a link to it is pressed by pointer, or focused by keyboard for a while; the
 * list then uses the result or the pending request. Returns a function that stops.
 */
export const watchListLinks = (): (() => void) => {
  const stop = new AbortController()
  const listPath = ({ target }: Event): string | undefined => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    return link?.origin === window.location.origin && link.search === '' ? link.pathname : undefined
  }
  let resting: ReturnType<typeof setTimeout> | undefined
  const onPress = (event: Event): void => {
    const path = listPath(event)
    if (path !== undefined) prefetchRows(path)
  }
  const onFocus = (event: Event): void => {
    clearTimeout(resting)
    // Excludes the first item of a menu opened by pointer, which is focused automatically.
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
    if (isByKeyboard) resting = setTimeout(() => onPress(event), FOCUS_DELAY_MS)
  }
  document.addEventListener('pointerdown', onPress, { passive: true, signal: stop.signal })
  document.addEventListener('focusin', onFocus, { signal: stop.signal })
  stop.signal.addEventListener('abort', () => clearTimeout(resting))
  return () => stop.abort()
}
