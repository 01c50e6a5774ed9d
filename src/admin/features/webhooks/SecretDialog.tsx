import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { momentText } from '../../kit/display/dates.ts'
import { ShareButtons } from '../../kit/display/ShareButtons.tsx'

/** A new secret: kept only in memory, and only while shown. */
export interface ShownSecret {
  /** Name of the webhook. */
  name: string
  secret: string
  /** Until when the old one also signs; null if there is none. */
  until: string | null
}

interface SecretDialogProps {
  shown: ShownSecret | undefined
  onClose: () => void
}

/** The only time that a secret is shown. A click outside does not close it. */
export const SecretDialog = ({ shown, onClose }: SecretDialogProps) => {
  const heading = useId()
  if (shown === undefined) return null
  const { name, secret, until } = shown
  return (
    <Dialog
      open
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={heading}
    >
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Secreto de {name}
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Cópielo ahora: no se volverá a mostrar.
          {until === null ? null : ` El anterior también firma hasta el ${momentText(until)}.`}
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
          <ShareButtons title={`Secreto de ${name}`} text={secret} autoFocus />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          Ya lo copié
        </Button>
      </DialogActions>
    </Dialog>
  )
}
