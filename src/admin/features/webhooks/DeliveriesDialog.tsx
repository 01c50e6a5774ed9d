import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { type Message, OUTBOX_REASONS, outcomeText } from '../../../domain/outbox/outbox.ts'
import { MAX_DELIVERIES, type Webhook } from '../../../domain/outbox/webhook.ts'
import { request } from '../../api/http.ts'
import { momentText, timeText } from '../../kit/display/dates.ts'
import { Loading } from '../../kit/page/Page.tsx'
import { type CardColumn, CardTable } from '../imports/CardTable.tsx'
import { ResendButton, ServerResponse, StateTag } from '../outbox/messages.tsx'
import { deliveriesQuery, webhooksQuery } from './webhooks.ts'

interface DeliveriesDialogProps {
  webhook: Webhook
  onClose: () => void
}

/** The last deliveries of a webhook, with test and resending. */
export const DeliveriesDialog = ({ webhook, onClose }: DeliveriesDialogProps) => {
  const heading = useId()
  const notify = useNotify()
  const client = useQueryClient()
  const query = deliveriesQuery(webhook)
  const { data: deliveries, error } = useQuery(query)
  const [isBusy, setBusy] = useState(false)
  const { _id: id, name, isOn } = webhook
  const refresh = (): void => void client.invalidateQueries({ queryKey: query.queryKey })
  const test = async (): Promise<void> => {
    setBusy(true)
    try {
      await request('POST /api/webhooks/:id/test', { params: { id } })
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  const close = (): void => {
    // Deliveries in the meantime may have changed the webhook's state.
    void client.invalidateQueries(webhooksQuery)
    onClose()
  }
  return (
    <Dialog open onClose={close} maxWidth="lg" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Entregas de {name}
      </DialogTitle>
      <DialogContent
        tabIndex={0}
        role="group"
        aria-label="Últimas entregas"
        sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}
      >
        <Typography color="text.secondary">
          Las últimas {MAX_DELIVERIES}, la más nueva primero.
          {isOn ? '' : ' El webhook está apagado: lo que espera se envía cuando se active.'}
        </Typography>
        {error ? (
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
        ) : null}
        {deliveries === undefined && !error ? <Loading /> : null}
        {deliveries?.length === 0 ? <Typography role="status">Todavía no hay entregas.</Typography> : null}
        {deliveries && deliveries.length > 0 ? (
          <CardTable
            label="Entregas"
            columns={deliveryColumns(
              ({ _id: delivery }) =>
                request('POST /api/webhooks/:id/deliveries/:delivery/resend', { params: { id, delivery } }),
              refresh,
            )}
            rows={deliveries}
            rowKey={({ _id }) => _id}
          />
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {isOn ? (
          <Button variant="outlined" loading={isBusy} onClick={test}>
            Probar
          </Button>
        ) : null}
        <Box sx={{ flex: 1 }} />
        <Button autoFocus variant="contained" onClick={close}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const deliveryColumns = (
  send: (message: Message) => Promise<unknown>,
  onSent: () => void,
): readonly CardColumn<Message>[] => [
  { heading: 'Evento', onPhone: 'title', minWidth: 150, cell: ({ reason }) => OUTBOX_REASONS[reason] },
  { heading: 'Fecha', minWidth: 165, cell: ({ date }) => momentText(date) },
  {
    heading: 'Estado',
    cell: ({ state, nextAttempt }) => (
      <>
        <StateTag state={state} />
        {nextAttempt === null ? null : (
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>próximo: {timeText(nextAttempt)}</Box>
        )}
      </>
    ),
  },
  { heading: 'Intentos', align: 'right', cell: ({ attempt }) => attempt },
  { heading: 'Terminó', minWidth: 165, cell: ({ ended }) => momentText(ended) || '—' },
  {
    heading: 'Respuesta',
    wraps: true,
    cell: (message) => (
      <>
        {outcomeText(message) || '—'}
        <ServerResponse message={message} />
      </>
    ),
  },
  {
    heading: 'Acción',
    align: 'right',
    onPhone: 'unlabelled',
    cell: (message) => <ResendButton message={message} send={send} onSent={onSent} />,
  },
]
