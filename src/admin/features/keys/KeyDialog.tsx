import { useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { type FieldValues, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { KEY_MESSAGES, keySchema } from '../../../domain/keys/key.ts'
import { keyLimit } from '../../../domain/keys/key-scope.ts'
import { ApiError, type FieldErrors, request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { dayText } from '../../kit/display/dates.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { SelectInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { PermissionsInput } from '../users/PermissionsInput.tsx'

const { name, routeAccess } = keySchema.shape
const schema = z.strictObject({ name, routeAccess, days: z.number(KEY_MESSAGES.expiry) })

const NEW = { name: '', routeAccess: [], days: 90 }

const DAYS = [
  { id: 7, name: '7 días' },
  { id: 30, name: '30 días' },
  { id: 90, name: '90 días' },
  { id: 180, name: '180 días' },
  { id: 365, name: '1 año' },
]

const DAY = 24 * 60 * 60 * 1000
const expiryIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString()

interface KeyDialogProps {
  onCreated: (name: string, key: string) => void
  onClose: () => void
}

/** Creates a key with some of one's own permissions (rule A17). */
export const KeyDialog = ({ onCreated, onClose }: KeyDialogProps) => {
  const notify = useNotify()
  const { data: me } = useMe()
  const limit = useMemo(() => me && keyLimit(me), [me])
  const search = useState('')
  const [isBusy, setBusy] = useState(false)
  if (limit === undefined) return null
  const save = async (values: FieldValues): Promise<FieldErrors | undefined> => {
    setBusy(true)
    try {
      const { days, ...fields } = schema.parse(values)
      const { key } = await request('POST /api/keys', { body: { ...fields, dateExpire: expiryIn(days) } })
      onCreated(fields.name, key)
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) {
        const { dateExpire, ...errors } = error.body.errors
        return dateExpire === undefined ? errors : { ...errors, days: dateExpire }
      }
      notify(error instanceof Error ? error.message : String(error), { type: 'error', multiLine: true })
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <FormDialog
      open
      title="Crear clave de API"
      schema={schema}
      record={NEW}
      saveLabel="Crear clave"
      isBusy={isBusy}
      onSave={save}
      onClose={onClose}
    >
      <Span of={8}>
        <TextInput source="name" label="Nombre" placeholder="El programa que la usará" autoFocus />
      </Span>
      <Span of={4}>
        <Expiry />
      </Span>
      <Span of={12}>
        <PermissionsInput limit={limit} isNarrow search={search} />
      </Span>
    </FormDialog>
  )
}

const Expiry = () => {
  const days: unknown = useWatch({ name: 'days' })
  const help = typeof days === 'number' ? `El ${dayText(expiryIn(days))}` : undefined
  return <SelectInput source="days" label="Vence en" choices={DAYS} help={help} />
}
