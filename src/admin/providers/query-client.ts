import { QueryClient } from '@tanstack/react-query'
import { API_PATHS } from '../../domain/access/resources.ts'
import { onTokenChange, readToken } from '../session/token.ts'
import { ApiError } from './api-error.ts'

const FRESH_FOR_MS = 10_000

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504)

/** What the admin has read, shared by react-admin and the session; a signed-out browser keeps none of it. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => count < 1 && isPassing(error), retryDelay: 500 } },
})

// Data alone: a fresh time on everything would hold react-admin's permission queries back too.
for (const resource of Object.keys(API_PATHS))
  queryClient.setQueryDefaults([resource], { staleTime: FRESH_FOR_MS })

let known = readToken()
onTokenChange(() => {
  const token = readToken()
  if (token === known) return
  known = token
  if (token === undefined) queryClient.clear()
  // Somebody else signed in, in another tab: what is on screen is asked for again as them.
  else void queryClient.resetQueries()
})
