import { useQuery } from '@tanstack/react-query'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { Totals } from '../../../domain/credits/totals.ts'
import type { IssueType } from '../../../domain/support/issue.ts'
import { call } from '../../api/http.ts'
import { filterQuery } from '../../api/lists.ts'
import type { Me } from '../../api/session/me.ts'
import { onlyOf } from '../../features/credits/balance/figures.ts'
import { today } from '../../kit/display/dates.ts'
import { dayAfter } from '../../kit/list/FilterDays.tsx'

const FRESH_FOR = 30_000

interface IssueTotal {
  issueType: IssueType
  open: number
}

// The contract: the server answers these paths with these schemas, held to it by its own tests.
const asTotals = (json: unknown): Totals => json as Totals
const asIssueTotals = (json: unknown): IssueTotal[] => json as IssueTotal[]

/** The seven days that end today, as the filters of movements name them. */
export const thisWeek = () => ({ dateBeging: dayAfter(today(), -6), dateFinish: today() })

/** What was sold and refunded this week: the sums of the movements that /balance shows to somebody. */
export const useWeek = (me: Me) => {
  const query = filterQuery({ ...thisWeek(), ...onlyOf(me) }).toString()
  return useQuery({
    queryKey: ['license_transactions', 'totals', query],
    queryFn: async ({ signal }) =>
      asTotals((await call(`${API_PATHS.license_transactions}/totals?${query}`, { signal })).json),
    staleTime: FRESH_FOR,
  })
}

/** The open reports by type, the most frequent first. */
export const useOpenReports = () =>
  useQuery({
    queryKey: ['issues', 'totals'],
    queryFn: async ({ signal }) =>
      asIssueTotals((await call(`${API_PATHS.issues}/totals`, { signal })).json)
        .filter(({ open }) => open > 0)
        .sort((a, b) => b.open - a.open),
    staleTime: FRESH_FOR,
  })
