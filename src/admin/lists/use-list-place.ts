import { useCreatePath, useListContext, useLocation, useNavigate, useResourceContext } from 'ra-core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { leaveList, placeOfList } from './list-place.ts'

/** Keeps the place of the list on screen, and takes up the last one when somebody comes back to it. */
export const useListPlace = (): void => {
  const { resource, data } = useListContext()
  const { search, state } = useLocation()
  const isBack = useNavigationType() === 'POP' || state?.isReturn === true
  const scroll = useRef(0)
  const isRestored = useRef(false)

  // A layout effect ends as soon as the list is out of sight: the page that waits in its place is short, and scrolls.
  useLayoutEffect(() => {
    leaveList(resource, { search, scroll: scroll.current })
    const follow = () => {
      scroll.current = window.scrollY
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      leaveList(resource, { search, scroll: scroll.current })
    }
  }, [resource, search])

  // Read before the effect above writes: the place of the visit before this one.
  const last = useRef(placeOfList(resource))
  useEffect(() => {
    if (isRestored.current || data === undefined) return
    isRestored.current = true
    if (isBack && last.current?.search === search) window.scrollTo(0, last.current.scroll)
  }, [data, isBack, search])
}

/** Goes to the list of the resource at hand, to the very place where it was left. */
export const useReturnToList = (): (() => void) => {
  const resource = useResourceContext() ?? ''
  const navigate = useNavigate()
  const createPath = useCreatePath()
  return useCallback(() => {
    const search = placeOfList(resource)?.search ?? ''
    navigate({ pathname: createPath({ resource, type: 'list' }), search }, { state: { isReturn: true } })
  }, [resource, navigate, createPath])
}
