import { useQuery, useQueryClient } from '@tanstack/react-query'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { countOf } from '../../providers/counts.ts'
import { call } from '../../providers/http.ts'
import { writing } from '../../providers/lists.ts'
import { filterQuery } from '../../providers/query.ts'

/** The filters of the reports at hand, as their list knows them. */
export type IssueFilters = Readonly<Record<string, unknown>>

/** Open reports, and the last one that there was when they were counted: what comes later is none of them. */
export interface OpenCount {
  count: number
  until: number
}

// The contract: the count of reports carries the number of the last one, held to it by the server's own tests.
const asOpenCount = (json: unknown): OpenCount => json as OpenCount

const queryOf = (filters: IssueFilters): URLSearchParams => {
  const { grouped: _, status: __, ...others } = filters
  return filterQuery(others)
}

/** How many open reports the filters find, exactly. */
export const useOpenCount = (filters: IssueFilters, enabled = true) => {
  const query = queryOf({ ...filters })
  query.set('status', 'false')
  return useQuery({
    queryKey: ['issues', 'open', query.toString()],
    queryFn: async ({ signal }) =>
      asOpenCount((await call(`${API_PATHS.issues}/size?${query}`, { signal })).json),
    enabled,
  })
}

/** Marks as repaired the reports that were counted with the filters, and no other; gives how many it changed. */
export const repairAll = async (filters: IssueFilters, counted: OpenCount): Promise<number> => {
  const body = { ...Object.fromEntries(queryOf(filters)), ...counted }
  const answer = await writing(call(`${API_PATHS.issues}/changeAllToFixes`, { method: 'POST', body }))
  return countOf(answer.json).total
}

/** Has everything that was read of the reports read again. */
export const useRefreshIssues = (): (() => void) => {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['issues'] })
  }
}
