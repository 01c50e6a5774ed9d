import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import {
  type ListedWebhook,
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  WEBHOOK_MESSAGES,
  type Webhook,
} from '../../../domain/outbox/webhook.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../domain/outbox/webhook-events.ts'
import { request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { SecretDialog } from '../../kit/dialogs/SecretDialog.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { Tag, ToggleSwitch } from '../../kit/display/display.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { DELETED, Loading, SAVED_FOR_MS } from '../../kit/page/Page.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { webhooksQuery } from './webhooks.ts'

/** A new secret. */
interface ShownSecret {
  /** Name of the webhook. */
  name: string
  secret: string
  /** Expiry of the old secret, which also signs until then; null if there is none. */
  until: string | null
}

type Dialog = 'form' | 'deliveries' | 'secret' | 'deletion'

/** The open dialog; its webhook stays during the closing animation. */
interface DialogState {
  dialog: Dialog | undefined
  webhook: Webhook | undefined
}

const CLOSED: DialogState = { dialog: undefined, webhook: undefined }

/** The URLs that events are sent to (rules N9 to N11); every change is saved at once. */
export const WebhooksTab = () => {
  const { data: webhooks, error } = useQuery(webhooksQuery)
  const [opened, setOpened] = useState(CLOSED)
  const [secret, setSecret] = useState<ShownSecret>()
  const { act, isBusy } = useActions()
  const client = useQueryClient()
  const close = () => setOpened(({ webhook }) => ({ dialog: undefined, webhook }))
  const { dialog, webhook } = opened
  const current = webhooks?.find(({ _id }) => _id === webhook?._id) ?? webhook
  if (error)
    return (
      <Alert severity="error" role="alert">
        {error.message}
      </Alert>
    )
  if (webhooks === undefined) return <Loading />
  const isFull = webhooks.length >= MAX_WEBHOOKS
  const test = async (tested: Webhook): Promise<void> => {
    const params = { id: tested._id }
    if (await act(() => request('POST /api/webhooks/:id/test', { params })))
      setOpened({ dialog: 'deliveries', webhook: tested })
  }
  const toggle = async ({ _id }: Webhook, isOn: boolean): Promise<void> => {
    // Shown at once; the refetch after the request corrects it.
    client.setQueryData(webhooksQuery.queryKey, (rows) =>
      rows?.map((row) => (row._id === _id ? { ...row, isOn } : row)),
    )
    await act(() => request('PUT /api/webhooks/:id', { params: { id: _id }, body: { isOn } }))
  }
  const replaceSecret = async ({ _id, name }: Webhook): Promise<void> => {
    close()
    await act(async () => {
      const replaced = await request('POST /api/webhooks/:id/secret', { params: { id: _id } })
      setSecret({ name, secret: replaced.secret, until: replaced.secretUntil })
    })
  }
  const remove = async ({ _id }: Webhook): Promise<void> => {
    close()
    await act(() => request('DELETE /api/webhooks/:id', { params: { id: _id } }), DELETED)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography color="text.secondary" sx={{ flex: '1 1 320px' }}>
          Avisan a otros programas de lo que ocurre aquí, con entregas firmadas (Standard Webhooks). Lo que
          cambie en esta pestaña se guarda al momento.
        </Typography>
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          disabled={isFull}
          onClick={() => setOpened({ dialog: 'form', webhook: undefined })}
        >
          Agregar webhook
        </Button>
      </Box>
      {isFull ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {WEBHOOK_MESSAGES.tooMany}
        </Alert>
      ) : null}
      {webhooks.length === 0 ? <Typography role="status">Todavía no hay webhooks.</Typography> : null}
      {webhooks.map((each) => (
        <WebhookCard
          key={each._id}
          webhook={each}
          isBusy={isBusy}
          onToggle={(isOn) => toggle(each, isOn)}
          onTest={() => test(each)}
          onOpen={(opening) => setOpened({ dialog: opening, webhook: each })}
        />
      ))}
      {dialog === 'form' ? (
        <WebhookDialog
          webhook={webhook}
          onSaved={(saved) => {
            close()
            if ('secret' in saved) setSecret({ name: saved.name, secret: saved.secret, until: null })
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'deliveries' && current ? <DeliveriesDialog webhook={current} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'secret'}
        title={`¿Cambiar el secreto de ${webhook?.name ?? ''}?`}
        confirmLabel="Cambiar secreto"
        onConfirm={() => webhook && replaceSecret(webhook)}
        onClose={close}
      >
        El secreto actual también firma durante {OLD_SECRET_HOURS} horas, para que cambie el suyo el que
        recibe.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'deletion'}
        title={`Seguro de eliminar ${webhook?.name ?? ''}`}
        confirmLabel="Eliminar"
        danger
        onConfirm={() => webhook && remove(webhook)}
        onClose={close}
      >
        Se eliminan también sus entregas, y las que esperan no se envían.
      </ConfirmDialog>
      {secret === undefined ? null : (
        <SecretDialog
          title={`Secreto de ${secret.name}`}
          secret={secret.secret}
          warning={`Cópielo ahora: no se volverá a mostrar.${
            secret.until === null ? '' : ` El anterior también firma hasta el ${momentText(secret.until)}.`
          }`}
          closeLabel="Ya lo copié"
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

/** Runs a request, one at a time; its errors are notified. */
const useActions = () => {
  const notify = useNotify()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      if (done) notify(done, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      return true
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      return false
    } finally {
      setBusy(false)
      void client.invalidateQueries(webhooksQuery)
    }
  }
  return { act, isBusy }
}

interface WebhookCardProps {
  webhook: ListedWebhook
  isBusy: boolean
  onToggle: (isOn: boolean) => void
  onTest: () => void
  onOpen: (dialog: Dialog) => void
}

const WebhookCard = ({ webhook, isBusy, onToggle, onTest, onOpen }: WebhookCardProps) => {
  const { name, url, events, template, isOn, message, failingSince, secretUntil, lastSuccess } = webhook
  const isOfAll = events.length === WEBHOOK_EVENT_NAMES.length
  return (
    <FormSection title={name}>
      <Span of={12}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <ToggleSwitch checked={isOn} label={`Activo: ${name}`} onToggle={onToggle} />
          {isOn ? 'Activo' : 'Apagado'}
        </Box>
        {message === '' ? null : (
          <Alert severity="warning" sx={{ mb: 1 }}>
            {message}
          </Alert>
        )}
        {isOn && failingSince !== null ? (
          <Alert severity="warning" sx={{ mb: 1 }}>
            No acepta entregas desde el {momentText(failingSince)}.
          </Alert>
        ) : null}
        <Box sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', mb: 1 }}>{url}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 1 }}>
          {isOfAll ? (
            <Tag>Todos los eventos</Tag>
          ) : (
            events.map((event) => <Tag key={event}>{WEBHOOK_EVENTS[event]}</Tag>)
          )}
          {template === '' ? null : <Tag>Con plantilla</Tag>}
        </Box>
        <Typography color="text.secondary" sx={{ fontSize: 13, mb: 1.5 }}>
          {lastSuccess === null
            ? 'Todavía no aceptó ninguna entrega.'
            : `Última entrega aceptada: ${momentText(lastSuccess)}.`}
          {secretUntil === null
            ? ''
            : ` El secreto anterior también firma hasta el ${momentText(secretUntil)}.`}
        </Typography>
        <Box role="group" aria-label={`Acciones de ${name}`} sx={ACTIONS}>
          <Button variant="outlined" disabled={isBusy} onClick={onTest}>
            Probar
          </Button>
          <Button variant="outlined" onClick={() => onOpen('deliveries')}>
            Entregas
          </Button>
          <Button onClick={() => onOpen('form')}>Editar</Button>
          <Button onClick={() => onOpen('secret')}>Cambiar secreto</Button>
          <Button color="error" onClick={() => onOpen('deletion')}>
            Eliminar
          </Button>
        </Box>
      </Span>
    </FormSection>
  )
}

const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 34 } },
}
