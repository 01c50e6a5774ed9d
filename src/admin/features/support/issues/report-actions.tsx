import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useListContext } from 'react-admin'
import { UNDO_DAYS } from '../../../../domain/batches/undo.ts'
import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { dayText, momentText } from '../../../kit/display/dates.ts'
import { ListTool } from '../../../kit/list/ListTools.tsx'
import type { ActionDialogProps, BulkEntity } from '../../../kit/list/selection.tsx'
import { AssignSelected, ReleaseSelected } from './assignments.tsx'
import {
  fetchRepairs,
  type IssueFilters,
  REPAIRS_PER_PAGE,
  RepairAlert,
  type RepairRecord,
  repairLabel,
  reportsText,
  undoneText,
  useOpenCount,
  useRepairEverything,
  useSelectedReports,
  useUndoRepair,
} from './repairs.tsx'
import { ReportsDialog, useReplyDialog } from './reply-dialogs.tsx'

const RepairEverything = () => {
  const { repair, isBusy } = useRepairEverything()
  return (
    <Button variant="outlined" loading={isBusy} onClick={repair}>
      Reparados Todos
    </Button>
  )
}

const RepairFiltered = ({ filters }: { filters: IssueFilters }) => {
  const open = useReplyDialog()
  const { data } = useOpenCount(filters)
  const title = '¿Marcar los reportes filtrados como reparados?'
  return (
    <Button
      variant="contained"
      aria-haspopup="dialog"
      disabled={!data?.count}
      onClick={() => open({ title, filters, status: 'false', isRepair: true })}
    >
      {repairLabel(data?.count)}
    </Button>
  )
}

/** 'Reparados Todos', and the same for the filtered reports; hidden without permission. */
export const RepairButtons = ({ offersFiltered }: { offersFiltered: boolean }) => {
  const { filterValues } = useListContext()
  const canModify = useCan('modify', 'issues')
  if (!canModify) return null
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <>
      {isFiltered && offersFiltered ? <RepairFiltered filters={filterValues} /> : null}
      <RepairEverything />
    </>
  )
}

interface SelectedProps extends ActionDialogProps {
  title: string
  isRepair: boolean
}

/** For the selected reports, or those of the selected groups. */
const SelectedReports = ({ selected, onClose, title, isRepair }: SelectedProps) => {
  const { filters, status, tooMany } = useSelectedReports(selected)
  const close = (): void => onClose(false)
  if (tooMany !== undefined)
    return (
      <ConfirmDialog open title={title} confirmLabel="Aceptar" busy onConfirm={close} onClose={close}>
        {tooMany}
      </ConfirmDialog>
    )
  return (
    <Suspense fallback={null}>
      <ReportsDialog
        title={title}
        filters={filters}
        status={isRepair ? 'false' : status}
        isRepair={isRepair}
        onClose={close}
        onDone={() => onClose(true)}
      />
    </Suspense>
  )
}

const RepairSelected = (props: ActionDialogProps) => (
  <SelectedReports {...props} title="¿Marcar los reportes elegidos como reparados?" isRepair />
)

const AnswerSelected = (props: ActionDialogProps) => (
  <SelectedReports {...props} title="Responder los reportes elegidos" isRepair={false} />
)

const ResultInBar = () => <RepairAlert sx={{ flex: '1 1 100%', '&:empty': { display: 'none' } }} />

const needs = { action: 'modify', resource: 'issues' } as const

export const REPORT_ACTIONS: BulkEntity = {
  offers: [],
  Result: ResultInBar,
  actions: [
    { needs, label: () => 'Reparar', does: { Dialog: RepairSelected } },
    { needs, label: () => 'Responder', does: { Dialog: AnswerSelected } },
    { needs, label: () => 'Asignar a mí', does: { Dialog: AssignSelected } },
    { needs, label: () => 'Quitar asignación', does: { Dialog: ReleaseSelected } },
  ],
}

const GONE = 'Usuario eliminado'

