import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { API_PATHS } from '../../../../domain/access/resources.ts'
import type { Totals } from '../../../../domain/credits/totals.ts'
import { typeNumber } from '../../../../domain/credits/transaction.ts'
import { gatherDays } from '../../../../domain/format/periods.ts'
import { call } from '../../../api/http.ts'
import { filterQuery } from '../../../api/lists.ts'
import type { Me } from '../../../api/session/me.ts'

/** Sales and refunds of one day or of one seller, in the currency. */
interface Amounts {
  sales: number
  refunds: number
}

export interface Summary {
  days: (Amounts & { day: string })[]
  sellers: (Amounts & { userCreated: string; userCreatedName: string })[]
}

/** Sales and refunds by day, or by month where the days are too many. */
export const periodsOf = ({ days }: Summary) =>
  gatherDays(days, (one, other) => ({
    day: one.day,
    sales: one.sales + other.sales,
    refunds: one.refunds + other.refunds,
  }))

/** Agents see their own sales alone; the others whatever lies in their scope. Only what was processed counts. */
export const onlyOf = ({ _id, role }: Pick<Me, '_id' | 'role'>): Record<string, unknown> => ({
  status: 'PROCESSED',
  ...(role === 'agent' ? { type: typeNumber('SALE'), userCreated: _id } : {}),
})

// The contract: the server answers these paths with these schemas, held to it by its own tests.
const asTotals = (json: unknown): Totals => json as Totals
const asSummary = (json: unknown): Summary => json as Summary

const useFigures = <T>(name: 'totals' | 'summary', only: object, as: (json: unknown) => T) => {
  const { filterValues } = useListContext()
  const query = filterQuery({ ...filterValues, ...only }).toString()
  return useQuery({
    queryKey: ['license_transactions', name, query],
    queryFn: async ({ signal }) =>
      as((await call(`${API_PATHS.license_transactions}/${name}?${query}`, { signal })).json),
    placeholderData: (before) => before,
  })
}

/** The sums of the movements that the list at hand shows. */
export const useTotals = (only: object) => useFigures('totals', only, asTotals)

/** Its sales and refunds by day and by seller. */
export const useSummary = (only: object) => useFigures('summary', only, asSummary)
