import TextField from '@mui/material/TextField'
import type { HTMLInputTypeAttribute } from 'react'
import { FieldLabel, type FieldProps, useField } from './field.tsx'

export interface TextInputProps extends FieldProps {
  type?: HTMLInputTypeAttribute
  /** Lines of a longer text. */
  rows?: number
  /** Shows how much of it is used. */
  maxLength?: number
  autoComplete?: string
  placeholder?: string
  /** Has the focus when it appears: the first field of a dialog. */
  autoFocus?: boolean
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const count = (text: string, maxLength: number | undefined): string =>
  maxLength === undefined ? '' : `${text.length} / ${maxLength}`

/** A text field. */
export const TextInput = (props: TextInputProps) => {
  const { rows, maxLength, type = 'text', help, disabled, placeholder, autoComplete = 'off' } = props
  const { autoFocus = false } = props
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const text = asText(value)
  const line = error ?? ([help, count(text, maxLength)].filter(Boolean).join(' · ') || undefined)
  return (
    <TextField
      id={id}
      name={name}
      type={type}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={text}
      error={error !== undefined}
      helperText={line}
      disabled={disabled}
      placeholder={placeholder}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      multiline={rows !== undefined}
      minRows={rows}
      maxRows={rows === undefined ? undefined : rows * 3}
      onChange={(event) => change(event.target.value)}
      onBlur={blur}
      slotProps={{ htmlInput: { 'aria-required': required } }}
    />
  )
}
