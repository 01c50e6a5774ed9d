import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../providers/query-client.ts'
import { DEFAULT_TIME_ZONE, fetchMe, type Me } from './me.ts'

const FRESH_FOR_MS = 30_000

const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: FRESH_FOR_MS,
})

/** Who is signed in, kept for half a minute and asked again when the window gets the focus. */
export const useMe = () => useQuery(meQuery, queryClient)

/** Who is signed in, for code that is no component. */
export const currentMe = (): Promise<Me> => queryClient.fetchQuery(meQuery)

/** Who is signed in as far as is known without asking. */
export const knownMe = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)

/** The service's time zone, known before the first screen is drawn. */
export const serviceZone = (): string => knownMe()?.timeZone ?? DEFAULT_TIME_ZONE
