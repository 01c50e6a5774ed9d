import { queryOptions, useQuery } from '@tanstack/react-query'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { Role } from '../../../domain/access/roles.ts'
import { platformLabel } from '../../../domain/users/platforms.ts'
import { call } from '../../api/http.ts'
import { countOf } from '../../api/lists.ts'
import { queryClient } from '../../api/query-client.ts'

export interface Choice {
  id: string
  name: string
}

/** A profile as forms offer it, with the role that it gives. */
export interface ProfileChoice extends Choice {
  role: Role
  /** Its users may use the web. */
  accessWeb: boolean
  /** The person who asks may give it to others. */
  isAssignable: boolean
  /** The person who asks stands above its users. */
  isBelow: boolean
}

const FRESH_FOR_MS = 60_000
const MOST_PROFILES = 100

interface WireProfile {
  _id: string
  name: string
  role: Role
  accessWeb?: boolean
  assignable?: boolean
  below?: boolean
}

// The contract: names of profiles and of platforms are there for everyone signed in.
const asProfiles = (json: unknown): WireProfile[] => json as WireProfile[]
const asNames = (json: unknown): string[] => json as string[]

const profilesQuery = queryOptions({
  queryKey: ['profiles', 'names'],
  queryFn: async ({ signal }) => {
    const { json } = await call(`${API_PATHS.profiles}?limit=${MOST_PROFILES}`, { signal })
    return asProfiles(json).map(
      ({ _id, name, role, accessWeb = false, assignable = true, below = true }): ProfileChoice => ({
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

const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) => {
    const { json } = await call('/api/lookups/platforms', { signal })
    return asNames(json).map((id): Choice => ({ id, name: platformLabel(id) }))
  },
  staleTime: FRESH_FOR_MS,
})

const expiredDemosQuery = queryOptions({
  queryKey: ['users', 'expired-demos'],
  queryFn: async ({ signal }) =>
    countOf((await call(`${API_PATHS.users}/demo/expired`, { signal })).json).total,
  staleTime: 0,
})

/** The profiles by name, kept for a minute. */
export const useProfiles = () => useQuery(profilesQuery, queryClient)

/** The applications that users come from, kept for a minute. */
export const usePlatforms = () => useQuery(platformsQuery, queryClient)

/** How many demo users have expired; asked anew whenever `enabled` turns true. */
export const useExpiredDemos = (enabled: boolean) => useQuery({ ...expiredDemosQuery, enabled }, queryClient)
