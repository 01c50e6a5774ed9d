import type { DataProvider, GetListParams, SortPayload } from 'ra-core'
import { canOpen } from '../../domain/access/permissions.ts'
import { entryOf, isResource, type Resource } from '../../domain/registry.ts'
import { matchRoute } from './addresses.ts'
import { dataProvider } from './data-provider.ts'
import { knownMe } from './me.ts'
import { queryClient } from './query-client.ts'
import { knownPageSize } from './settings.ts'

/** The order in which a list opens. */
export const openingSort = (resource: string): SortPayload =>
  (isResource(resource) && entryOf(resource).sort) || { field: 'id', order: 'ASC' }

/** What lists of the menu are restricted to as they open; known without their code, so that their rows can be asked for beside it. */
export const ONLY = {
  issues: { status: 'false' },
  // What was created and never processed moved nothing.
  license_transactions: { status: 'PROCESSED' },
} as const satisfies Partial<Record<Resource, Readonly<Record<string, unknown>>>>

const onlyOf: Readonly<Partial<Record<Resource, Readonly<Record<string, unknown>>>>> = ONLY

/** The query of a list's page, under the key that react-admin's list gives it. */
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

const askForRows = (pathname: string): void => {
  const route = matchRoute(pathname)?.route
  const me = knownMe()
  const perPage = knownPageSize()
  if (route?.resource === undefined || route.view !== 'list' || me === undefined || perPage === undefined)
    return
  const { resource } = route
  if (!route.inMenu || entryOf(resource).sort === undefined || !canOpen(me, route)) return
  const opening = { sort: openingSort(resource), filter: { ...onlyOf[resource] } }
  void queryClient.prefetchQuery(
    pageQuery(dataProvider, resource, { pagination: { page: 1, perPage }, ...opening }),
  )
}

/** How long the keyboard rests on a link before its rows are asked for: menus are walked through entry by entry. */
const REST_MS = 100

/**
 * Asks for the rows of a list as soon as a pointer presses a link to it, or the keyboard rests on one; the list finds
 * them, or the request under way. Returns how to stop.
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
    if (path !== undefined) askForRows(path)
  }
  const onFocus = (event: Event): void => {
    clearTimeout(resting)
    // A menu that a pointer opens focuses its first entry.
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
    if (isByKeyboard) resting = setTimeout(() => onPress(event), REST_MS)
  }
  document.addEventListener('pointerdown', onPress, { passive: true, signal: stop.signal })
  document.addEventListener('focusin', onFocus, { signal: stop.signal })
  stop.signal.addEventListener('abort', () => clearTimeout(resting))
  return () => stop.abort()
}
