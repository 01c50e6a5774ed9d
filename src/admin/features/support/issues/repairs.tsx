import Alert from '@mui/material/Alert'
import Box, { type BoxProps } from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { ISSUE_MESSAGES, MAX_CHOSEN } from '../../../../domain/support/issue.ts'
import type { NewRepair } from '../../../../domain/support/issue-endpoints.ts'
import { filterQuery } from '../../../api/data-provider.ts'
import { type ResponseBody, request } from '../../../api/http.ts'
import { useRowPatch } from '../../../kit/list/change-field.ts'
import type { SelectedRecords } from '../../../kit/list/selection.tsx'
import { useQueryParameter } from '../../../kit/list/ViewToggle.tsx'
import { FROM } from '../../../kit/page/list-location.ts'
import { clearChanged, markChanged } from '../../../kit/page/recently-changed.ts'

type ReportedContent = Pick<
  ResponseBody<'GET /api/issues'>[number],
  'mediaId' | 'parentId' | 'issueType' | 'resource'
>

/** Ids in the path of a report's content. */
export const contentIds = ({ mediaId, parentId }: Pick<ReportedContent, 'mediaId' | 'parentId'>): string[] =>
  parentId === null ? [mediaId] : [parentId, mediaId]

/** Query that opens a content at its links, with the reported error; 'Atras' returns to the reports. */
export const reportSearch = ({ issueType }: Pick<ReportedContent, 'issueType'>): string =>
  `?${new URLSearchParams({ [FROM]: 'issues', report: issueType })}`

export interface IssueFilters extends Omit<NewRepair, 'search' | 'count' | 'until'> {
  q?: string
  grouped?: boolean
  status?: string
}

/** The number of open reports, and the latest one at that time: later ones are excluded. */
export type OpenCount = ResponseBody<'GET /api/issues/size'>

const repairFilters = ({ grouped: _, status: __, ...filters }: IssueFilters) => filters

export const useOpenCount = (filters: IssueFilters, enabled = true) =>
  useReportCount(filters, 'false', enabled)

const countQuery = (filters: IssueFilters, status: string): URLSearchParams => {
  const query = filterQuery(repairFilters(filters))
  if (status !== '') query.set('status', status)
  return query
}

const readCount = async (query: URLSearchParams, signal?: AbortSignal): Promise<OpenCount> => {
  const size = await request('GET /api/issues/size', { query, signal })
  if (!size.approximate) return size
  return request('GET /api/issues/size', {
    query: new URLSearchParams([...query, ['exact', 'true']]),
    signal,
  })
}

/** The exact number of reports with a status, '' for any. */
export const countReports = (filters: IssueFilters, status: string) => readCount(countQuery(filters, status))

export const useReportCount = (filters: IssueFilters, status: string, enabled = true) => {
  const query = countQuery(filters, status)
  return useQuery({
    queryKey: ['issues', 'open', query.toString()],
    queryFn: ({ signal }) => readCount(query, signal),
    enabled,
  })
}

/** The open reports of one kind about a content: a group of reports. */
export type OpenKind = Pick<ResponseBody<'GET /api/issues/groups'>[number], '_id' | 'issueType' | 'open'>

/** The kinds of a content's open reports. */
export const fetchOpenKinds = (mediaId: string, signal?: AbortSignal): Promise<OpenKind[]> => {
  const query = new URLSearchParams({ mediaId, status: 'false', sort: 'open', order: 'desc' })
  return request('GET /api/issues/groups', { query, signal })
}

export const useOpenKinds = (mediaId: string, enabled = true) =>
  useQuery({
    queryKey: ['issues', 'kinds', mediaId],
    queryFn: ({ signal }) => fetchOpenKinds(mediaId, signal),
    enabled,
  })

/** The ids of the groups of some kinds. */
export const groupIds = (kinds: readonly OpenKind[], issueTypes: readonly string[]): string[] =>
  kinds.filter(({ issueType }) => issueTypes.includes(issueType)).map(({ _id }) => _id)

