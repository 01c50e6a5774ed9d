import {
  type GetListParams,
  type RaRecord,
  useCreatePath,
  useListContext,
  useLocation,
  useNavigate,
  useResourceContext,
} from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { isResource } from '../../../domain/registry.ts'
import { matchRoute, parentValues } from '../../api/addresses.ts'
import { useHistoryEntry } from '../../api/history.ts'
import { onTokenChange, readToken } from '../../api/http.ts'
import { useRealLocation } from '../../api/router.tsx'

/** Query string and scroll position of a list when left. */
export interface ListLocation {
  search: string
  scroll: number
}

const PREFIX = 'cartelera.list.'

const keys = (): string[] => Object.keys(window.sessionStorage).filter((key) => key.startsWith(PREFIX))

export const storeLocation = (list: string, { search, scroll }: ListLocation): void => {
  window.sessionStorage.setItem(`${PREFIX}${list}`, JSON.stringify([search, scroll]))
}

const parseLocation = (kept: string): ListLocation | undefined => {
  const [search, scroll] = JSON.parse(kept) as unknown[]
  return typeof search === 'string' && typeof scroll === 'number' ? { search, scroll } : undefined
}

/** Undefined if the list was not opened in this tab yet. */
export const locationOf = (list: string): ListLocation | undefined => {
  const kept = window.sessionStorage.getItem(`${PREFIX}${list}`)
  return kept === null ? undefined : parseLocation(kept)
}

// Keeps the searches of a user from the next one in this tab.
onTokenChange(() => {
  if (readToken() === undefined) for (const key of keys()) window.sessionStorage.removeItem(key)
})

/** Key of a list within this tab: the resource, and the parent record. */
export const useListKey = (resource: string): string => {
  const { pathname } = useRealLocation()
  return [resource, ...parentValues(resource, pathname)].join('/')
}

/** The page of a list whose records are being browsed: as it was when one was opened, regardless of later saves. */
export interface Walk {
  params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>
  total: number
  ids: string[]
  /** The last opened record. */
  at?: string
}

const WALK = `${PREFIX}walk.`

export const storeWalk = (list: string, walk: Walk): void =>
  window.sessionStorage.setItem(`${WALK}${list}`, JSON.stringify(walk))

/** Only written by this module. */
const asWalk = (kept: string): Walk => JSON.parse(kept)

export const walkOf = (list: string): Walk | undefined => {
  const kept = window.sessionStorage.getItem(`${WALK}${list}`)
  return kept === null ? undefined : asWalk(kept)
}

export const idsOf = (records: readonly RaRecord[]): string[] => records.map(({ id }) => String(id))

/** Stores the page for browsing its records. */
const useKeptRows = (key: string): void => {
  const { data, isPlaceholderData, page, perPage, sort, filter, filterValues, total = 0 } = useListContext()
  useEffect(() => {
    if (data === undefined || isPlaceholderData === true) return
    const params = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter } }
    const at = walkOf(key)?.at
    storeWalk(key, { params, total, ids: idsOf(data), ...(at === undefined ? {} : { at }) })
  }, [key, data, isPlaceholderData, page, perPage, sort, filter, filterValues, total])
}

let placed: Element | null = null
/**
 * The last focused element outside dialogs, which restore the focus themselves, and that of the last screen when it was
 * left.
 */
let last: Element | null = null
let opener: Element | null = null

const OVERLAYS = '[role="dialog"], [role="presentation"]'

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest(OVERLAYS)) last = target
})

/** Focuses an element on opening a screen; null once the user has taken over. */
export const placeFocus = (element: HTMLElement | null): void => {
  placed = element
  element?.focus({ preventScroll: true })
}

/** Call when leaving a screen: the current focus is no user's choice on the next one. */
export const leaveFocus = (): void => {
  opener = last
}

/** True if the focus is unchanged since the screen was opened. */
export const isFocusFree = (): boolean => {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement === placed) return true
  return activeElement === opener && !activeElement.closest('main')
}

/** Focuses the row of the record from which the user returns, unless something else has the focus. */
const focusRow = (key: string): void => {
  const at = walkOf(key)?.at
  if (at === undefined || !isFocusFree()) return
  const row = document.querySelector(`main tr[data-record="${CSS.escape(at)}"]`)
  // The title's link instead of the cover before it.
  const control = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button')
  control?.focus()
}

/** Stores the row pressed by mouse or keyboard, to return to it later. */
const useKeptRow = (key: string): void =>
  useEffect(() => {
    const note = ({ target }: MouseEvent): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('main tr[data-record]') : null
      const at = row?.dataset.record
      const walk = walkOf(key)
      if (at !== undefined && walk !== undefined) storeWalk(key, { ...walk, at })
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [key])

/** Stores the visible list's location, and restores its scroll position and focus on return. */
export const useListLocation = (): void => {
  const { resource, data } = useListContext()
  const { pathname } = useRealLocation()
  const listKey = useListKey(resource)
  // The trash is a list of the same resource, but not the one to return to.
  const key = matchRoute(pathname)?.route.needs === undefined ? listKey : `${listKey}/trash`
  const { search, state } = useLocation()
  const isBack = useHistoryEntry().action === 'POP' || state?.isReturn === true
  const scroll = useRef(0)
  const isRestored = useRef(false)
  useKeptRows(key)
  useKeptRow(key)

  // Layout effects are cleaned up before the next, shorter page can change the scroll position.
  useLayoutEffect(() => {
    storeLocation(key, { search, scroll: scroll.current })
    const follow = () => {
      scroll.current = window.scrollY
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      storeLocation(key, { search, scroll: scroll.current })
    }
  }, [key, search])

  // Read before the effect above overwrites it.
  const last = useRef(locationOf(key))
  useEffect(() => {
    if (isRestored.current || data === undefined) return
    isRestored.current = true
    if (!isBack || last.current?.search !== search) return
    window.scrollTo(0, last.current.scroll)
    focusRow(key)
  }, [key, data, isBack, search])
}

/** Query parameter of a record with the other list that it was opened from. */
export const FROM = 'from'

/** Returns to the resource's list in its last state, or to the other list that the record was opened from. */
export const useReturnToList = (): (() => void) => {
  const own = useResourceContext() ?? ''
  const ownKey = useListKey(own)
  const from = new URLSearchParams(useLocation().search).get(FROM) ?? ''
  const [resource, key] = isResource(from) ? [from, from] : [own, ownKey]
  const navigate = useNavigate()
  const createPath = useCreatePath()
  return useCallback(() => {
    const search = locationOf(key)?.search ?? ''
    navigate({ pathname: createPath({ resource, type: 'list' }), search }, { state: { isReturn: true } })
  }, [resource, key, navigate, createPath])
}
