import { useCreatePath, useListContext, useLocation, useNavigate, useResourceContext } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { parentValues } from '../../api/addresses.ts'
import { onTokenChange, readToken } from '../../api/http.ts'
import { useRealLocation } from '../../api/router.tsx'

/** Where a list was left: what its address asked for, and how far down. */
export interface ListPlace {
  search: string
  scroll: number
}

const PREFIX = 'cartelera.list.'

const keys = (): string[] => Object.keys(window.sessionStorage).filter((key) => key.startsWith(PREFIX))

/** Remembers, for this tab, where a list was left. */
export const leaveList = (list: string, { search, scroll }: ListPlace): void => {
  window.sessionStorage.setItem(`${PREFIX}${list}`, JSON.stringify([search, scroll]))
}

const placeIn = (kept: string): ListPlace | undefined => {
  const [search, scroll] = JSON.parse(kept) as unknown[]
  return typeof search === 'string' && typeof scroll === 'number' ? { search, scroll } : undefined
}

/** Where a list was left in this tab; undefined when it was not opened yet. */
export const placeOfList = (list: string): ListPlace | undefined => {
  const kept = window.sessionStorage.getItem(`${PREFIX}${list}`)
  return kept === null ? undefined : placeIn(kept)
}

// What somebody searched for is nobody else's business.
onTokenChange(() => {
  if (readToken() === undefined) for (const key of keys()) window.sessionStorage.removeItem(key)
})

/** What tells the lists of this tab apart: the resource, and the parent below which it is listed. */
const useListKey = (resource: string): string => {
  const { pathname } = useRealLocation()
  return [resource, ...parentValues(resource, pathname)].join('/')
}

/** Keeps the place of the list on screen, and takes up the last one when somebody comes back to it. */
export const useListPlace = (): void => {
  const { resource, data } = useListContext()
  const key = useListKey(resource)
  const { search, state } = useLocation()
  const isBack = useNavigationType() === 'POP' || state?.isReturn === true
  const scroll = useRef(0)
  const isRestored = useRef(false)

  // A layout effect ends as soon as the list is out of sight: the page that waits in its place is short, and scrolls.
  useLayoutEffect(() => {
    leaveList(key, { search, scroll: scroll.current })
    const follow = () => {
      scroll.current = window.scrollY
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      leaveList(key, { search, scroll: scroll.current })
    }
  }, [key, search])

  // Read before the effect above writes: the place of the visit before this one.
  const last = useRef(placeOfList(key))
  useEffect(() => {
    if (isRestored.current || data === undefined) return
    isRestored.current = true
    if (isBack && last.current?.search === search) window.scrollTo(0, last.current.scroll)
  }, [data, isBack, search])
}

/** Goes to the list of the resource at hand, to the very place where it was left. */
export const useReturnToList = (): (() => void) => {
  const resource = useResourceContext() ?? ''
  const key = useListKey(resource)
  const navigate = useNavigate()
  const createPath = useCreatePath()
  return useCallback(() => {
    const search = placeOfList(key)?.search ?? ''
    navigate({ pathname: createPath({ resource, type: 'list' }), search }, { state: { isReturn: true } })
  }, [resource, key, navigate, createPath])
}
