import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import { formatCount } from '../../../domain/format/text.ts'

interface CountLine {
  label: string
  count: number
  /** The list of the counted records. */
  to?: string | undefined
}

interface CountsProps {
  lines: readonly CountLine[]
  /** Closes the dialog of the link that is followed. */
  onFollow?: (() => void) | undefined
}

export const Counts = ({ lines, onFollow }: CountsProps) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr max-content', gap: '6px 20px' }}>
    {lines.map(({ label, count, to }) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <dt>
          {to === undefined ? (
            label
          ) : (
            <Link component={LinkBase} to={to} onClick={onFollow}>
              {label}
            </Link>
          )}
        </dt>
        <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: 600 }}>
          {formatCount(count)}
        </Box>
      </Box>
    ))}
  </Box>
)

interface ResultStepProps {
  isBusy?: boolean
  onUndo?: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** The last step: a result, possibly with undo. */
export const ResultStep = ({ isBusy = false, onUndo, onClose, children }: ResultStepProps) => (
  <>
    <DialogContent tabIndex={0} role="group" aria-label="Resultado" sx={{ display: 'grid', gap: 2, pt: 0 }}>
      {children}
    </DialogContent>
    <DialogActions sx={{ px: 3, pb: 2 }}>
      {onUndo ? (
        <Button variant="outlined" color="error" disabled={isBusy} onClick={onUndo}>
          Deshacer
        </Button>
      ) : null}
      <Button autoFocus variant="contained" onClick={onClose}>
        Cerrar
      </Button>
    </DialogActions>
  </>
)

interface ImportedStepProps {
  /** Null if nothing was written. */
  batch: string | null
  /** For example 'El archivo fue importado.' */
  done: string
  /** Why it ended before its last rows; empty if it did not. */
  message: string
  lines: readonly CountLine[]
  canUndo: boolean
  isBusy: boolean
  onUndo: (batch: string) => void
  onClose: () => void
  /** Shown below the counts. */
  children?: ReactNode
}

/** The result of an import, with undo. */
export const ImportedStep = ({
  batch,
  done,
  message,
  lines,
  canUndo,
  isBusy,
  onUndo,
  onClose,
  children,
}: ImportedStepProps) => {
  const undo = canUndo && batch !== null ? () => onUndo(batch) : undefined
  return (
    <ResultStep isBusy={isBusy} onUndo={undo} onClose={onClose}>
      <Alert severity={message !== '' ? 'warning' : batch === null ? 'info' : 'success'} role="status">
        {message || (batch === null ? 'No había nada que importar.' : done)}
      </Alert>
      <Counts lines={lines} onFollow={onClose} />
      {children}
      {undo ? (
        <Typography color="text.secondary">
          Puede deshacerla durante {UNDO_DAYS} días, también desde «Importaciones anteriores».
        </Typography>
      ) : null}
    </ResultStep>
  )
}