/** The counted reports, in the format of requests. */
const countedBody = (filters: IssueFilters, { count, until }: OpenCount) => {
  const { q, ...others } = repairFilters(filters)
  return { ...others, ...(q ? { search: q } : {}), count, until }
}

/** The counted reports with a status, '' for any. */
export const requestBody = (filters: IssueFilters, status: string, counted: OpenCount) => ({
  ...countedBody(filters, counted),
  ...(status === '' ? {} : { status: status === 'true' }),
})

/** Marks exactly the counted reports as repaired. */
export const repairAll = (filters: IssueFilters, counted: OpenCount) =>
  request('POST /api/issues/changeAllToFixes', { body: countedBody(filters, counted) })

/** Starts answering exactly the counted reports with a status, '' for any; resolves to the batch. */
export const answerAll = async (
  filters: IssueFilters,
  status: string,
  counted: OpenCount,
  answer: { text: string; repair: boolean },
): Promise<string> => {
  const body = { ...requestBody(filters, status, counted), ...answer }
  return (await request('POST /api/issues/answers', { body })).batch
}

export const isBlank = (text: string): boolean => text.trim() === ''

/**
 * Marks exactly the counted reports as repaired and, unless the answer is blank, answers them in the same batch: its end
 * is announced, and the result is undefined.
 */
export const repairAndAnswer = async (
  filters: IssueFilters,
  counted: OpenCount,
  answer: string,
): Promise<Result | undefined> => {
  if (!isBlank(answer)) {
    await answerAll(filters, 'false', counted, { text: answer, repair: true })
    return undefined
  }
  const { count, batchId } = await repairAll(filters, counted)
  return { text: repairedText(count, counted.count), batchId }
}

/** The selected reports, or those of the selected groups, with the status that the list is filtered by. */
export const useSelectedReports = (
  selected: SelectedRecords,
): { filters: IssueFilters; status: string; tooMany: string | undefined } => {
  const { filterValues } = useListContext()
  const isGrouped = useQueryParameter('view') === 'groups'
  const requested = useQueryParameter('status')
  const listed = requested === 'all' ? '' : requested || 'false'
  if (!('ids' in selected)) return { filters: filterValues, status: listed, tooMany: undefined }
  return {
    filters: { [isGrouped ? 'groups' : 'ids']: selected.ids },
    // A report that was chosen one by one may have been repaired in this list meanwhile.
    status: isGrouped ? listed : '',
    tooMany: selected.ids.length > MAX_CHOSEN ? ISSUE_MESSAGES.chosen : undefined,
  }
}

/** A repair of several reports. */
export type RepairRecord = ResponseBody<'GET /api/issues/repairs'>[number]

export const REPAIRS_PER_PAGE = 20

/** A page of recent repairs, newest first. */
export const fetchRepairs = (page: number, signal: AbortSignal): Promise<RepairRecord[]> => {
  const query = new URLSearchParams({ page: String(page), limit: String(REPAIRS_PER_PAGE) })
  return request('GET /api/issues/repairs', { query, signal })
}

/** Marks all open reports as repaired, up to the server's latest one, without asking; the result offers to undo it. */
export const useRepairEverything = () => {
  const { show } = useRepairAlert()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const repair = async (): Promise<void> => {
    await change(async () => {
      const { count, batchId } = await request('POST /api/issues/changeAllToFixes')
      show({ text: count === 0 ? NONE_OPEN : repairedText(count, count), batchId })
    })
  }
  return { repair, isBusy }
}

export const repairLabel = (count: number | undefined): string =>
  count === 1
    ? 'Reparar el filtrado'
    : `Reparar los ${count === undefined ? '…' : formatCount(count)} filtrados`

const NONE_OPEN = 'No hay reportes abiertos.'

export const repairQuestion = (count: number): string => {
  if (count === 0) return NONE_OPEN
  return count === 1
    ? 'Se marcará como reparado 1 reporte.'
    : `Se marcarán como reparados ${formatCount(count)} reportes.`
}

export const reportsText = (count: number): string =>
  count === 1 ? '1 reporte' : `${formatCount(count)} reportes`

