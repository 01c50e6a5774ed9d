import { useRecordContext } from 'ra-core'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'

type Values = Readonly<Record<string, unknown>>

interface Pending {
  field: string
  value: unknown
  kept: Values
}

/**
 * Puts values on top of a record that is about to become the form's own, as unsaved changes: `field` with `value` is
 * what tells that the new record has arrived.
 */
export const useKeepOver = (): ((field: string, value: unknown, kept: Values) => void) => {
  const record = useRecordContext()
  const { setValue } = useFormContext()
  const [pending, setPending] = useState<Pending>()
  const hasArrived = pending !== undefined && record?.[pending.field] === pending.value
  useEffect(() => {
    if (!hasArrived) return undefined
    // After the form's own effects, which put the record's values in place.
    const timer = setTimeout(() => {
      for (const [name, value] of Object.entries(pending.kept))
        setValue(name, value, { shouldDirty: true, shouldTouch: true })
      setPending(undefined)
    })
    return () => clearTimeout(timer)
  }, [hasArrived, pending, setValue])
  return (field, value, kept) => setPending({ field, value, kept })
}
