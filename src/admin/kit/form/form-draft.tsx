import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useContext, useEffect, useRef, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { type Draft, draftKey, dropDraft, saveDraft, takeDraft } from '../../api/draft.ts'
import { onExpiry } from '../../api/http.ts'
import { cachedMe } from '../../api/me.ts'
import { useRealLocation } from '../../api/router.tsx'
import { SchemaContext } from '../inputs/form-kit.tsx'

const EXPIRED = 'Se recuperó lo que había escrito cuando su sesión expiró.'
const RELOADED = 'Se recuperó lo que había escrito antes de que se recargara la página.'
const CHANGED = 'Alguien más modificó el registro mientras tanto: revíselo antes de guardar.'

interface FormDraftProps {
  name?: string
  /** Called with the draft's original values if another user saved the record in the meantime. */
  onChanged?: (opened: Readonly<Record<string, unknown>>) => void
  /** Called with the audit event whose version the draft restores, if saving needs a confirmation (rule P17). */
  onVersion?: (version: string | undefined) => void
}

/**
 * For any form: keeps unsaved values across an expired session or reload, with a message that offers to discard them.
 */
export const FormDraft = ({ name, onChanged, onVersion }: FormDraftProps) => {
  const { restored, reason, discard } = useFormDraft(name, onChanged, onVersion)
  if (restored === undefined) return null
  return (
    <Alert
      severity={restored === 'same' ? 'info' : 'warning'}
      role="status"
      action={
        <Button color="inherit" size="small" onClick={discard}>
          Descartar
        </Button>
      }
      sx={{ width: '100%', mb: 2 }}
    >
      {restored === 'same' ? reason : `${reason} ${CHANGED}`}
    </Alert>
  )
}

export interface FormDraft {
  /** Whether the record changed since the draft was saved. */
  restored: 'same' | 'changed' | undefined
  /** Origin of the values. */
  reason: string
  discard: () => void
}

const dirtyValues = (values: FieldValues, dirty: Readonly<Record<string, unknown>>): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name]))

const lastUpdate = (record: FieldValues | undefined): string | undefined =>
  typeof record?.dateUpdate === 'string' ? record.dateUpdate : undefined

const makeDraft = (
  userId: string,
  values: FieldValues,
  dateUpdate: string | undefined,
  opened: FieldValues,
): Draft => ({
  userId,
  values,
  ...(dateUpdate === undefined ? {} : { dateUpdate, opened }),
})

/**
 * Saves unsaved values when the session expires or the page is left, and restores them for the same user and path.
 * `name` distinguishes several forms on one path.
 */
export const useFormDraft = (
  name = 'form',
  onChanged?: FormDraftProps['onChanged'],
  onVersion?: FormDraftProps['onVersion'],
): FormDraft => {
  const { getValues, setValue, reset, formState } = useFormContext()
  const { pathname, search } = useRealLocation()
  const dateUpdate = lastUpdate(useRecordContext())
  const [restored, setRestored] = useState<FormDraft['restored']>()
  const [reason, setReason] = useState(EXPIRED)
  const schema = useContext(SchemaContext)
  const key = draftKey(`${pathname}${search}`, name)
  // Read during rendering, since react-hook-form only updates the state that is read.
  const { dirtyFields, defaultValues } = formState
  const latest = useRef({ dirtyFields, defaultValues, dateUpdate, onChanged, onVersion, schema })
  useEffect(() => {
    latest.current = { dirtyFields, defaultValues, dateUpdate, onChanged, onVersion, schema }
  })

  useEffect(() => {
    const keep = (reason?: string): void => {
      const me = cachedMe()
      if (me === undefined) return
      const { dirtyFields: dirty, defaultValues: opened = {}, dateUpdate: version } = latest.current
      const draft = makeDraft(me._id, dirtyValues(getValues(), dirty), version, dirtyValues(opened, dirty))
      saveDraft(key, reason === undefined ? draft : { ...draft, reason })
    }
    const ended = new AbortController()
    const { signal } = ended
    const stop = onExpiry(() => keep())
    window.addEventListener('pagehide', () => keep(RELOADED), { signal })
    // A page restored from the back/forward cache still has its form.
    window.addEventListener('pageshow', ({ persisted }) => persisted && dropDraft(key), { signal })
    return () => {
      stop()
      ended.abort()
    }
  }, [key, getValues])

  useEffect(() => {
    // After the form's own effects, which apply the record's values.
    const timer = setTimeout(() => {
      const me = cachedMe()
      const draft = me === undefined ? undefined : takeDraft(key, me._id)
      if (draft === undefined) return
      const { schema: written } = latest.current
      // The page may have been left during a save, which stored them all the same.
      const unsaved = Object.entries(draft.values).filter(
        ([field, value]) =>
          (written === undefined || field in written.shape) && !isSameValue(value, getValues(field)),
      )
      if (unsaved.length === 0) return
      for (const [field, value] of unsaved) setValue(field, value, { shouldDirty: true, shouldTouch: true })
      if (draft.reason !== undefined) setReason(draft.reason)
      latest.current.onVersion?.(draft.version)
      const isSame = draft.dateUpdate === latest.current.dateUpdate
      setRestored(isSame ? 'same' : 'changed')
      if (!isSame && draft.opened !== undefined) latest.current.onChanged?.(draft.opened)
    })
    return () => clearTimeout(timer)
  }, [key, getValues, setValue])

  const discard = () => {
    reset()
    onVersion?.(undefined)
    setRestored(undefined)
  }
  return { restored, reason, discard }
}
