import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { type Draft, keepDraft, takeDraft } from '../../api/draft.ts'
import { onExpiry } from '../../api/http.ts'
import { knownMe } from '../../api/me.ts'
import { useRealLocation } from '../../api/router.tsx'

const RESTORED = 'Se recuperó lo que había escrito cuando su sesión expiró.'
const CHANGED = `${RESTORED} Alguien más modificó el registro mientras tanto: revíselo antes de guardar.`

interface FormDraftProps {
  name?: string
  /** Gets the old values of the draft's fields when another user saved the record in the meantime. */
  onChanged?: (opened: Readonly<Record<string, unknown>>) => void
}

/** Inside any form: unsaved values survive an expired session; a message says so and offers to discard them. */
export const FormDraft = ({ name, onChanged }: FormDraftProps) => {
  const { restored, discard } = useFormDraft(name, onChanged)
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
      {restored === 'same' ? RESTORED : CHANGED}
    </Alert>
  )
}

export interface FormDraft {
  /** Whether the record is the same as when the draft was kept, or was changed since. */
  restored: 'same' | 'changed' | undefined
  discard: () => void
}

const dirtyValues = (values: FieldValues, dirty: Readonly<Record<string, unknown>>): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => dirty[name]))

const stampOf = (record: FieldValues | undefined): string | undefined =>
  typeof record?.dateUpdate === 'string' ? record.dateUpdate : undefined

const draftOf = (
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
 * Keeps the unsaved values of the surrounding form when the session expires, and restores them for the same user at the
 * same address. `name` tells several forms at one address apart.
 */
export const useFormDraft = (
  name = 'form',
  onChanged?: (opened: Readonly<Record<string, unknown>>) => void,
): FormDraft => {
  const { getValues, setValue, reset, formState } = useFormContext()
  const { pathname, search } = useRealLocation()
  const dateUpdate = stampOf(useRecordContext())
  const [restored, setRestored] = useState<FormDraft['restored']>()
  const address = `${name}:${pathname}${search}`
  // Read while rendering: react-hook-form updates only the state that is read.
  const { dirtyFields, defaultValues } = formState
  const latest = useRef({ dirtyFields, defaultValues, dateUpdate, onChanged })
  useEffect(() => {
    latest.current = { dirtyFields, defaultValues, dateUpdate, onChanged }
  })

  useEffect(
    () =>
      onExpiry(() => {
        const me = knownMe()
        const { dirtyFields: dirty, defaultValues: opened = {}, dateUpdate: version } = latest.current
        const draft = (userId: string) =>
          draftOf(userId, dirtyValues(getValues(), dirty), version, dirtyValues(opened, dirty))
        if (me !== undefined) keepDraft(address, draft(me._id))
      }),
    [address, getValues],
  )

  useEffect(() => {
    // After the form's own effects, which put the record's values in place.
    const timer = setTimeout(() => {
      const me = knownMe()
      const draft = me === undefined ? undefined : takeDraft(address, me._id)
      if (draft === undefined) return
      for (const [field, value] of Object.entries(draft.values))
        setValue(field, value, { shouldDirty: true, shouldTouch: true })
      const isSame = draft.dateUpdate === latest.current.dateUpdate
      setRestored(isSame ? 'same' : 'changed')
      if (!isSame && draft.opened !== undefined) latest.current.onChanged?.(draft.opened)
    })
    return () => clearTimeout(timer)
  }, [address, setValue])

  const discard = () => {
    reset()
    setRestored(undefined)
  }
  return { restored, discard }
}