/** Fewer are repaired than counted if other users repaired some in the meantime. */
export const repairedText = (count: number, counted: number): string => {
  const done =
    count === 1
      ? 'Se marcó como reparado 1 reporte.'
      : `Se marcaron como reparados ${formatCount(count)} reportes.`
  if (count >= counted) return done
  return `${done} Los demás ya estaban reparados.`
}

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

interface Result {
  text: string
  /** The repair to undo. */
  batchId: string | null
}

interface ShownResult {
  result: Result | undefined
  show: (result: Result) => void
  close: () => void
}

const ResultContext = createContext<ShownResult | undefined>(undefined)

export const useRepairAlert = (): ShownResult => {
  const shown = useContext(ResultContext)
  if (shown === undefined) throw new Error('There is no RepairAlertProvider around')
  return shown
}

interface RepairAlertProviderProps {
  children: ReactNode
  onClose?: () => void
}

/** Provides the result of the last repair to a `RepairAlert`. */
export const RepairAlertProvider = ({ children, onClose }: RepairAlertProviderProps) => {
  const [result, setResult] = useState<Result>()
  const shown = useMemo(
    () => ({
      result,
      show: setResult,
      close: () => {
        setResult(undefined)
        onClose?.()
      },
    }),
    [result, onClose],
  )
  return <ResultContext value={shown}>{children}</ResultContext>
}

/**
 * The result of the last repair, with undo. Stays until closed: no time limit (WCAG 2.2.1), and unlike react-admin's
 * notifications, clicks elsewhere don't close it.
 */
export const RepairAlert = ({ sx }: Pick<BoxProps, 'sx'>) => {
  const { result, show, close } = useRepairAlert()
  const { undo, isBusy } = useUndoRepair()
  const takeBack = async (batchId: string): Promise<void> => {
    const text = await undo(batchId)
    if (text !== undefined) show({ text, batchId: null })
  }
  const batchId = result?.batchId ?? null
  return (
    <Box role="status" sx={sx}>
      {result === undefined ? null : (
        <Alert
          severity="success"
          role="presentation"
          sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
          action={
            <>
              {batchId === null ? null : (
                <Button color="inherit" size="small" loading={isBusy} onClick={() => takeBack(batchId)}>
                  Deshacer
                </Button>
              )}
              <Button color="inherit" size="small" onClick={close}>
                Cerrar
              </Button>
            </>
          }
        >
          {result.text}
        </Alert>
      )}
    </Box>
  )
}

/**
 * Sends one change of reports at a time, then refreshes their lists. Notifies of failures, and resolves to undefined.
 */
export const useChange = (failed: string) => {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async <Result,>(send: () => Promise<Result>): Promise<Result | undefined> => {
    if (isBusy) return undefined
    setBusy(true)
    try {
      return await send()
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : failed, { type: 'error' })
      return undefined
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['issues'] })
    }
  }
  return { change, isBusy }
}

/** Keeps a row in the list with its changes, also if it no longer matches the filters: the focus stays on it. */
export const useKeepRow = () => {
  const patch = useRowPatch()
  return (id: string, changes: object): void => {
    patch(['issues', 'getList'], { id }, changes)
    markChanged('issues', id)
  }
}

/** Marks the counted reports as repaired, with an answer unless it is blank, and shows the result. */
export const useRepair = (
  filters: IssueFilters,
  counted: OpenCount | undefined,
  onDone: () => void,
  answer = '',
) => {
  const { show } = useRepairAlert()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const repair = async (): Promise<void> => {
    if (counted === undefined) return
    await change(async () => {
      const result = await repairAndAnswer(filters, counted, answer)
      onDone()
      if (result) show(result)
    })
  }
  return { repair, isBusy }
}

/** Reopens the reports of a repair that were not changed since. Resolves to the result's text; undefined on failure. */
export const useUndoRepair = () => {
  const { change, isBusy } = useChange('No se pudo deshacer.')
  const undo = (id: string): Promise<string | undefined> =>
    change(async () => {
      const undone = await request('POST /api/issues/repairs/:id/undo', { params: { id } })
      clearChanged('issues')
      return undoneText(undone)
    })
  return { undo, isBusy }
}
