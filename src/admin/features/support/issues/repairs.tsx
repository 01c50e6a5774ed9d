import Alert from '@mui/material/Alert'
import Box, { type BoxProps } from '@mui/material/Box'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { formatCount } from '../../../../domain/format/text.ts'
import type { NewRepair } from '../../../../domain/support/issue-endpoints.ts'
import { filterQuery } from '../../../api/data-provider.ts'
import { type Answer, ask } from '../../../api/http.ts'
import { useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'

/** Filters of the list of reports. */
export interface IssueFilters extends Omit<NewRepair, 'search' | 'count' | 'until'> {
  q?: string
  grouped?: boolean
  status?: string
}

/** The number of open reports, and the last one at that moment: later ones do not count. */
type OpenCount = Answer<'GET /api/issues/size'>

const repairable = ({ grouped: _, status: __, ...filters }: IssueFilters) => filters

export const useOpenCount = (filters: IssueFilters, enabled = true) => {
  const query = filterQuery(repairable(filters))
  query.set('status', 'false')
  return useQuery({
    queryKey: ['issues', 'open', query.toString()],
    queryFn: ({ signal }) => ask('GET /api/issues/size', { query, signal }),
    enabled,
  })
}

/** Marks exactly the counted reports as repaired. */
export const repairAll = (filters: IssueFilters, counted: OpenCount) => {
  const { q, ...others } = repairable(filters)
  const body = { ...others, ...(q ? { search: q } : {}), ...counted }
  return ask('POST /api/issues/changeAllToFixes', { body })
}

/** A repair of many reports. */
export type RepairRecord = Answer<'GET /api/issues/repairs'>[number]

export const REPAIRS_PER_PAGE = 20

/** A page of recent repairs, the latest first. */
export const fetchRepairs = (page: number, signal: AbortSignal): Promise<RepairRecord[]> => {
  const query = new URLSearchParams({ page: String(page), limit: String(REPAIRS_PER_PAGE) })
  return ask('GET /api/issues/repairs', { query, signal })
}

/** Reopens the reports of a repair that were not changed since. */
export const undoRepair = (id: string) => ask('POST /api/issues/repairs/:id/undo', { params: { id } })

const useRefreshIssues = (): (() => void) => {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['issues'] })
  }
}

export const repairLabel = (count: number | undefined): string =>
  count === 1
    ? 'Reparar el filtrado'
    : `Reparar los ${count === undefined ? '…' : formatCount(count)} filtrados`

export const repairQuestion = (count: number): string => {
  if (count === 0) return 'No hay reportes abiertos.'
  return count === 1
    ? 'Se marcará como reparado 1 reporte.'
    : `Se marcarán como reparados ${formatCount(count)} reportes.`
}

export const reportsText = (count: number): string =>
  count === 1 ? '1 reporte' : `${formatCount(count)} reportes`

/** Fewer are repaired than were counted where other users repaired some in the meantime. */
const repairedText = (count: number, counted: number): string => {
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

interface Notice {
  text: string
  /** The repair that it can undo. */
  batchId: string | null
}

interface Notices {
  notice: Notice | undefined
  show: (notice: Notice) => void
  close: () => void
}

const NoticesContext = createContext<Notices | undefined>(undefined)

const useNotices = (): Notices => {
  const notices = useContext(NoticesContext)
  if (notices === undefined) throw new Error('There are no repair notices around')
  return notices
}

interface RepairNoticesProps {
  children: ReactNode
  onClose?: () => void
}

/** Holds the result of the last repair for a `RepairNotice` inside. */
export const RepairNotices = ({ children, onClose }: RepairNoticesProps) => {
  const [notice, setNotice] = useState<Notice>()
  const notices = useMemo(
    () => ({
      notice,
      show: setNotice,
      close: () => {
        setNotice(undefined)
        onClose?.()
      },
    }),
    [notice, onClose],
  )
  return <NoticesContext value={notices}>{children}</NoticesContext>
}

/**
 * What the last repair did, with the way back. It stays until it is closed: there is no time limit (WCAG 2.2.1), and a
 * click elsewhere does not take it away as it would one of react-admin's own messages.
 */
export const RepairNotice = ({ sx }: Pick<BoxProps, 'sx'>) => {
  const { notice, show, close } = useNotices()
  const { undo, isBusy } = useUndoRepair()
  const takeBack = async (batchId: string): Promise<void> => {
    const text = await undo(batchId)
    if (text !== undefined) show({ text, batchId: null })
  }
  const batchId = notice?.batchId ?? null
  return (
    <Box role="status" sx={sx}>
      {notice === undefined ? null : (
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
          {notice.text}
        </Alert>
      )}
    </Box>
  )
}

/** Marks the counted reports as repaired and shows the result; ignores further calls meanwhile. */
export const useRepair = (filters: IssueFilters, counted: OpenCount | undefined, onDone: () => void) => {
  const refresh = useRefreshIssues()
  const notify = useNotify()
  const { show } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const repair = async (): Promise<void> => {
    if (counted === undefined || isBusy) return
    setBusy(true)
    try {
      const { count, batchId } = await repairAll(filters, counted)
      onDone()
      show({ text: repairedText(count, counted.count), batchId })
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo guardar el cambio.', { type: 'error' })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return { repair, isBusy }
}

/** Undoes a repair; ignores further calls meanwhile. Resolves to the result's text, undefined where it failed. */
export const useUndoRepair = () => {
  const notify = useNotify()
  const refresh = useRefreshIssues()
  const [isBusy, setBusy] = useState(false)
  const undo = async (batchId: string): Promise<string | undefined> => {
    if (isBusy) return undefined
    setBusy(true)
    try {
      return undoneText(await undoRepair(batchId))
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo deshacer.', { type: 'error' })
      return undefined
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return { undo, isBusy }
}

interface RepairOfferProps {
  mediaId: string
  onClose: () => void
}

/** Offers to mark the open reports of a content as repaired, where there are some. */
export const RepairOffer = (props: RepairOfferProps) => (
  <RepairNotices onClose={props.onClose}>
    <Offer {...props} />
  </RepairNotices>
)

const Offer = ({ mediaId, onClose }: RepairOfferProps) => {
  const canModify = useCan('modify', 'issues')
  const [isDone, setDone] = useState(false)
  const { data: counted } = useOpenCount({ mediaId }, canModify && !isDone)
  const { repair, isBusy } = useRepair({ mediaId }, counted, () => setDone(true))
  if (isDone)
    return (
      <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ mt: { xs: 6, sm: 5 } }}>
        <Box sx={{ boxShadow: 3, borderRadius: 1 }}>
          <RepairNotice />
        </Box>
      </Snackbar>
    )
  if (!counted?.count) return null
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
