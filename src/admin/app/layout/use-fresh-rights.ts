import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealLocation } from '../../api/router.tsx'
import { refreshMe, useMe } from '../../api/session/identity.ts'

const useRefreshAtEachAddress = (): void => {
  const { pathname } = useRealLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    refreshMe()
  }, [pathname])
}

/** What react-admin keeps of canAccess was answered for the rights before. */
const useForgetOldAnswers = (): void => {
  const { data: me } = useMe()
  const queryClient = useQueryClient()
  const role = me?.role
  const routeAccess = me?.routeAccess
  const answeredFor = useRef({ role, routeAccess })
  useEffect(() => {
    const before = answeredFor.current
    answeredFor.current = { role, routeAccess }
    if (before.role === undefined || (before.role === role && before.routeAccess === routeAccess)) return
    queryClient.invalidateQueries({ queryKey: ['auth'] })
  }, [queryClient, role, routeAccess])
}

/**
 * Keeps menus and buttons at what the profile allows now: it is asked again at each new address. Not by the clock:
 * that would keep the session of an unattended browser alive.
 */
export const useFreshRights = (): void => {
  useRefreshAtEachAddress()
  useForgetOldAnswers()
}
