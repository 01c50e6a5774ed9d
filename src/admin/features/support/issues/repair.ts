import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCount } from '../../../../domain/format/text.ts'
import type { NewRepair } from '../../../../domain/support/issue-endpoints.ts'
import { type Answer, ask } from '../../../api/client.ts'
import { filterQuery, writing } from '../../../api/lists.ts'

/** The filters of the reports at hand, as their list knows them. */
export interface IssueFilters extends Omit<NewRepair, 'search' | 'count' | 'until'> {
  q?: string
  grouped?: boolean
  status?: string
}

/** Open reports, and the last one that there was when they were counted: what comes later is none of them. */
export type OpenCount = Answer<'GET /api/issues/size'>

const repairable = ({ grouped: _, status: __, ...filters }: IssueFilters) => filters

/** How many open reports the filters find, exactly. */
export const useOpenCount = (filters: IssueFilters, enabled = true) => {
  const query = filterQuery(repairable(filters))
  query.set('status', 'false')
  return useQuery({
    queryKey: ['issues', 'open', query.toString()],
    queryFn: ({ signal }) => ask('GET /api/issues/size', { query, signal }),
    enabled,
  })
}

/** Marks as repaired the reports that were counted with the filters, and no other. */
export const repairAll = (filters: IssueFilters, counted: OpenCount) => {
  const { q, ...others } = repairable(filters)
  const body = { ...others, ...(q ? { search: q } : {}), ...counted }
  return writing(ask('POST /api/issues/changeAllToFixes', { body }))
}

/** A repair of many reports. */
export type RepairRecord = Answer<'GET /api/issues/repairs'>[number]

export const REPAIRS_PER_PAGE = 20

/** A page of the repairs of the last days, the last ones first. */
export const fetchRepairs = (page: number, signal: AbortSignal): Promise<RepairRecord[]> => {
  const query = new URLSearchParams({ page: String(page), limit: String(REPAIRS_PER_PAGE) })
  return ask('GET /api/issues/repairs', { query, signal })
}

/** Opens again what a repair closed and was not changed since. */
export const undoRepair = (id: string) =>
  writing(ask('POST /api/issues/repairs/:id/undo', { params: { id } }))

/** Invalidates everything that was read of the reports. */
export const useRefreshIssues = (): (() => void) => {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['issues'] })
  }
}

/** What the button of a filtered repair says, once its reports are counted. */
export const repairLabel = (count: number | undefined): string =>
  count === 1
    ? 'Reparar el filtrado'
    : `Reparar los ${count === undefined ? '…' : formatCount(count)} filtrados`

/** What is asked before reports are marked as repaired. */
export const repairQuestion = (count: number): string => {
  if (count === 0) return 'No hay reportes abiertos.'
  return count === 1
    ? 'Se marcará como reparado 1 reporte.'
    : `Se marcarán como reparados ${formatCount(count)} reportes.`
}

/** How many reports, in words. */
export const reportsText = (count: number): string =>
  count === 1 ? '1 reporte' : `${formatCount(count)} reportes`

/** What is said once a repair is undone. */
export const undoneText = ({ reopened, kept }: { reopened: number; kept: number }): string => {
  const done =
    reopened === 1
      ? 'Se abrió de nuevo 1 reporte.'
      : `Se abrieron de nuevo ${formatCount(reopened)} reportes.`
  if (kept === 0) return done
  return kept === 1
    ? `${done} Otro quedó como estaba: alguien lo cambió después.`
    : `${done} Otros ${formatCount(kept)} quedaron como estaban: alguien los cambió después.`
}

/** What is said once they are: fewer than were counted where others repaired some in the meantime. */
export const repairedText = (count: number, counted: number): string => {
  const done =
    count === 1
      ? 'Se marcó como reparado 1 reporte.'
      : `Se marcaron como reparados ${formatCount(count)} reportes.`
  if (count >= counted) return done
  return `${done} Los demás ya estaban reparados.`
}
