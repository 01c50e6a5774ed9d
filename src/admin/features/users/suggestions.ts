import { useQuery } from '@tanstack/react-query'
import { can } from '../../../domain/access/permissions.ts'
import { type FillRandom, suggestedPlatform } from '../../../domain/users/suggestions.ts'
import { request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { usePlatforms } from './lookups.ts'

/** Available on plain http too, unlike other browser cryptography. */
export const fillRandom: FillRandom = (bytes) => crypto.getRandomValues(bytes)

const LATEST = new URLSearchParams({ sort: 'dateCreate', order: 'desc', limit: '20' })

/** The suggested platform of a new user; undefined while loading. The first one if the latest users can't be loaded. */
export const useSuggestedPlatform = (me: Me | undefined): string | undefined => {
  const { data: platforms } = usePlatforms()
  const { data: latest, error } = useQuery(
    {
      queryKey: ['users', 'latest'],
      queryFn: ({ signal }) => request('GET /api/users/short', { query: LATEST, signal }),
      enabled: me !== undefined && can(me, 'read', 'users'),
    },
    queryClient,
  )
  if (me === undefined || platforms === undefined) return undefined
  const isKnown = latest !== undefined || error !== null || !can(me, 'read', 'users')
  if (!isKnown) return undefined
  return suggestedPlatform(
    me.name,
    latest ?? [],
    platforms.map(({ id }) => id),
  )
}
