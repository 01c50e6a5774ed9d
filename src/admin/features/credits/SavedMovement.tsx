import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { formatReference } from '../../../domain/format/references.ts'
import { Facts } from '../../kit/display/Facts.tsx'
import { isPrintable, movementFacts } from './movement-facts.ts'
import type { MovementRecord } from './movement-record.ts'
import { PrintButton } from './PrintButton.tsx'

/** What became of a movement that was processed, and its receipt. */
export const SavedMovement = ({ movement, onClose }: { movement: MovementRecord; onClose: () => void }) => {
  const isPrinted = isPrintable(movement)
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Alert severity="success" role="status" sx={{ mb: 2 }}>
          Transacción procesada. Referencia {formatReference(movement.reference)}.
        </Alert>
        <Facts facts={movementFacts(movement)} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus={!isPrinted} onClick={onClose}>
          Cerrar
        </Button>
        {isPrinted ? <PrintButton movement={movement} label="Imprimir" /> : null}
      </DialogActions>
    </>
  )
}
