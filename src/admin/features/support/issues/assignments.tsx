import CloseIcon from '@mui/icons-material/Close'
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useListContext, useNotify } from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { COMMENT_MESSAGES, MAX_ASSIGNED } from '../../../../domain/support/issue-comment.ts'
import { type RowOf, request } from '../../../api/http.ts'
import { useCachedMe, useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { stopPropagation } from '../../../kit/display/display.tsx'
import { SelectFilter } from '../../../kit/list/filters.tsx'
import type { ActionDialogProps } from '../../../kit/list/selection.tsx'
import { DropDownAction } from '../../../kit/page/DropDown.tsx'
import {
  reportsText,
  requestBody,
  useChange,
  useKeepRow,
  useRepairAlert,
  useReportCount,
  useSelectedReports,
} from './repairs.tsx'

type IssueRow = RowOf<'issues'>

const FIXED_OPTIONS = [
  { value: 'me', label: 'Míos' },
  { value: 'none', label: 'Sin asignar' },
]

/** Filters the reports by assignee: the current user, nobody, or another. */
export const AssigneeFilter = () => {
  const me = useCachedMe()
  const { data = [] } = useQuery({
    queryKey: ['issues', 'assignees'],
    queryFn: ({ signal }) => request('GET /api/issues/assignees', { signal }),
  })
  const others = data
    .filter(({ _id }) => _id !== me?._id)
    .map(({ _id, name }) => ({ value: _id, label: name }))
  return <SelectFilter source="assignee" label="Asignado a" options={[...FIXED_OPTIONS, ...others]} />
}

/** Assigns a report to the current user, or removes its assignment. */
const useAssign = () => {
  const notify = useNotify()
  const me = useCachedMe()
  const keepRow = useKeepRow()
  const { filterValues } = useListContext()
  const { change } = useChange('No se pudo guardar la asignación.')
  const assign = async ({ id, _id }: IssueRow, isAssigned: boolean): Promise<void> => {
    const done = await change(() =>
      request('POST /api/issues/assignments', { body: { ids: [_id], isAssigned } }),
    )
    const isListedByIt = filterValues.assignee !== undefined
    if (done && done.count > 0 && isListedByIt && me !== undefined)
      keepRow(id, { assignee: isAssigned ? me._id : null, assigneeName: isAssigned ? me.name : null })
    if (done && done.kept > 0) notify('Otra persona ya lo tiene asignado.', { type: 'warning' })
  }
  return { assign }
}

/** The report's assignee; with permission, a button to assign it to oneself or to release it. */
export const Assignee = ({ issue }: { issue: IssueRow }) => {
  const canModify = useCan('modify', 'issues')
  const { isPlaceholderData } = useListContext()
  const { assign } = useAssign()
  const { assigneeName, title } = issue
  if (!canModify) return assigneeName
  const isFree = issue.assignee === null
  const label = isFree ? 'Asignar a mí' : 'Quitar asignación'
  return (
    // Keeps clicks on the button from reaching the row.
    <Box component="span" onClick={stopPropagation} sx={{ display: 'inline-flex', alignItems: 'center' }}>
      {isFree ? null : (
        <Typography
          component="span"
          variant="inherit"
          noWrap
          title={assigneeName ?? ''}
          sx={{ maxWidth: 56 }}
        >
          {assigneeName}
        </Typography>
      )}
      {/* One button for both, never disabled, which would lose the focus. */}
      <IconButton
        size="small"
        color={isFree ? 'primary' : 'default'}
        title={label}
        aria-label={`${label}: ${title}`}
        onClick={() => isPlaceholderData || assign(issue, isFree)}
        sx={isFree ? { ml: -0.75 } : {}}
      >
        {isFree ? <PersonAddIcon fontSize="small" /> : <CloseIcon fontSize="inherit" />}
      </IconButton>
    </Box>
  )
}

/** The same in the menu of a phone's card; hidden without permission. */
export const AssigneeEntry = ({ issue }: { issue: IssueRow }) => {
  const canModify = useCan('modify', 'issues')
  const { assign } = useAssign()
  if (!canModify) return null
  const isFree = issue.assignee === null
  return (
    <DropDownAction onChosen={() => assign(issue, isFree)}>
      {isFree ? 'Asignar a mí' : 'Quitar asignación'}
    </DropDownAction>
  )
}

interface AssignmentDialogProps extends ActionDialogProps {
  isAssigned: boolean
}

const AssignmentDialog = ({ selected, onClose, isAssigned }: AssignmentDialogProps) => {
  const { filters, status, ...named } = useSelectedReports(selected)
  const { data: counted, isFetching, error } = useReportCount(filters, status, named.tooMany === undefined)
  const isTooMany = counted !== undefined && counted.count > MAX_ASSIGNED
  const tooMany = isTooMany ? COMMENT_MESSAGES.tooManyAssigned : named.tooMany
  const { show } = useRepairAlert()
  const { change, isBusy } = useChange('No se pudo guardar la asignación.')
  const confirm = async (): Promise<void> => {
    if (counted === undefined) return
    await change(async () => {
      const body = { ...requestBody(filters, status, counted), isAssigned }
      const done = await request('POST /api/issues/assignments', { body })
      onClose(true)
      show({ text: assignedText(isAssigned, done), batchId: null })
    })
  }
  return (
    <ConfirmDialog
      open
      title={
        isAssigned ? '¿Asignarse los reportes elegidos?' : '¿Quitar la asignación de los reportes elegidos?'
      }
      confirmLabel={isAssigned ? 'Asignar a mí' : 'Quitar asignación'}
      busy={isBusy || isFetching || !counted?.count || tooMany !== undefined}
      onConfirm={confirm}
      onClose={() => onClose(false)}
    >
      <span aria-live="polite">
        {tooMany ??
          error?.message ??
          (counted === undefined
            ? 'Contando los reportes…'
            : `Son ${reportsText(counted.count)}. ${isAssigned ? 'Los de otras personas siguen siendo suyos.' : ''}`)}
      </span>
    </ConfirmDialog>
  )
}

const assignedText = (isAssigned: boolean, { count, kept }: { count: number; kept: number }): string => {
  if (count === 0 && kept === 0)
    return isAssigned ? 'Ya eran suyos: no cambió nada.' : 'Ninguno estaba asignado: no cambió nada.'
  const changed = isAssigned
    ? `Se le ${count === 1 ? 'asignó' : 'asignaron'} ${reportsText(count)}.`
    : `Se quitó la asignación de ${reportsText(count)}.`
  const done = count === 0 ? 'No se le asignó ningún reporte.' : changed
  if (kept === 0) return done
  return kept === 1
    ? `${done} 1 ya era de otra persona.`
    : `${done} ${formatCount(kept)} ya eran de otras personas.`
}

export const AssignSelected = (props: ActionDialogProps) => <AssignmentDialog {...props} isAssigned />

export const ReleaseSelected = (props: ActionDialogProps) => (
  <AssignmentDialog {...props} isAssigned={false} />
)
