import Box from '@mui/material/Box'
import { useInput, useResourceContext, useTranslateLabel } from 'ra-core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useRequired } from './form-kit.tsx'

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
const asTyped = <T,>(value: T): T => value

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

// The mark is for the eye: it stays out of the label's text, `aria-required` says it to the ear.
const MARKED = { '&::after': { content: '" *" / ""' } }

/** A label with the mark of what must be filled in. */
export const FieldLabel = ({ children, required }: { children: ReactNode; required: boolean }) =>
  required ? (
    <Box component="span" sx={MARKED}>
      {children}
    </Box>
  ) : (
    children
  )

/**
 * Material UI's Autocomplete forgets the highlighted option at the first drawing after the one that changed the options:
 * an arrow key pressed between the two would be lost. This makes that drawing follow at once, before any key.
 */
export const useExtraRender = (options: readonly string[]): void => {
  const drawn = options.join('\n')
  const [, draw] = useState('')
  useEffect(() => draw(drawn), [drawn])
}
