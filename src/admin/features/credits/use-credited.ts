import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { call } from '../../api/http.ts'
import type { UserRecord } from '../../api/user-record.ts'

/** What sales change of a user. */
export type Credited = Pick<UserRecord, 'dateExpire' | 'creditAmount' | 'creditToResell' | 'balanceToCredit'>

// The contract: a user of the API carries its credit.
const asCredited = (json: unknown): Credited => json as Credited

// Not under the key of the record: a form that is open on it must not lose what was typed when a sale is made.
const creditedQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'credited', id],
    queryFn: async ({ signal }) =>
      asCredited((await call(`${API_PATHS.users}/${encodeURIComponent(id)}`, { signal })).json),
  })

const creditOf = ({ dateExpire, creditAmount, creditToResell, balanceToCredit }: Credited): Credited => ({
  dateExpire,
  creditAmount,
  creditToResell,
  balanceToCredit,
})

/** A user with its credit as it stands after the latest sale; `isReadAnew` asks for it at once. */
export const useCredited = (user: UserRecord, isReadAnew = false): UserRecord => {
  const { data } = useQuery({
    ...creditedQuery(user.id),
    initialData: () => creditOf(user),
    refetchOnMount: isReadAnew ? 'always' : true,
  })
  return { ...user, ...creditOf(data) }
}

const refresh = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: ['me'] })
  void queryClient.invalidateQueries({ queryKey: ['license_transactions'] })
  void queryClient.invalidateQueries({
    queryKey: ['users'],
    predicate: ({ queryKey }) => queryKey[1] !== 'getOne',
  })
  void queryClient.invalidateQueries({ queryKey: ['users', 'getOne'], refetchType: 'none' })
}

/** Reads balances, credits and lists anew: something moved. */
export const useRefreshCredit = (): (() => void) => {
  const queryClient = useQueryClient()
  return useCallback(() => refresh(queryClient), [queryClient])
}
