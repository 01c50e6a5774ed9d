import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { LinkBase } from 'react-admin'
import { OUTBOX_KINDS, OUTBOX_REASONS, outcomeText } from '../../../domain/outbox/outbox.ts'
import type { RowOf } from '../../api/http.ts'
import { pathOf } from '../../api/paths.ts'
import { listUrl } from '../../kit/charts/links.ts'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { receiverText, ServerResponse, StateTag } from './messages.tsx'

interface MessageDialogProps {
  message: RowOf<'outbox'>
  open: boolean
  onClose: () => void
}

/** A message, with the server's response folded. */
export const MessageDialog = ({ message, open, onClose }: MessageDialogProps) => {
  const heading = useId()
  const { kind, reason, user, webhook, recipient, date, state, attempt, nextAttempt, ended } = message
  const isKept = user !== null || webhook !== null
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>
        {OUTBOX_KINDS[kind]}: {OUTBOX_REASONS[reason]}
      </DialogTitle>
      <DialogContent>
        <DescriptionList
          items={[
            ['Para', receiverText(message)],
            ['Dirección', recipient],
            ['Fecha', momentText(date)],
            ['Estado', <StateTag key="state" state={state} />],
            ['Intentos', String(attempt)],
            ...(nextAttempt === null ? [] : ([['Próximo intento', momentText(nextAttempt)]] as const)),
            ...(ended === null ? [] : ([['Terminó', momentText(ended)]] as const)),
            ['Resultado', outcomeText(message)],
          ]}
        />
        <ServerResponse message={message} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        {isKept ? (
          <Button
            component={LinkBase}
            to={listUrl(pathOf('outbox'), user === null ? { webhook } : { user })}
            onClick={onClose}
          >
            Ver todos a {receiverText(message)}
          </Button>
        ) : null}
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
