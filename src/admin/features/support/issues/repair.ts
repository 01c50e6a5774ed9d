import { useQuery, useQueryClient } from '@tanstack/react-query'
import { API_PATHS } from '../../../../domain/access/resources.ts'
import type { IssueType } from '../../../../domain/support/issue.ts'
import type { MediaType } from '../../../../domain/support/media-types.ts'
import { call } from '../../../api/http.ts'
import { countOf, filterQuery, writing } from '../../../api/lists.ts'

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

/** What a repair did: how many reports it closed, and under which id that can be undone. */
export interface Repaired {
  count: number
  batchId: string | null
}

// The contract; a backend that knows no undoing gives no id.
const asBatch = (json: unknown): { batchId?: string | null } => json as { batchId?: string | null }

/** Marks as repaired the reports that were counted with the filters, and no other. */
export const repairAll = async (filters: IssueFilters, counted: OpenCount): Promise<Repaired> => {
  const body = { ...Object.fromEntries(queryOf(filters)), ...counted }
  const answer = await writing(call(`${API_PATHS.issues}/changeAllToFixes`, { method: 'POST', body }))
  return { count: countOf(answer.json).total, batchId: asBatch(answer.json).batchId ?? null }
}

/** A repair of many reports. */
export interface RepairRecord {
  _id: string
  date: string
  userName: string
  count: number
  filters: {
    issueType?: IssueType
    mediaType?: MediaType
    mediaId?: string
    dateBeging?: string
    dateFinish?: string
    search?: string
  }
  /** The content, where it was of one alone. */
  title: string | null
  undone: (Undone & { date: string; userName: string }) | null
}

/** What undoing a repair did. */
export interface Undone {
  reopened: number
  kept: number
}

// The contract: the server's own tests hold its answers to it.
const asRepairs = (json: unknown): RepairRecord[] => json as RepairRecord[]
const asUndone = (json: unknown): Undone => json as Undone

const REPAIRS = `${API_PATHS.issues}/repairs`
export const REPAIRS_PER_PAGE = 20

/** A page of the repairs of the last days, the last ones first. */
export const fetchRepairs = async (page: number, signal: AbortSignal): Promise<RepairRecord[]> =>
  asRepairs((await call(`${REPAIRS}?page=${page}&limit=${REPAIRS_PER_PAGE}`, { signal })).json)

/** Opens again what a repair closed and nobody touched since. */
export const undoRepair = async (id: string): Promise<Undone> => {
  const address = `${REPAIRS}/${encodeURIComponent(id)}/undo`
  return asUndone((await writing(call(address, { method: 'POST' }))).json)
}

/** Has everything that was read of the reports read again. */
export const useRefreshIssues = (): (() => void) => {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['issues'] })
  }
}
