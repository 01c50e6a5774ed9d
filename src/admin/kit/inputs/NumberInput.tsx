import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FieldLabel, type FieldProps, useField } from './field.tsx'

interface NumberInputProps extends FieldProps {
  min?: number
  max?: number
  /** Whole numbers without it. */
  decimals?: boolean
  /** Has the focus when it appears: the field of a dialog that is typed in most. */
  autoFocus?: boolean
  /** What is typed takes the place of what stands there: it is marked as soon as the field has the focus. */
  isReplaced?: boolean
}

const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '')

// What is no number stays a text: the schema refuses it with its own message.
const numberIn = (text: string): unknown => {
  if (text.trim() === '') return null
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}

/** A number, or null when it is empty. No spinner: the wheel must not change what was typed. */
export const NumberInput = (props: NumberInputProps) => {
  const { help, disabled, decimals = false, autoFocus = false, isReplaced = false } = props
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const [typed, setTyped] = useState(textOf(value))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (numberIn(typed) !== value) setTyped(typeof value === 'string' ? value : textOf(value))
  }
  return (
    <TextField
      id={id}
      name={name}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={typed}
      error={error !== undefined}
      helperText={error ?? help}
      disabled={disabled}
      autoFocus={autoFocus}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value)
        change(numberIn(target.value))
      }}
      onFocus={isReplaced ? ({ target }) => target.select() : undefined}
      onBlur={blur}
      slotProps={{ htmlInput: { inputMode: decimals ? 'decimal' : 'numeric', 'aria-required': required } }}
    />
  )
}
