import { useState } from 'react'
import { DayField, type DayKind, typedOfWire, wireOfTyped } from './DayField.tsx'
import { type FieldProps, useField } from './field.tsx'

interface DateInputProps extends FieldProps {
  as?: DayKind
}

/** A date of the form around. */
export const DateInput = ({ as = 'day', help, disabled = false, ...props }: DateInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const [text, setText] = useState(() => typedOfWire(value))
  const [known, setKnown] = useState(value)
  const [stored, setStored] = useState(value)
  // The record or a look-up changed the field; what was typed here is already in `known`.
  if (known !== value) {
    setKnown(value)
    setStored(value)
    setText(typedOfWire(value))
  }
  const type = (typed: string): void => {
    setText(typed)
    const next = wireOfTyped(typed, as, stored)
    if (next === value) return
    setKnown(next)
    change(next)
  }
  return (
    <DayField
      id={id}
      name={name}
      label={label}
      text={text}
      onChange={type}
      onBlur={blur}
      error={error}
      help={help}
      required={required}
      disabled={disabled}
    />
  )
}
