import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import { MAX_RECEIPTS, RECEIPT_MESSAGES, withReceipt } from '../../../domain/credits/receipts.ts'
import { request } from '../../api/http.ts'
import type { ActionDialogProps, SelectedRecords } from '../../kit/list/selection.tsx'
import { PrintButton, RECEIPT_ACTIONS } from './Receipt.tsx'

/** 'Imprimir recibos': the receipts of the selected transactions, as one document. */
const ReceiptsDialog = ({ selected, count, onClose }: ActionDialogProps) => {
  const heading = useId()
  const isTooMany = count > MAX_RECEIPTS
  const { data, error } = useQuery({
    queryKey: ['license_transactions', 'receipts', selected],
    queryFn: ({ signal }) => readSelected(selected, signal),
    enabled: !isTooMany,
    // A selection by filters may match more by now.
    staleTime: 0,
    gcTime: 0,
  })
  const receipts = data && withReceipt(data)
  const problem = isTooMany ? RECEIPT_MESSAGES.tooMany : error?.message
  const close = (): void => onClose(false)
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Imprimir recibos</DialogTitle>
      <DialogContent role="status">
        {problem === undefined ? null : <Alert severity="error">{problem}</Alert>}
        {problem === undefined && receipts === undefined ? 'Cargando…' : null}
        {data && receipts ? RECEIPT_MESSAGES.outcome(receipts.length, data.length) : null}
      </DialogContent>
      <DialogActions sx={RECEIPT_ACTIONS}>
        <Button variant="outlined" onClick={close}>
          Cerrar
        </Button>
        {receipts === undefined || receipts.length === 0 ? null : (
          <PrintButton transaction={receipts} label="Imprimir recibos" isReprint />
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Rows per request. */
const ROWS_PER_REQUEST = 100

const PARTS = Array.from({ length: MAX_RECEIPTS / ROWS_PER_REQUEST }, (_, part) => part)

const readSelected = async (selected: SelectedRecords, signal: AbortSignal): Promise<Transaction[]> => {
  const transactions: Transaction[] = []
  for (const part of PARTS) {
    const query = partQuery(selected, part)
    if (query === undefined) break
    const rows = await request('GET /api/license_transactions', { query, signal })
    transactions.push(...rows)
    if ('filter' in selected && rows.length < ROWS_PER_REQUEST) break
  }
  return transactions
}

/** The query of a part of the selection; undefined beyond the end. */
const partQuery = (selected: SelectedRecords, part: number): URLSearchParams | undefined => {
  const limit = String(ROWS_PER_REQUEST)
  if ('filter' in selected) return new URLSearchParams({ ...selected.filter, limit, page: String(part + 1) })
  const ids = selected.ids.slice(part * ROWS_PER_REQUEST, (part + 1) * ROWS_PER_REQUEST)
  return ids.length === 0 ? undefined : new URLSearchParams({ ids: ids.join(','), limit })
}

export default ReceiptsDialog
