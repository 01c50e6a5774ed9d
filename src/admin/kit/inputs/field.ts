import { useInput, useResourceContext, useTranslateLabel } from 'ra-core'
import { useId } from 'react'
import { useRequired } from './form-kit.ts'

export interface FieldProps {
  /** The field's name in the record, on the wire and in the page. */
  source: string
  /** Without it the entity's own name of the field. */
  label?: string
  /** A line of help below. */
  help?: string
  disabled?: boolean
}

// Kept exactly as typed: the schema says what is wrong with it, nothing is trimmed or turned into null on the way.
const asTyped = <T>(value: T): T => value

interface Field {
  id: string
  name: string
  value: unknown
  label: string
  required: boolean
  error: string | undefined
  /** The id of the line below, for aria-describedby. */
  lineId: string
  change: (value: unknown) => void
  blur: () => void
}

const messageOf = (
  error: { message?: string; root?: { message?: string } } | undefined,
): string | undefined => error?.message ?? error?.root?.message

/** A field of the form around, with its label, its mark and its message. */
export const useField = ({ source, label }: FieldProps): Field => {
  const resource = useResourceContext()
  const { id, field, fieldState } = useInput({ source, parse: asTyped, format: asTyped })
  const required = useRequired(source)
  const text = useTranslateLabel()({ source, resource, label })
  return {
    id,
    name: field.name,
    value: field.value,
    label: typeof text === 'string' ? text : source,
    required,
    error: messageOf(fieldState.error),
    lineId: useId(),
    change: field.onChange,
    blur: () => field.onBlur(),
  }
}
