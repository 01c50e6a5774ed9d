import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '../../../domain/users/user.ts'
import { ask, type RecordOf } from '../../api/http.ts'

// Not under the key of the record: a form that is open on it must not lose what was typed when a sale is made.
const creditedQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'credited', id],
    queryFn: async ({ signal }) => creditOf(await ask('GET /api/users/:id', { params: { id }, signal })),
  })

/** The fields of a user that transactions change. */
const creditOf = ({ dateExpire, creditAmount, creditToResell, balanceToCredit }: User) => ({
  dateExpire,
  creditAmount,
  creditToResell,
  balanceToCredit,
})

/** A user with its credit after the latest transaction; with `isRefetched` it is always asked for on mount. */
export const useCredited = (user: RecordOf<'users'>, isRefetched = false): RecordOf<'users'> => {
  const { data } = useQuery({
    ...creditedQuery(user.id),
    initialData: () => creditOf(user),
    refetchOnMount: isRefetched ? 'always' : true,
  })
  return { ...user, ...data }
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

/** Invalidates balances, credits and lists after a transaction. */
export const useRefreshCredit = (): (() => void) => {
  const queryClient = useQueryClient()
  return useCallback(() => refresh(queryClient), [queryClient])
}
