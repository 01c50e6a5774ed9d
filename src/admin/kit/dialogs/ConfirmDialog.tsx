import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'

interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Red, for irreversible actions. */
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation dialog; Escape and the first button cancel. Renders nothing until first opened. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <Confirmation {...props} /> : null
}

const Confirmation = (props: ConfirmDialogProps) => {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancelar' } = props
  const { danger = false, busy = false, onConfirm, onClose } = props
  const heading = useId()
  const text = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
      aria-describedby={children ? text : undefined}
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children ? (
        <DialogContent>
          <DialogContentText id={text} component="div" sx={{ overflowWrap: 'anywhere' }}>
            {children}
          </DialogContentText>
        </DialogContent>
      ) : null}
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="outlined" onClick={onClose}>
          {cancelLabel}
        </Button>
        {/* Ignores clicks during the closing animation. */}
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={busy}
          onClick={open ? onConfirm : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
