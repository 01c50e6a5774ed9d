import type { DataProvider, GetListParams, SortPayload } from 'ra-core'
import { canOpen } from '../../domain/access/permissions.ts'
import type { Resource } from '../../domain/registry.ts'
import { matchRoute } from './addresses.ts'
import { dataProvider } from './data-provider.ts'
import { knownMe } from './me.ts'
import { queryClient } from './query-client.ts'
import { knownPageSize } from './settings.ts'

/** How a list is shown while its address says nothing. */
interface Opening {
  sort: SortPayload
  /** What it is always restricted to. */
  only?: Readonly<Record<string, unknown>>
}

const by = (field: string, order: SortPayload['order'] = 'ASC'): Opening => ({ sort: { field, order } })

/** How the lists of the menu open; known without their code, so that their rows can be asked for beside it. */
export const OPENINGS = {
  users: by('name'),
  profiles: by('name'),
  movies: by('dateUpdate', 'DESC'),
  documentaries: by('dateUpdate', 'DESC'),
  discoveries: by('dateUpdate', 'DESC'),
  musics: by('dateUpdate', 'DESC'),
  sports: by('dateUpdate', 'DESC'),
  series: by('dateUpdate', 'DESC'),
  radios: by('number'),
  channels: by('number'),
  guides: by('name'),
  channel_lists: by('title'),
  categories: by('name'),
  audit: by('date', 'DESC'),
  histories: by('date', 'DESC'),
  issues: { ...by('date', 'DESC'), only: { status: 'false' } },
  // What was created and never processed moved nothing.
  license_transactions: { ...by('date', 'DESC'), only: { status: 'PROCESSED' } },
} as const satisfies Partial<Record<Resource, Opening>>

const BY_RESOURCE: Readonly<Partial<Record<Resource, Opening>>> = OPENINGS

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
  const opening = BY_RESOURCE[route.resource]
  if (opening === undefined || !canOpen(me, route)) return
  const { sort, only = {} } = opening
  void queryClient.prefetchQuery(
    pageQuery(dataProvider, route.resource, { pagination: { page: 1, perPage }, sort, filter: { ...only } }),
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
