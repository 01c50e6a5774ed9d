import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Suspense, useId, useState } from 'react'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { AUDIT_ACTIONS } from '../../../domain/audit/audit-event.ts'
import { HAS_VERSION, hasVersions } from '../../../domain/audit/versions.ts'
import { auditNameOf } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import type { RowOf } from '../../api/http.ts'
import { useCan, useKnownMe } from '../../api/me.ts'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { ChangesTable } from './ChangesTable.tsx'

const VersionDialog = lazy(async () => ({ default: (await import('./VersionDialog.tsx')).VersionDialog }))

interface ChangesDialogProps {
  open: boolean
  event: RowOf<'audit'>
  onClose: () => void
}

/** An audit event: author, time, origin, and each field before and after. */
export const ChangesDialog = ({ open, event, onClose }: ChangesDialogProps) => {
  const heading = useId()
  const { action, resource, address, date, changes } = event
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{AUDIT_ACTIONS[action]}</DialogTitle>
      <DialogContent>
        <DescriptionList
          items={[
            ['Sección', auditNameOf(resource)],
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
        <VersionButton event={event} onLeave={onClose} />
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Reverts the record to its state after the event; for users who may edit it and see all later events (rule G4). */
const VersionButton = ({ event, onLeave }: { event: RowOf<'audit'>; onLeave: () => void }) => {
  const { action, resource, record } = event
  const [isOpen, setOpen] = useState(false)
  const canModify = useCan('modify', resource)
  const canOpen = useCan('edit', resource)
  const me = useKnownMe()
  const isVersion = record !== null && HAS_VERSION.has(action) && hasVersions(resource)
  if (!isVersion || me === undefined || !isAdmin(me.role) || !canModify || !canOpen) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Volver a esta versión</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <VersionDialog event={event} onClose={() => setOpen(false)} onLeave={onLeave} />
        </Suspense>
      ) : null}
    </>
  )
}

const DELETED = 'Usuario eliminado'

/** The author's name, which is erased with the user. */
export const authorText = ({ user, userName }: RowOf<'audit'>): string =>
  userName || (user === null ? 'Sin sesión' : DELETED)

/** The record's name, which is erased with a user; of a refused request only the id is known. */
export const recordText = ({ action, resource, record, recordName }: RowOf<'audit'>): string =>
  recordName || (resource === 'users' && record !== null && action !== 'forbidden' ? DELETED : '')
