import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type MouseEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import {
  type Message,
  OUTBOX_STATES,
  type OutboxState,
  resendError,
  serverResponse,
} from '../../../domain/outbox/outbox.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { Tag } from '../../kit/display/display.tsx'

const TONES: Readonly<Partial<Record<OutboxState, 'green' | 'yellow' | 'red'>>> = {
  sent: 'green',
  failed: 'red',
  unconfirmed: 'yellow',
}

export const StateTag = ({ state }: { state: OutboxState }) => (
  <Tag tone={TONES[state]}>{OUTBOX_STATES[state]}</Tag>
)

/** Whom a message is for; the name of a deleted user is erased. */
export const receiverText = ({ kind, name }: Pick<Message, 'kind' | 'name'>): string =>
  name || (kind === 'mail' ? 'Usuario eliminado' : '—')

const RESPONSE = {
  fontFamily: 'monospace',
  fontSize: 13,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const

/** The server's own words, folded: they are for those who run the service. */
export const ServerResponse = ({ message }: { message: Pick<Message, 'status' | 'answer'> }) => {
  const response = serverResponse(message)
  return response === undefined ? null : (
    <Box
      component="details"
      sx={{ mt: 1, '& > summary': { py: 0.5, minHeight: { xs: 44, sm: 24 }, cursor: 'pointer' } }}
    >
      <summary>Detalles</summary>
      <Box sx={RESPONSE}>{response}</Box>
    </Box>
  )
}

interface ResendButtonProps {
  message: Message
  send: (message: Message) => Promise<unknown>
  onSent: () => void
}

/** Sends a message again, where rule N7 permits it; asks before a mail that may have arrived. */
export const ResendButton = ({ message, send, onSent }: ResendButtonProps) => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (resendError(message.kind, message.state) !== undefined) return null
  const resend = async (): Promise<void> => {
    setAsking(false)
    setBusy(true)
    try {
      await send(message)
      notify('El mensaje está en espera de envío.', { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
      onSent()
    }
  }
  const press = (event: MouseEvent): void => {
    event.stopPropagation()
    if (message.kind === 'mail' && message.state === 'unconfirmed') setAsking(true)
    else if (event.detail < 2) void resend()
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Reenviar a ${receiverText(message)}`}
        loading={isBusy}
        onClick={press}
        sx={{ minHeight: { xs: 32, sm: 24 }, py: { xs: 0.25, sm: 0 } }}
      >
        Reenviar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="¿Reenviar el correo?"
        confirmLabel="Reenviar"
        onConfirm={resend}
        onClose={() => setAsking(false)}
      >
        No se sabe si el correo a {receiverText(message)} llegó. Si llegó, lo recibirá dos veces.
      </ConfirmDialog>
    </>
  )
}
