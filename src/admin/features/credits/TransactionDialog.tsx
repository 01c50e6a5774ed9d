import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useGetOne } from 'react-admin'
import { formatReference } from '../../../domain/format/text.ts'
import type { RecordOf } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { isPrintable, RECEIPT_ACTIONS, ReceiptActions, transactionDetails } from './Receipt.tsx'

interface TransactionDialogProps {
  open: boolean
  id: string
  onClose: () => void
}

/** A transaction of the list, with a reprint of its receipt. */
export const TransactionDialog = ({ open, id, onClose }: TransactionDialogProps) => {
  const heading = useId()
  // Already cached by the list, and a processed transaction never changes.
  const { data: transaction } = useGetOne<RecordOf<'license_transactions'>>(
    'license_transactions',
    { id },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (transaction === undefined) return null
  const isPrinted = isPrintable(transaction)
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Transacción {formatReference(transaction.reference)}</DialogTitle>
      <DialogContent>
        <DescriptionList
          items={[
            ...transactionDetails(transaction, momentText(transaction.newDateExpire)),
            ['Vencimiento anterior', momentText(transaction.dateExpireRef)],
            ['Descripción', transaction.description],
          ]}
        />
      </DialogContent>
      <DialogActions sx={RECEIPT_ACTIONS}>
        <Button variant="outlined" autoFocus={!isPrinted} onClick={onClose}>
          Cerrar
        </Button>
        {isPrinted ? <ReceiptActions transaction={transaction} label="Reimprimir" isReprint /> : null}
      </DialogActions>
    </Dialog>
  )
}
