import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { DEFAULT_TIME_ZONE, fetchMe, type Me } from './me.ts'
import { onForbidden } from './rights.ts'

const FRESH_FOR_MS = 30_000
/** A younger answer is not asked for again at a new address: nodes may differ by as much (rule S10). */
const JUST_ASKED_MS = 2000

const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: FRESH_FOR_MS,
  refetchOnWindowFocus: 'always',
})

onForbidden(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }))

/** Asks again who is signed in, unless that was just asked: the profile may have changed meanwhile. */
export const refreshMe = (): void => {
  void queryClient.prefetchQuery({ ...meQuery, staleTime: JUST_ASKED_MS })
}

/** Who is signed in: asked again at each new address, after a refusal, and when the window gets the focus. */
export const useMe = () => useQuery(meQuery, queryClient)

/** Who is signed in, for code that is no component. */
export const currentMe = (): Promise<Me> => queryClient.fetchQuery(meQuery)

/** Who is signed in as far as is known without asking. */
export const knownMe = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)

/** The service's time zone, known before the first screen is drawn. */
export const serviceZone = (): string => knownMe()?.timeZone ?? DEFAULT_TIME_ZONE
