import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Action, can, canOpen, type Principal } from '../../domain/access/permissions.ts'
import { ROUTES, type View } from '../../domain/access/routes.ts'
import { isResource } from '../../domain/registry.ts'
import type { Me } from '../../domain/users/endpoints.ts'
import { ask, createEvent, onForbidden } from './http.ts'
import { queryClient, refreshOutdated } from './query-client.ts'

export type { Me }

/** The service's time zone until the server has told it. */
const DEFAULT_TIME_ZONE = 'America/Santo_Domingo'

const QUERY_KEY = ['me']

const meQuery = queryOptions({
  queryKey: QUERY_KEY,
  queryFn: ({ signal }) => ask('GET /api/users/me', { signal }),
  staleTime: refreshOutdated('/api/users/me', 'session', QUERY_KEY),
  refetchOnWindowFocus: 'always',
})

onForbidden(() => void queryClient.invalidateQueries({ queryKey: QUERY_KEY }))

/** Asks again who is signed in where the answer is too old. */
export const refreshMe = (): void => void queryClient.prefetchQuery(meQuery)

/**
 * Who is signed in: asked again when any answer shows that rights or balance have changed, after a 403, and when the
 * window gets the focus.
 */
export const useMe = () => useQuery(meQuery, queryClient)

/** Who is signed in, outside of components. */
export const currentMe = (): Promise<Me> => queryClient.fetchQuery(meQuery)

/** Who is signed in, if it is cached. */
export const knownMe = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)

const changed = createEvent()
let last: Me | undefined
// Queries also tell of their observers, while components are drawn.
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== QUERY_KEY[0]) return
  const now = knownMe()
  if (now === last) return
  last = now
  changed.emit()
})

/** Who is signed in, if it is cached; for parts that a page has hundreds of, where `useMe` is too slow. */
export const useKnownMe = (): Me | undefined => useSyncExternalStore(changed.watch, knownMe)

/** The service's time zone, known before the first screen is drawn. */
export const serviceZone = (): string => knownMe()?.timeZone ?? DEFAULT_TIME_ZONE

/**
 * Whether the current user can do something, by the cached profile: without waiting, since a button that appears later
 * moves the ones beside it under the pointer. Actions are those of `canAccess`.
 */
export const useCan = (action: string, resource: string): boolean => {
  const me = useKnownMe()
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
 * Whether a principal can do what react-admin asks: `list`, `create` and `edit` open the screen of that row, as the
 * access rule says; `register`, `modify` and `delete` are the profile's flags.
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
