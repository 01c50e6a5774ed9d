import { useQuery } from '@tanstack/react-query'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { IssueType } from '../../../domain/support/issue.ts'
import { call } from '../../api/http.ts'
import type { Me } from '../../api/session/me.ts'
import { countedFor, totalsQuery } from '../../features/credits/stats.ts'
import { today } from '../../kit/display/dates.ts'
import { dayAfter } from '../../kit/list/FilterDays.tsx'

const FRESH_FOR = 30_000

interface IssueTotal {
  issueType: IssueType
  open: number
}

// The contract: the server answers this path with this schema, held to it by its own tests.
const asIssueTotals = (json: unknown): IssueTotal[] => json as IssueTotal[]

/** The seven days that end today, as the filters of movements name them. */
export const thisWeek = () => ({ dateBeging: dayAfter(today(), -6), dateFinish: today() })

/** The sums of this week's transactions, as /balance counts them for the current user. */
export const useWeek = (me: Me) =>
  useQuery({ ...totalsQuery({ ...thisWeek(), ...countedFor(me) }), staleTime: FRESH_FOR })

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