/** Describes the filters of a repair. */
const filtersText = ({ filters, title }: RepairRecord): string => {
  const { issueType, mediaType, mediaId, assignee, dateBeging, dateFinish, search, chosen } = filters
  const parts = [
    chosen ? 'Elegidos uno por uno' : '',
    mediaId === undefined ? '' : (title ?? 'un contenido'),
    search === undefined ? '' : `«${search}»`,
    issueType === undefined ? '' : ISSUE_TYPE_NAMES[issueType],
    mediaType === undefined ? '' : MEDIA_TYPE_NAMES[mediaType],
    assignee === undefined ? '' : assigneeText(assignee),
    dateBeging === undefined ? '' : `desde el ${dayText(dateBeging)}`,
    dateFinish === undefined ? '' : `hasta el ${dayText(dateFinish)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Todos los reportes' : parts.join(' · ')
}

const assigneeText = (assignee: string): string => {
  if (assignee === 'none') return 'sin asignar'
  return assignee === 'me' ? 'asignados a quien los reparó' : 'asignados a otra persona'
}

const undoneLine = ({ date, userName, ...outcome }: NonNullable<RepairRecord['undone']>): string =>
  `Deshecha el ${momentText(date)} por ${userName || GONE}. ${undoneText(outcome)}`

interface RowProps {
  repair: RepairRecord
  isBusy: boolean
  onUndo: () => void
}

const RepairRow = ({ repair, isBusy, onUndo }: RowProps) => {
  const { date, userName, count, undone } = repair
  const moment = momentText(date)
  return (
    <Box
      component="li"
      data-testid="repair"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {moment} · {userName || GONE}
        </Typography>
        <Typography color="text.secondary">
          {reportsText(count)} · {filtersText(repair)}
        </Typography>
        {undone === null ? null : <Typography color="text.secondary">{undoneLine(undone)}</Typography>}
      </Box>
      {undone === null ? (
        <Button
          variant="outlined"
          size="small"
          disabled={isBusy}
          aria-label={`Deshacer la reparación del ${moment}`}
          onClick={onUndo}
        >
          Deshacer
        </Button>
      ) : null}
    </Box>
  )
}

const useRepairs = (enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['issues', 'repairs'],
    queryFn: ({ pageParam, signal }) => fetchRepairs(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length < REPAIRS_PER_PAGE ? undefined : page + 1),
    staleTime: 0,
    enabled,
  })

interface HistoryDialogProps {
  open: boolean
  onClose: () => void
}

const HistoryDialog = ({ open, onClose }: HistoryDialogProps) => {
  const heading = useId()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useRepairs(open)
  const { undo, isBusy } = useUndoRepair()
  const [undoing, setUndoing] = useState<RepairRecord>()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const repairs = data?.pages.flat() ?? []
  const takeBack = async (): Promise<void> => {
    if (undoing === undefined) return
    setSaid((await undo(undoing._id)) ?? '')
    setAsking(false)
  }
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Reparaciones recientes</DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          Las que marcaron muchos reportes a la vez en los últimos {UNDO_DAYS} días.
        </Typography>
        <Box role="status" sx={{ mb: 1, '&:empty': { display: 'none' } }}>
          {said === '' ? null : (
            <Alert severity="success" role="presentation">
              {said}
            </Alert>
          )}
          {isPending ? 'Cargando…' : null}
          {!isPending && error === null && repairs.length === 0 ? 'No hay reparaciones recientes.' : null}
        </Box>
        {error === null ? null : <Alert severity="error">{error.message}</Alert>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {repairs.map((repair) => (
            <RepairRow
              key={repair._id}
              repair={repair}
              isBusy={isBusy}
              onUndo={() => {
                setUndoing(repair)
                setAsking(true)
              }}
            />
          ))}
        </Box>
        {hasNextPage ? (
          <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Ver más
          </Button>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="outlined" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        title="¿Deshacer esta reparación?"
        confirmLabel="Deshacer"
        busy={isBusy}
        onConfirm={takeBack}
        onClose={() => setAsking(false)}
      >
        Se abrirán de nuevo los reportes que nadie haya cambiado después
        {undoing === undefined ? '' : `: ${reportsText(undoing.count)} como máximo`}.
      </ConfirmDialog>
    </Dialog>
  )
}

/** 'Reparaciones recientes': repairs of several reports with their authors, and undo; hidden without permission. */
export const RepairHistory = () => {
  const [isOpen, setOpen] = useState(false)
  const canModify = useCan('modify', 'issues')
  if (!canModify) return null
  return (
    <>
      <ListTool
        icon={<HistoryIcon fontSize="small" />}
        label="Reparaciones recientes"
        opens="dialog"
        onChosen={() => setOpen(true)}
      />
      <HistoryDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
