import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useCreatePath, useListContext, useLocation, useNavigate, useResourceContext } from 'react-admin'
import { isResource } from '../../../domain/registry.ts'
import { onTokenChange, readToken } from '../../api/http.ts'
import { matchRoute, parentValues } from '../../api/paths.ts'
import { useNavigationType, useRealLocation } from '../../api/router.tsx'
import { isFocusFree } from './entry-focus.ts'
import { readNavigation, useStoreNavigation } from './list-navigation.ts'

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

const parseLocation = (stored: string): ListLocation | undefined => {
  const [search, scroll] = JSON.parse(stored) as unknown[]
  return typeof search === 'string' && typeof scroll === 'number' ? { search, scroll } : undefined
}

/** Undefined if the list was not opened in this tab yet. */
export const readLocation = (list: string): ListLocation | undefined => {
  const stored = window.sessionStorage.getItem(`${PREFIX}${list}`)
  return stored === null ? undefined : parseLocation(stored)
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

/** Focuses the row of the record from which the user returns, unless something else has the focus. */
const focusRow = (key: string): void => {
  const at = readNavigation(key)?.at
  if (at === undefined || !isFocusFree()) return
  const row = document.querySelector(`main tr[data-record="${CSS.escape(at)}"]`)
  // The title's link instead of the cover before it.
  const control = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('button')
  control?.focus()
}

/** Stores the visible list's location, and restores its scroll position and focus on return. */
export const useListLocation = (): void => {
  const { resource, data } = useListContext()
  const { pathname } = useRealLocation()
  const listKey = useListKey(resource)
  // The trash is a list of the same resource, but not the one to return to.
  const key = matchRoute(pathname)?.route.needs === undefined ? listKey : `${listKey}/trash`
  const { search, state } = useLocation()
  const isBack = useNavigationType() === 'POP' || state?.isReturn === true
  const scroll = useRef(0)
  const isRestored = useRef(false)
  useStoreNavigation(key)

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
  const last = useRef(readLocation(key))
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
  const ownResource = useResourceContext() ?? ''
  const ownKey = useListKey(ownResource)
  const from = new URLSearchParams(useLocation().search).get(FROM) ?? ''
  const [resource, key] = isResource(from) ? [from, from] : [ownResource, ownKey]
  const navigate = useNavigate()
  const createPath = useCreatePath()
  return useCallback(() => {
    const search = readLocation(key)?.search ?? ''
    navigate({ pathname: createPath({ resource, type: 'list' }), search }, { state: { isReturn: true } })
  }, [resource, key, navigate, createPath])
}
