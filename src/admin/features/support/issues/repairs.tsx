import Alert from '@mui/material/Alert'
import Box, { type BoxProps } from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Snackbar from '@mui/material/Snackbar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type RaRecord,
  useDataProvider,
  useListContext,
  useNavigate,
  useNotify,
  useResourceContext,
} from 'ra-core'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { ISSUE_TYPE_NAMES } from '../../../../domain/contents/link.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { ISSUE_MESSAGES, MOST_CHOSEN } from '../../../../domain/support/issue.ts'
import type { NewRepair } from '../../../../domain/support/issue-endpoints.ts'
import { formPathOf } from '../../../api/addresses.ts'
import { filterQuery } from '../../../api/data-provider.ts'
import { type Answer, ask } from '../../../api/http.ts'
import { ONLY, openingSort } from '../../../api/lists.ts'
import { canAccess, useCan, useKnownMe } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { momentText } from '../../../kit/display/dates.ts'
import type { Chosen } from '../../../kit/list/selection.tsx'
import { useQueryParameter } from '../../../kit/list/ViewToggle.tsx'
import { FROM } from '../../../kit/page/list-location.ts'
import { walkOf } from '../../../kit/page/list-walk.ts'
import { useLinkHealth } from '../../links/health.ts'

type Reported = Pick<Answer<'GET /api/issues'>[number], 'mediaId' | 'parentId' | 'issueType' | 'resource'>

/** Ids in the path of a report's content. */
export const idsOf = ({ mediaId, parentId }: Pick<Reported, 'mediaId' | 'parentId'>): string[] =>
  parentId === null ? [mediaId] : [parentId, mediaId]

/** Query that opens a content at its links, with the reported error; 'Atras' returns to the reports. */
export const reportSearch = ({ issueType }: Pick<Reported, 'issueType'>): string =>
  `?${new URLSearchParams({ [FROM]: 'issues', report: issueType })}`

export interface IssueFilters extends Omit<NewRepair, 'search' | 'count' | 'until'> {
  q?: string
  grouped?: boolean
  status?: string
}

/** The number of open reports, and the latest one at that time: later ones are excluded. */
type OpenCount = Answer<'GET /api/issues/size'>

const repairable = ({ grouped: _, status: __, ...filters }: IssueFilters) => filters

export const useOpenCount = (filters: IssueFilters, enabled = true) => useCounted(filters, 'false', enabled)

/** The exact number of reports with a status, '' for any. */
export const useCounted = (filters: IssueFilters, status: string, enabled = true) => {
  const query = filterQuery(repairable(filters))
  if (status !== '') query.set('status', status)
  return useQuery({
    queryKey: ['issues', 'open', query.toString()],
    queryFn: async ({ signal }) => {
      const size = await ask('GET /api/issues/size', { query, signal })
      if (!size.approximate) return size
      const exact = new URLSearchParams([...query, ['exact', 'true']])
      return ask('GET /api/issues/size', { query: exact, signal })
    },
    enabled,
  })
}

/** The counted reports, in the format of requests. */
const countedBody = (filters: IssueFilters, { count, until }: OpenCount) => {
  const { q, ...others } = repairable(filters)
  return { ...others, ...(q ? { search: q } : {}), count, until }
}

/** The counted reports with a status, '' for any. */
export const bodyOf = (filters: IssueFilters, status: string, counted: OpenCount) => ({
  ...countedBody(filters, counted),
  ...(status === '' ? {} : { status: status === 'true' }),
})

/** Marks exactly the counted reports as repaired. */
export const repairAll = (filters: IssueFilters, counted: OpenCount) =>
  ask('POST /api/issues/changeAllToFixes', { body: countedBody(filters, counted) })

/** The selected reports, or those of the selected groups, with the status that the list is filtered by. */
export const useChosenReports = (
  chosen: Chosen,
): { filters: IssueFilters; status: string; tooMany: string | undefined } => {
  const { filterValues } = useListContext()
  const isGrouped = useQueryParameter('view') === 'groups'
  const asked = useQueryParameter('status')
  const listed = asked === 'all' ? '' : asked || 'false'
  if (!('ids' in chosen)) return { filters: filterValues, status: listed, tooMany: undefined }
  return {
    filters: { [isGrouped ? 'groups' : 'ids']: chosen.ids },
    // A report that was chosen one by one may have been repaired in this list meanwhile.
    status: isGrouped ? listed : '',
    tooMany: chosen.ids.length > MOST_CHOSEN ? ISSUE_MESSAGES.chosen : undefined,
  }
}

