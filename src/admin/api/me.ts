import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Action, can, canOpen, type Principal } from '../../domain/access/permissions.ts'
import { ROUTES, type View } from '../../domain/access/routes.ts'
import { isResource } from '../../domain/registry.ts'
import type { Me } from '../../domain/users/endpoints.ts'
import { createEvent, onForbidden, request } from './http.ts'
import { queryClient, refreshOutdated } from './query-client.ts'

export type { Me }

/** The service's time zone until the server has sent it. */
const DEFAULT_TIME_ZONE = 'America/Santo_Domingo'

const QUERY_KEY = ['me']

const meQuery = queryOptions({
  queryKey: QUERY_KEY,
  queryFn: ({ signal }) => request('GET /api/users/me', { signal }),
  staleTime: refreshOutdated('/api/users/me', 'session', QUERY_KEY),
  refetchOnWindowFocus: 'always',
})

onForbidden(() => void queryClient.invalidateQueries({ queryKey: QUERY_KEY }))

/** Refetches the current user if the cached data are too old. */
export const refreshMe = (): void => void queryClient.prefetchQuery(meQuery)

/**
 * The current user: refetched when a response shows that rights or balance have changed, after a 403, and on window
 * focus.
 */
export const useMe = () => useQuery(meQuery, queryClient)

/** The current user, outside components. */
export const currentMe = (): Promise<Me> => queryClient.fetchQuery(meQuery)

/** The current user, if cached. */
export const cachedMe = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)

const changed = createEvent()
let last: Me | undefined
// The cache also emits events of observers, during rendering.
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== QUERY_KEY[0]) return
  const now = cachedMe()
  if (now === last) return
  last = now
  changed.emit()
})

/** The current user, if cached; for parts rendered hundreds of times, where `useMe` is too slow. */
export const useCachedMe = (): Me | undefined => useSyncExternalStore(changed.watch, cachedMe)

/** The service's time zone; known before the first screen is rendered. */
export const serviceZone = (): string => cachedMe()?.timeZone ?? DEFAULT_TIME_ZONE

/**
 * True if the current user may do something, by the cached profile: synchronous, because a button that appears later
 * would shift its neighbours under the pointer. Actions as in `canAccess`.
 */
export const useCan = (action: string, resource: string): boolean => {
  const me = useCachedMe()
  return me !== undefined && canAccess(me, action, resource)
}

const SCREENS: Readonly<Record<string, View>> = { list: 'list', create: 'create', edit: 'edit', show: 'edit' }
const ACTIONS: Readonly<Record<string, Action>> = {
  read: 'read',
  export: 'read',
  register: 'create',
  modify: 'update',
  delete: 'delete',
}

/**
 * True if a principal may perform a react-admin action: `list`, `create` and `edit` open the corresponding screen;
 * `register`, `modify` and `delete` are the profile's flags.
 */
export const canAccess = (principal: Principal, action: string, resource: string): boolean => {
  if (!isResource(resource)) return false
  const view = SCREENS[action]
  if (view !== undefined) {
    const row = ROUTES.find((route) => route.resource === resource && route.view === view)
    return row === undefined ? can(principal, 'read', resource) : canOpen(principal, row)
  }
  const required = ACTIONS[action]
  return required !== undefined && can(principal, required, resource)
}
