import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { ShareButtons } from '../display/ShareButtons.tsx'

interface SecretDialogProps {
  title: string
  /** Kept only in memory, and only while shown. */
  secret: string
  /** Says that it is not shown again. */
  warning: string
  children?: ReactNode
  closeLabel: string
  onClose: () => void
}

/** The only time that a secret is shown. A click outside does not close it. */
export const SecretDialog = (props: SecretDialogProps) => {
  const { title, secret, warning, children, closeLabel, onClose } = props
  const heading = useId()
  return (
    <Dialog
      open
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={heading}
    >
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {warning}
        </Alert>
        <Box
          data-testid="secret"
          sx={{
            p: 1.5,
            mb: 1.5,
            borderRadius: '8px',
            bgcolor: 'var(--chip)',
            fontFamily: 'monospace',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {secret}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <ShareButtons title={title} text={secret} autoFocus />
        </Box>
        {children}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {closeLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
