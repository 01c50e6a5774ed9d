import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import {
  exampleBody,
  TEMPLATE_PLACEHOLDERS,
  templateError,
  WEBHOOK_MESSAGES,
  type Webhook,
  type WebhookInput,
  webhookSchema,
} from '../../../domain/outbox/webhook.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '../../../domain/outbox/webhook-events.ts'
import { lazy } from '../../api/connection.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { useReapplyEdits } from '../../kit/form/StaleDialog.tsx'
import { initialValues, ownValues, withoutDefaults } from '../../kit/inputs/form-kit.tsx'
import { ChecksInput, labelChoices, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { SAVED, SAVED_FOR_MS } from '../../kit/page/Page.tsx'
import { webhooksQuery } from './webhooks.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('../../kit/form/ConflictDialog.tsx')).ConflictDialog,
}))

const schema = withoutDefaults(webhookSchema)
const NEW = initialValues(webhookSchema)
const EVENTS = labelChoices(WEBHOOK_EVENTS)

/** A webhook after a save; with its secret if it is new. */
type SavedWebhook = Webhook | (Webhook & { secret: string })

interface WebhookDialogProps {
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  onSaved: (saved: SavedWebhook) => void
  onClose: () => void
}

// The schema has validated them.
const toInput = (values: FieldValues): WebhookInput => webhookSchema.parse(ownValues(schema, values))

export const WebhookDialog = ({ webhook, onSaved, onClose }: WebhookDialogProps) => {
  const notify = useNotify()
  const client = useQueryClient()
  const [opened, setOpened] = useState(webhook)
  const [stored, setStored] = useState<Webhook>()
  const [isBusy, setBusy] = useState(false)
  const record = opened ?? NEW
  const write = (body: WebhookInput): Promise<SavedWebhook> =>
    opened === undefined
      ? request('POST /api/webhooks', { body })
      : request('PUT /api/webhooks/:id', {
          params: { id: opened._id },
          body: { ...body, dateUpdate: opened.dateUpdate },
        })
  /** Another user saved it meanwhile: compares both changes. */
  const compare = async (): Promise<void> => {
    const current = (await client.fetchQuery(webhooksQuery)).find(({ _id }) => _id === opened?._id)
    if (current === undefined) throw new Error(WEBHOOK_MESSAGES.missing)
    setStored(current)
  }
  const save = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    setBusy(true)
    try {
      const saved = await write(toInput(values))
      void client.invalidateQueries(webhooksQuery)
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      onSaved(saved)
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return error.body.errors
      const isStale = error instanceof ApiError && error.body.code === 'STALE'
      const problem = isStale ? await compare().catch((failure: unknown) => failure) : error
      if (problem instanceof Error) notify(problem.message, { type: 'error' })
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <FormDialog
      open
      title={opened === undefined ? 'Agregar webhook' : 'Editar webhook'}
      schema={schema}
      record={record}
      isBusy={isBusy}
      onSave={save}
      onClose={onClose}
    >
      <Span of={8}>
        <TextInput source="name" autoFocus />
      </Span>
      <Span of={4}>
        <Box sx={{ pt: { sm: '26px' } }}>
          <SwitchInput source="isOn" />
        </Box>
      </Span>
      <Span of={12}>
        <TextInput source="url" placeholder="https://…" />
      </Span>
      <Span of={12}>
        <ChecksInput source="events" choices={EVENTS} columnWidth={190} />
        <AllEvents />
      </Span>
      <Span of={6}>
        <TextInput
          source="template"
          rows={7}
          maxLength={2_000}
          placeholder={'{"text": "{{texto}}"}'}
          help="Vacía: el cuerpo normal."
        />
      </Span>
      <Span of={6}>
        <Preview />
      </Span>
      <Conflict opened={opened} stored={stored} onTake={setOpened} onClose={() => setStored(undefined)} />
    </FormDialog>
  )
}

const AllEvents = () => {
  const { setValue } = useFormContext()
  const chosen: unknown = useWatch({ name: 'events' })
  const hasAll = Array.isArray(chosen) && chosen.length === WEBHOOK_EVENT_NAMES.length
  return (
    <Button
      size="small"
      sx={{ ml: '-12px' }}
      onClick={() =>
        setValue('events', hasAll ? [] : [...WEBHOOK_EVENT_NAMES], { shouldDirty: true, shouldTouch: true })
      }
    >
      {hasAll ? 'Ninguno' : 'Todos'}
    </Button>
  )
}

const PREVIEW = {
  p: 1.5,
  borderRadius: '8px',
  bgcolor: 'var(--chip)',
  fontFamily: 'monospace',
  fontSize: 12.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** The body of a test message with the template, and the placeholders. */
const Preview = () => {
  const heading = useId()
  const template: unknown = useWatch({ name: 'template' })
  const text = typeof template === 'string' ? template : ''
  return (
    <>
      <Box role="group" aria-labelledby={heading}>
        <Typography id={heading} sx={{ mb: 0.5, fontSize: 13, color: 'text.secondary' }}>
          Cuerpo de una prueba
        </Typography>
        <Box sx={PREVIEW}>{templateError(text) ?? exampleBody(text)}</Box>
      </Box>
      <Box component="dl" aria-label="Marcadores" sx={{ m: 0, mt: 1, fontSize: 12.5 }}>
        {Object.entries(TEMPLATE_PLACEHOLDERS).map(([name, meaning]) => (
          <Box key={name} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
            <Box
              component="dt"
              sx={{ flex: 'none', width: 84, fontFamily: 'monospace' }}
            >{`{{${name}}}`}</Box>
            <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {meaning}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}

interface ConflictProps {
  opened: Webhook | undefined
  /** The webhook as meanwhile saved by another user. */
  stored: Webhook | undefined
  onTake: (stored: Webhook) => void
  onClose: () => void
}

const Conflict = ({ opened, stored, onTake, onClose }: ConflictProps) => {
  const { getValues } = useFormContext()
  const reapplyEdits = useReapplyEdits()
  const versions = useMemo(
    () => opened && stored && { opened: { ...opened }, theirs: { ...stored }, mine: { ...getValues() } },
    [opened, stored, getValues],
  )
  if (stored === undefined) return null
  return (
    <Suspense>
      <ConflictDialog
        open
        resource="settings"
        schema={schema}
        versions={versions}
        error={null}
        retry={onClose}
        onApply={(edits) => {
          onTake(stored)
          reapplyEdits('dateUpdate', stored.dateUpdate, edits)
          onClose()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}
