import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { formatReference } from '../../../domain/format/references.ts'
import { Facts } from '../../kit/display/Facts.tsx'
import { isPrintable, movementFacts } from './movement-facts.ts'
import type { MovementRecord } from './movement-record.ts'
import { PrintButton } from './PrintButton.tsx'

interface MovementDialogProps {
  open: boolean
  movement: MovementRecord
  onClose: () => void
}

/** A movement of credit, with its reprint. */
export const MovementDialog = ({ open, movement, onClose }: MovementDialogProps) => {
  const heading = useId()
  const isPrinted = isPrintable(movement)
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Transacción {formatReference(movement.reference)}</DialogTitle>
      <DialogContent>
        <Facts
          facts={[
            ...movementFacts(movement),
            ['Vencimiento anterior', movement.dateExpireFormat],
            ['Descripción', movement.description],
          ]}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus={!isPrinted} onClick={onClose}>
          Cerrar
        </Button>
        {isPrinted ? <PrintButton movement={movement} label="Reimprimir" isReprint /> : null}
      </DialogActions>
    </Dialog>
  )
}
