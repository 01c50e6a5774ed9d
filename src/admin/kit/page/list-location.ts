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

/** Query string and scroll position of a list when it was left. */
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

/** Undefined for a list that was not opened in this tab yet. */
export const locationOf = (list: string): ListLocation | undefined => {
  const kept = window.sessionStorage.getItem(`${PREFIX}${list}`)
  return kept === null ? undefined : parseLocation(kept)
}

// The next user of this tab must not see the searches of this one.
onTokenChange(() => {
  if (readToken() === undefined) for (const key of keys()) window.sessionStorage.removeItem(key)
})

/** What tells the lists of this tab apart: the resource, and the parent below which it is listed. */
export const useListKey = (resource: string): string => {
  const { pathname } = useRealLocation()
  return [resource, ...parentValues(resource, pathname)].join('/')
}

/** A page of a list that records are walked through in: as it was when one was opened, whatever was saved since. */
export interface Walk {
  params: Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>
  total: number
  ids: string[]
  /** The record that was opened last. */
  at?: string
}

const WALK = `${PREFIX}walk.`

export const storeWalk = (list: string, walk: Walk): void =>
  window.sessionStorage.setItem(`${WALK}${list}`, JSON.stringify(walk))

/** Nothing else writes under this key. */
const asWalk = (kept: string): Walk => JSON.parse(kept)

export const walkOf = (list: string): Walk | undefined => {
  const kept = window.sessionStorage.getItem(`${WALK}${list}`)
  return kept === null ? undefined : asWalk(kept)
}

export const idsOf = (records: readonly RaRecord[]): string[] => records.map(({ id }) => String(id))

/** Keeps the rows on screen for those who open one of them. */
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
/** Outside of dialogs, which give the focus back: what had it last, and what had it when the last screen was left. */
let last: Element | null = null
let opener: Element | null = null

const OVERLAYS = '[role="dialog"], [role="presentation"]'

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest(OVERLAYS)) last = target
})

/** Focuses what a screen opens with; null once a person has taken over. */
export const placeFocus = (element: HTMLElement | null): void => {
  placed = element
  element?.focus({ preventScroll: true })
}

/** The screen is left: what has the focus now is no choice of a person on the next one. */
export const leaveFocus = (): void => {
  opener = last
}

/** Whether the focus is where opening the screen left it: a person has not moved it since. */
export const isFocusFree = (): boolean => {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement === placed) return true
  return activeElement === opener && !activeElement.closest('main')
}

/** Puts the focus on the row of the record that one comes back from, unless something else has it. */
const focusRow = (key: string): void => {
  const at = walkOf(key)?.at
  if (at === undefined || !isFocusFree()) return
  const row = document.querySelector(`main tr[data-record="${CSS.escape(at)}"]`)
  // The title, not the cover before it.
  const control = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button')
  control?.focus()
}

/** Keeps the row that was pressed, by mouse or keyboard: whatever it leads to, one comes back to it. */
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

/** Stores the location of the list on screen, and restores its scroll position and the focus on the way back to it. */
export const useListLocation = (): void => {
  const { resource, data } = useListContext()
  const { pathname } = useRealLocation()
  const listKey = useListKey(resource)
  // The trash is a list of the same resource, and nothing to go back to.
  const key = matchRoute(pathname)?.route.needs === undefined ? listKey : `${listKey}/trash`
  const { search, state } = useLocation()
  const isBack = useHistoryEntry().action === 'POP' || state?.isReturn === true
  const scroll = useRef(0)
  const isRestored = useRef(false)
  useKeptRows(key)
  useKeptRow(key)

  // A layout effect is cleaned up before the shorter page that follows can change the scroll position.
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

/** The parameter of a record's address that names the other list which it was opened from. */
export const FROM = 'from'

/** Goes back to the resource's list as it was left, or to the other one that the record was opened from. */
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
