import { useState } from 'react'
import { dateOfDay, dayOfDate, dayOfWire, instantOfDay, inWords } from './days.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { type FieldProps, useField } from './field.ts'
import { LazyDayPicker } from './LazyDayPicker.tsx'

interface DateInputProps extends FieldProps {
  /** What the wire carries: a day as such (YYYY-MM-DD), or the instant at which it begins. */
  as?: 'day' | 'instant'
}

/** A date, typed or picked as mm/dd/yyyy and said again in words. */
export const DateInput = ({ as = 'day', ...props }: DateInputProps) => {
  const { id, name, value, label, required, error, change, blur } = useField(props)
  const [known, setKnown] = useState(value)
  const [date, setDate] = useState(() => dateOfDay(dayOfWire(value)))
  // The record or a look-up changed the field; what was typed here is already in `known`.
  if (known !== value) {
    setKnown(value)
    setDate(dateOfDay(dayOfWire(value)))
  }
  const pick = (picked: Date | null): void => {
    const day = dayOfDate(picked)
    const next = as === 'instant' ? instantOfDay(day) : day
    setDate(picked)
    setKnown(next)
    change(next)
  }
  return (
    <LazyDayPicker
      id={id}
      name={name}
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={date}
      onChange={pick}
      onBlur={blur}
      error={error}
      line={inWords(date) ?? props.help}
      required={required}
      disabled={props.disabled ?? false}
    />
  )
}
