import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { AUDIT_ACTIONS } from '../../../domain/audit/trail.ts'
import { resourceName } from '../../kit/changes/names.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Facts } from '../../kit/display/Facts.tsx'
import { type AuditEntry, authorText, recordText } from './audit-entry.ts'
import { ChangesTable } from './ChangesTable.tsx'

interface ChangesDialogProps {
  open: boolean
  entry: AuditEntry
  onClose: () => void
}

/** An entry of the trail: who, when, from where, and each field before and after. */
export const ChangesDialog = ({ open, entry, onClose }: ChangesDialogProps) => {
  const heading = useId()
  const { action, resource, address, date, changes } = entry
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{AUDIT_ACTIONS[action]}</DialogTitle>
      <DialogContent>
        <Facts
          facts={[
            ['Sección', resourceName(resource)],
            ['Registro', recordText(entry)],
            ['Usuario', authorText(entry)],
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
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
