import { useQueryClient } from '@tanstack/react-query'
import type { GetListParams, GetListResult } from 'ra-core'
import { useToggle } from '../../../kit/list/use-toggle.ts'
import type { IssueRecord } from './issue-record.ts'

// The key of react-admin's lists: the resource, the verb, and what was asked.
const statusAsked = (key: readonly unknown[]): unknown =>
  (key[2] as GetListParams | undefined)?.filter?.status

/**
 * Marks a report as repaired or opens it again. Its row stays where it is, so that a second press hits no other
 * report, and can be taken back there; the totals follow.
 */
export const useIssueStatus = (): ((issue: IssueRecord, status: boolean) => Promise<void>) => {
  const toggle = useToggle('status')
  const queryClient = useQueryClient()
  return async (issue, status) => {
    const isSaved = await toggle(issue, status)
    if (!isSaved) return
    for (const [queryKey] of queryClient.getQueriesData<GetListResult>({ queryKey: ['issues', 'getList'] })) {
      const asked = statusAsked(queryKey)
      if (asked !== 'true' && asked !== 'false') continue
      const change = asked === String(status) ? 1 : -1
      queryClient.setQueryData<GetListResult>(
        queryKey,
        (list) => list && { ...list, total: Math.max(0, (list.total ?? 0) + change) },
      )
    }
    queryClient.invalidateQueries({
      queryKey: ['issues'],
      predicate: ({ queryKey }) => queryKey[1] !== 'getList',
    })
  }
}
