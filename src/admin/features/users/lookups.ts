import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Role } from '../../../domain/access/permissions.ts'
import { API_PATHS } from '../../../domain/registry.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import type { Person } from '../../../domain/users/authority.ts'
import type { User } from '../../../domain/users/user.ts'
import { onWritten, request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'

export interface Choice {
  id: string
  name: string
}

/** A selectable profile, with its role. */
export interface ProfileChoice extends Choice {
  role: Role
  /** Its users may sign in to the web. */
  accessWeb: boolean
  /** The current user may assign it. */
  isAssignable: boolean
  /** The current user has authority over its users. */
  isBelow: boolean
}

const FRESH_FOR_MS = 300_000
const MAX_PROFILES = 100

const PROFILES_QUERY = new URLSearchParams({ limit: String(MAX_PROFILES) })

const profilesQuery = queryOptions({
  queryKey: ['profiles', 'names'],
  queryFn: async ({ signal }) => {
    const profiles = await request('GET /api/profiles', { query: PROFILES_QUERY, signal })
    return profiles.map(
      ({ _id, name, role, accessWeb, assignable, below }): ProfileChoice => ({
        id: _id,
        name,
        role,
        accessWeb,
        isAssignable: assignable,
        isBelow: below,
      }),
    )
  },
  staleTime: FRESH_FOR_MS,
})

onWritten((path) => {
  if (path.startsWith(API_PATHS.profiles)) void queryClient.invalidateQueries(profilesQuery)
})

const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) => {
    const platforms = await request('GET /api/lookups/platforms', { signal })
    return platforms.map((id): Choice => ({ id, name: platformLabel(id) }))
  },
  // Part of the server's configuration, so constant.
  staleTime: Number.POSITIVE_INFINITY,
})

/** The profiles by name, cached until this browser changes one, for five minutes at most. */
export const useProfiles = () => useQuery(profilesQuery, queryClient)

/** Explains a chosen profile without web access. */
export const accessHelp = (profiles: readonly ProfileChoice[], profileId: unknown): string =>
  profiles.some(({ id, accessWeb }) => id === profileId && !accessWeb)
    ? 'Con este perfil no se puede iniciar sesión en la web.'
    : ''

/** The applications that users come from. */
export const usePlatforms = () => useQuery(platformsQuery, queryClient)

/** The current user as needed by the rules of authority. */
export const toActor = ({ _id, role, routeAccess }: Me): Person => ({ id: _id, role, routeAccess })

/**
 * A user as needed by the rules of authority. Few users can read profiles' grants: for each profile the server tells
 * whether the current user has authority over its users; other users count as peers.
 */
export const usePerson = (me: Me | undefined, user: User): Person => {
  const { data: profiles = [] } = useProfiles()
  return toPerson(me, user, profiles)
}

/** `usePerson` for the rows of a list, with the profiles loaded once. */
export const toPerson = (
  me: Me | undefined,
  { _id, role, profile }: User,
  profiles: readonly ProfileChoice[],
): Person => {
  const isPeer = role === me?.role && profiles.some(({ id, isBelow }) => id === profile && !isBelow)
  return { id: _id, role, routeAccess: isPeer ? me.routeAccess : [] }
}