/** A repair of several reports. */
export type RepairRecord = Answer<'GET /api/issues/repairs'>[number]

export const REPAIRS_PER_PAGE = 20

/** A page of recent repairs, newest first. */
export const fetchRepairs = (page: number, signal: AbortSignal): Promise<RepairRecord[]> => {
  const query = new URLSearchParams({ page: String(page), limit: String(REPAIRS_PER_PAGE) })
  return ask('GET /api/issues/repairs', { query, signal })
}

/** Marks all open reports as repaired, up to the server's latest one, without asking; the result offers to undo it. */
export const useRepairEverything = () => {
  const { show } = useRepairAlert()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const repair = async (): Promise<void> => {
    await change(async () => {
      const { count, batchId } = await ask('POST /api/issues/changeAllToFixes')
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

/** Sends one change of reports at a time, then refreshes their lists. Notifies of failures, and resolves to undefined. */
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

/** Marks the counted reports as repaired and shows the result. */
export const useRepair = (filters: IssueFilters, counted: OpenCount | undefined, onDone: () => void) => {
  const { show } = useRepairAlert()
  const { change, isBusy } = useChange('No se pudo guardar el cambio.')
  const repair = async (): Promise<void> => {
    if (counted === undefined) return
    await change(async () => {
      const { count, batchId } = await repairAll(filters, counted)
      onDone()
      show({ text: repairedText(count, counted.count), batchId })
    })
  }
  return { repair, isBusy }
}

/** Reopens the reports of a repair that were not changed since. Resolves to the result's text; undefined on failure. */
export const useUndoRepair = () => {
  const { change, isBusy } = useChange('No se pudo deshacer.')
  const undo = (id: string): Promise<string | undefined> =>
    change(async () => undoneText(await ask('POST /api/issues/repairs/:id/undo', { params: { id } })))
  return { undo, isBusy }
}

type ReportedRow = (Answer<'GET /api/issues'> | Answer<'GET /api/issues/groups'>)[number] & RaRecord

const isOpen = (row: ReportedRow): boolean => ('open' in row ? row.open > 0 : !row.status)

/** Opens the content of the next open report, in the order of the user's list. */
const useNextReport = (mediaId: string): (() => Promise<void>) => {
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const me = useKnownMe()
  return async () => {
    const opening = { sort: openingSort('issues'), filter: ONLY.issues }
    const params = walkOf('issues')?.params ?? { pagination: { page: 1, perPage: 50 }, ...opening }
    try {
      const { data } = await dataProvider.getList<ReportedRow>('issues', params)
      const at = data.findLastIndex((row) => row.mediaId === mediaId)
      const next = [...data.slice(at + 1), ...data.slice(0, at + 1)].find(
        (row) => row.mediaId !== mediaId && isOpen(row) && me && canAccess(me, 'edit', row.resource),
      )
      if (next === undefined) notify('No hay más reportes en la lista.', { type: 'info' })
      else navigate(`${formPathOf(next.resource, ...idsOf(next))}${reportSearch(next)}`)
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
    }
  }
}

interface ReportBannerProps {
  mediaId: string
  report: string
  /** Whether saving changed links marks the reports as repaired. */
  marks: boolean
  onMark: (marks: boolean) => void
}

const NAMES: Readonly<Record<string, string>> = ISSUE_TYPE_NAMES

/** Sticky next to the links, unless the window is as low as at a zoom of 400 %. */
const BANNER = {
  mb: 2,
  alignItems: 'center',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  zIndex: 'appBar',
  '@media (min-height: 600px)': { position: 'sticky', top: 60 },
  '& .MuiAlert-message': { flex: '1 1 200px', overflow: 'visible' },
} as const

/** The report about the form's content, with a link to the next report. */
export const ReportBanner = (props: ReportBannerProps) => (
  <RepairAlertProvider>
    <Banner {...props} />
    <RepairAlert sx={{ '&:not(:empty)': { mb: 2 } }} />
  </RepairAlertProvider>
)

const Banner = ({ mediaId, report, marks, onMark }: ReportBannerProps) => {
  const canModify = useCan('modify', 'issues')
  const { data: counted } = useOpenCount({ mediaId })
  const openNext = useNextReport(mediaId)
  const count = counted?.count ?? 0
  return (
    <Alert
      severity={counted?.count === 0 ? 'success' : 'warning'}
      role="region"
      aria-label="Reporte de error"
      sx={BANNER}
      action={
        <Button color="inherit" size="small" onClick={openNext}>
          Siguiente reporte
        </Button>
      }
    >
      <strong>{NAMES[report] ?? 'Error reportado'}</strong>
      {counted === undefined
        ? null
        : count === 0
          ? ' · No quedan reportes abiertos.'
          : ` · ${count === 1 ? '1 reporte abierto' : `${formatCount(count)} reportes abiertos`}`}
      <ReportedLinks mediaId={mediaId} isOpen={canModify && count > 0} />
      {canModify && count > 0 ? (
        <FormControlLabel
          label="Marcar como reparado al guardar otros enlaces"
          control={
            <Checkbox
              size="small"
              checked={marks}
              onChange={(_, checked) => onMark(checked)}
              sx={{ p: '5px' }}
            />
          }
          sx={{ display: 'flex', mt: 0.25, ml: '-5px' }}
        />
      ) : null}
    </Alert>
  )
}

interface ReportedLinksProps {
  mediaId: string
  /** Offers to mark the reports as repaired. */
  isOpen: boolean
}

/** What checks found of a reported content's links; when all work again, offers to mark its reports as repaired. */
const ReportedLinks = ({ mediaId, isOpen }: ReportedLinksProps) => {
  const { data = [] } = useLinkHealth(useResourceContext(), mediaId)
  const checked = data.filter((link) => link.checked !== null && link.deactivated === null)
  const last = checked
    .map(({ checked }) => checked ?? '')
    .sort()
    .at(-1)
  if (last === undefined) return null
  const down = checked.filter(({ verdict }) => verdict === 'down').length
  const isWell = checked.length === data.length && checked.every(({ verdict }) => verdict === 'up')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>
        {isWell && isOpen ? 'Sus enlaces responden de nuevo' : downText(down, checked.length)} ·{' '}
        {momentText(last)}
      </span>
      {isWell && isOpen ? <MarkRepaired mediaId={mediaId} /> : null}
    </Box>
  )
}

const downText = (down: number, links: number): string =>
  down === 0
    ? 'Ningún enlace caído'
    : `${formatCount(down)} de ${formatCount(links)} ${links === 1 ? 'enlace' : 'enlaces'} ${down === 1 ? 'caído' : 'caídos'}`

const MarkRepaired = ({ mediaId }: { mediaId: string }) => {
  const { data: counted } = useOpenCount({ mediaId })
  const { repair, isBusy } = useRepair({ mediaId }, counted, () => undefined)
  return (
    <Button color="inherit" size="small" variant="outlined" loading={isBusy} onClick={repair}>
      {counted?.count === 1 ? 'Marcar como reparado' : 'Marcar como reparados'}
    </Button>
  )
}

interface RepairOfferProps {
  mediaId: string
  /** Already decided: doesn't ask. */
  isDecided?: boolean
  onClose: () => void
}

/** Offers to mark a content's open reports as repaired, if there are any. */
export const RepairOffer = (props: RepairOfferProps) => (
  <RepairAlertProvider onClose={props.onClose}>
    <Offer {...props} />
  </RepairAlertProvider>
)

const Offer = ({ mediaId, isDecided = false, onClose }: RepairOfferProps) => {
  const canModify = useCan('modify', 'issues')
  const [isDone, setDone] = useState(false)
  const { data: counted } = useOpenCount({ mediaId }, canModify && !isDone)
  const { repair, isBusy } = useRepair({ mediaId }, counted, () => setDone(true))
  const isStarted = useRef(false)
  useEffect(() => {
    if (!isDecided || !counted?.count || isStarted.current) return
    isStarted.current = true
    void repair()
  })
  if (isDone)
    return (
      <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ mt: { xs: 6, sm: 5 } }}>
        <Box sx={{ boxShadow: 3, borderRadius: 1 }}>
          <RepairAlert />
        </Box>
      </Snackbar>
    )
  if (!counted?.count || isDecided) return null
  return (
    <ConfirmDialog
      open
      title={offerTitle(counted.count)}
      confirmLabel={counted.count === 1 ? 'Marcar como reparado' : 'Marcar como reparados'}
      cancelLabel="Ahora no"
      busy={isBusy}
      onConfirm={repair}
      onClose={onClose}
    >
      Sus enlaces acaban de cambiar. Si con eso quedó corregido, márquelo como reparado.
    </ConfirmDialog>
  )
}

const offerTitle = (count: number): string =>
  count === 1
    ? 'Este contenido tiene 1 reporte de error abierto'
    : `Este contenido tiene ${formatCount(count)} reportes de error abiertos`
