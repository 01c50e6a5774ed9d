import { queryOptions, useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import type { Summary } from '../../../domain/credits/totals.ts'
import { typeNumber } from '../../../domain/credits/transaction.ts'
import { gatherDays } from '../../../domain/format/periods.ts'
import type { User } from '../../../domain/users/user.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { request } from '../../api/http.ts'

type Filter = Readonly<Record<string, unknown>>

/** The transactions that count for a user: an agent's own sales, everything in scope for the others. */
export const countedFilter = ({ _id, role }: Pick<User, '_id' | 'role'>): Filter => ({
  status: 'PROCESSED',
  ...(role === 'agent' ? { type: typeNumber('SALE'), userCreated: _id } : {}),
})

const totalsQuery = (filter: Filter) => {
  const query = filterQuery(filter)
  return queryOptions({
    queryKey: ['license_transactions', 'totals', query.toString()],
    queryFn: ({ signal }) => request('GET /api/license_transactions/totals', { query, signal }),
  })
}

const useListFilter = (only: Filter): Filter => ({ ...useListContext().filterValues, ...only })

/** Totals of the surrounding list's transactions. */
export const useTotals = (only: Filter) =>
  useQuery({ ...totalsQuery(useListFilter(only)), placeholderData: (before) => before })

/** Their sales and refunds by day and by seller. */
export const useSummary = (only: Filter) => {
  const query = filterQuery(useListFilter(only))
  return useQuery({
    queryKey: ['license_transactions', 'summary', query.toString()],
    queryFn: ({ signal }) => request('GET /api/license_transactions/summary', { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Sales and refunds by day, or by month for long ranges. */
export const salesByPeriod = ({ days }: Summary) =>
  gatherDays(days, (one, other) => ({
    day: one.day,
    sales: one.sales + other.sales,
    refunds: one.refunds + other.refunds,
  }))
