import { useQuery } from '@tanstack/react-query'
import { can } from '../../../domain/access/permissions.ts'
import { type FillRandom, suggestedPlatform } from '../../../domain/users/suggestions.ts'
import { ask } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { usePlatforms } from './lookups.ts'

/** Also there on pages that come over plain http, unlike other parts of the browser's cryptography. */
export const fillRandom: FillRandom = (bytes) => crypto.getRandomValues(bytes)

const LATEST = new URLSearchParams({ sort: 'dateCreate', order: 'desc', limit: '20' })

/** The platform to suggest for a new user; undefined until it is known. Without the latest users it is the first one. */
export const useSuggestedPlatform = (me: Me | undefined): string | undefined => {
  const { data: platforms } = usePlatforms()
  const { data: latest, error } = useQuery(
    {
      queryKey: ['users', 'latest'],
      queryFn: ({ signal }) => ask('GET /api/users/short', { query: LATEST, signal }),
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
