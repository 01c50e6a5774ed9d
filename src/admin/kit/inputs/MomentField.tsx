import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { dateParts, localInstant } from '../../../domain/format/dates.ts'
import { serviceZone } from '../../api/me.ts'
import { DayField, parseTyped, readTyped, toDay, toTypedText } from './DateInput.tsx'
import { type FieldProps, useField } from './inputs.tsx'

interface MomentFieldProps {
  id?: string
  name: string
  label: string
  /** An instant, or null. */
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  error?: string | undefined
  help?: string | undefined
  /** Time of a day that is chosen first, HH:mm. */
  firstTime?: string
  isDisabled?: boolean
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The time of an instant in the service's time zone, HH:mm; '' for anything else. */
const toTime = (value: unknown): string => {
  if (toDay(value) === '') return ''
  const { hour, minute } = dateParts(new Date(String(value)), serviceZone())
  return `${two(hour)}:${two(minute)}`
}

/** The value for typed text: an instant; null without a day; text that no schema accepts if it is unreadable. */
const parseInstant = (text: string, time: string): unknown => {
  const read = readTyped(text)
  if (read.state === 'empty') return null
  if (read.state === 'unreadable') return parseTyped(text, 'instant')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return localInstant(read.day, hours * 60 + minutes, serviceZone()).toISOString()
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 116px',
  columnGap: 1,
  alignItems: 'start',
}

/** Hides the clock of Chromium, which leaves no room for the time. */
const TIME = { '& input::-webkit-calendar-picker-indicator': { display: 'none' } }

/** A day and a time in the service's time zone. */
export const MomentField = (props: MomentFieldProps) => {
  const { label, name, value, onChange, firstTime = '00:00', isDisabled = false, ...field } = props
  const [text, setText] = useState(() => toTypedText(value))
  const [time, setTime] = useState(() => toTime(value))
  const [lastValue, setLastValue] = useState(value)
  // Changed by the record or a draft; typed values are already in `lastValue`.
  if (lastValue !== value) {
    setLastValue(value)
    setText(toTypedText(value))
    setTime(toTime(value))
  }
  const change = (nextText: string, nextTime: string): void => {
    setText(nextText)
    setTime(nextTime)
    // An instant within the minute that is shown stays as it is.
    const isSame = nextText === toTypedText(value) && nextTime === toTime(value)
    const next = isSame ? value : parseInstant(nextText, nextTime)
    if (next === value) return
    setLastValue(next)
    onChange(next)
  }
  const isDay = readTyped(text).state === 'day'
  return (
    <Box sx={ROW}>
      <DayField
        {...field}
        name={name}
        label={label}
        text={text}
        disabled={isDisabled}
        onChange={(typed) =>
          change(typed, time === '' && readTyped(typed).state === 'day' ? firstTime : time)
        }
      />
      <TextField
        type="time"
        name={`${name}Time`}
        label="Hora"
        value={isDay ? time : ''}
        disabled={!isDay || isDisabled}
        onChange={({ target }) => change(text, target.value === '' ? firstTime : target.value)}
        onBlur={field.onBlur}
        slotProps={{ htmlInput: { 'aria-label': `Hora: ${label}` }, inputLabel: { shrink: true } }}
        sx={TIME}
      />
    </Box>
  )
}

interface MomentInputProps extends FieldProps, Pick<MomentFieldProps, 'firstTime'> {}

/** A day and a time of the surrounding form. */
export const MomentInput = ({ firstTime, help, ...props }: MomentInputProps) => {
  const { id, name, value, label, error, change, blur } = useField(props)
  return (
    <MomentField
      id={id}
      name={name}
      label={label}
      value={value}
      onChange={change}
      onBlur={blur}
      error={error}
      help={help}
      {...(firstTime === undefined ? {} : { firstTime })}
    />
  )
}
