import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Suspense, useId, useState } from 'react'
import { useListContext } from 'react-admin'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { AUDIT_ACTIONS } from '../../../domain/audit/audit-event.ts'
import { canUndo, hasVersions, VERSIONED_ACTIONS } from '../../../domain/audit/versions.ts'
import { auditLabel } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import type { RowOf } from '../../api/http.ts'
import { useCachedMe, useCan } from '../../api/me.ts'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { ChangesTable } from './ChangesTable.tsx'

const UndoDialog = lazy(async () => ({ default: (await import('./UndoDialog.tsx')).UndoDialog }))
const VersionDialog = lazy(async () => ({ default: (await import('./VersionDialog.tsx')).VersionDialog }))

interface ChangesDialogProps {
  open: boolean
  event: RowOf<'audit'>
  onClose: () => void
}

/** An audit event; the dialogs that undo it or return to its version replace this one, so that dialogs never stack. */
export const ChangesDialog = (props: ChangesDialogProps) => {
  const [mode, setMode] = useState<'shown' | 'undo' | 'version'>('shown')
  const { open, event, onClose } = props
  const back = (): void => setMode('shown')
  const leave = (): void => {
    back()
    onClose()
  }
  if (mode === 'shown' || !open) return <EventDialog {...props} onMode={setMode} />
  const ModeDialog = mode === 'undo' ? UndoDialog : VersionDialog
  return (
    <Suspense fallback={null}>
      <ModeDialog event={event} onClose={back} onLeave={leave} />
    </Suspense>
  )
}

interface EventDialogProps extends ChangesDialogProps {
  onMode: (mode: 'undo' | 'version') => void
}

/** Author, time, origin, and each field before and after. */
const EventDialog = ({ open, event, onClose, onMode }: EventDialogProps) => {
  const heading = useId()
  const { action, resource, address, date, changes } = event
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{AUDIT_ACTIONS[action]}</DialogTitle>
      {/* Long events scroll, and have nothing else that takes the focus. */}
      <DialogContent tabIndex={0}>
        <DescriptionList
          items={[
            ['Sección', auditLabel(resource)],
            ['Registro', recordText(event)],
            ['Usuario', authorText(event)],
            ['Desde', address],
            ['Fecha', momentText(date)],
          ]}
        />
        {changes.length > 0 ? (
          <ChangesTable resource={resource} changes={changes} />
        ) : (
          <Typography sx={{ mt: 2, color: 'text.secondary' }}>No cambió ningún campo.</Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <UndoButton event={event} onPress={() => onMode('undo')} />
        <VersionButton event={event} onPress={() => onMode('version')} />
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ModeButtonProps {
  event: RowOf<'audit'>
  onPress: () => void
}

/** Writes back what the event changed; for users who may edit the record. */
const UndoButton = ({ event, onPress }: ModeButtonProps) => {
  const canModify = useCan('modify', event.resource)
  if (event.record === null || !canModify || !canUndo(event.resource, event)) return null
  return <Button onClick={onPress}>Deshacer este cambio</Button>
}

/**
 * Reverts the record to its state after the event. Only offered in the record's history: elsewhere it could be mistaken
 * for undoing the event. For users who may edit the record and see all later events (rule G4).
 */
const VersionButton = ({ event, onPress }: ModeButtonProps) => {
  const { action, resource, record } = event
  const { filterValues } = useListContext()
  const canModify = useCan('modify', resource)
  const canOpen = useCan('edit', resource)
  const me = useCachedMe()
  const isHistory = record !== null && filterValues.record === record
  const isVersion = isHistory && VERSIONED_ACTIONS.has(action) && hasVersions(resource)
  if (!isVersion || me === undefined || !isAdmin(me.role) || !canModify || !canOpen) return null
  return <Button onClick={onPress}>Volver a esta versión</Button>
}

const DELETED = 'Usuario eliminado'

/** The author's name, which is erased with the user. */
export const authorText = ({ user, userName }: RowOf<'audit'>): string =>
  userName || (user === null ? 'Sin sesión' : DELETED)

/** The record's name, which is erased with a user; of a refused request only the id is known. */
export const recordText = ({ action, resource, record, recordName }: RowOf<'audit'>): string =>
  recordName || (resource === 'users' && record !== null && action !== 'forbidden' ? DELETED : '')
