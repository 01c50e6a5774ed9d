import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { messagesIn } from '../../kit/inputs/form-kit.tsx'
import { FieldLabel, type FieldProps, useField } from '../../kit/inputs/inputs.tsx'

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const daysText = (days: readonly unknown[]): string => days.join(', ')

/** Keeps other text, for which the schema has the message. */
const daysIn = (text: string): unknown[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const AND = new Intl.ListFormat('es', { type: 'conjunction' })

const dayName = (day: number): string =>
  day === 0 ? 'el mismo día' : day === 1 ? 'un día antes' : `${day} días antes`

/** The days in words: '7 días antes, un día antes y el mismo día'. */
const inWords = (days: readonly unknown[]): string => {
  const numbers = days.filter((day) => typeof day === 'number')
  return numbers.length === 0 ? '' : `Se avisa ${AND.format(numbers.map(dayName))}.`
}

/** A list of numbers of days, written with commas. */
export const DaysInput = (props: FieldProps) => {
  const { source } = props
  const { id, name, value, label, required, help, withNote, change, blur } = useField(props)
  const { errors } = useFormState({ name: source })
  const days = listIn(value)
  const [typed, setTyped] = useState(daysText(days))
  // The form took other values: shows them.
  const shown = daysText(daysIn(typed)) === daysText(days) ? typed : daysText(days)
  const error = messagesIn(errors[source])[0]?.[1]
  return (
    <TextField
      id={id}
      name={name}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={shown}
      error={error !== undefined}
      helperText={withNote(error ?? [inWords(days), help].filter(Boolean).join(' '))}
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value)
        change(daysIn(target.value))
      }}
      onBlur={blur}
      slotProps={{ htmlInput: { 'aria-required': required } }}
    />
  )
}
