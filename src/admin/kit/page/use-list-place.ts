import { useCreatePath, useListContext, useLocation, useNavigate, useResourceContext } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { parentValues } from '../../api/addresses.ts'
import { useRealLocation } from '../../api/router.tsx'
import { leaveList, placeOfList } from './list-place.ts'

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
