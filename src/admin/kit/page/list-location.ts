import { useCreatePath, useListContext, useLocation, useNavigate, useResourceContext } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
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
const useListKey = (resource: string): string => {
  const { pathname } = useRealLocation()
  return [resource, ...parentValues(resource, pathname)].join('/')
}

/** Stores the location of the list on screen, and restores its scroll position on the way back to it. */
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
    if (isBack && last.current?.search === search) window.scrollTo(0, last.current.scroll)
  }, [data, isBack, search])
}

/** Goes back to the resource's list as it was left. */
export const useReturnToList = (): (() => void) => {
  const resource = useResourceContext() ?? ''
  const key = useListKey(resource)
  const navigate = useNavigate()
  const createPath = useCreatePath()
  return useCallback(() => {
    const search = locationOf(key)?.search ?? ''
    navigate({ pathname: createPath({ resource, type: 'list' }), search }, { state: { isReturn: true } })
  }, [resource, key, navigate, createPath])
}
