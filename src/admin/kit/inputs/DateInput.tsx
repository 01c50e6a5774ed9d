import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import {
  dayOf,
  endOfDay,
  formatTypedDay,
  isDay,
  parseTypedDay,
  startOfDay,
  type TypedDay,
} from '../../../domain/format/dates.ts'
import { DATE_MESSAGES } from '../../../domain/validation/fields.ts'
import { lazy } from '../../api/connection.ts'
import { serviceZone } from '../../api/me.ts'
import { today } from '../display/dates.ts'
import { Loading } from '../page/Page.tsx'
import { FieldLabel, type FieldProps, useField } from './inputs.tsx'

interface DateInputProps extends FieldProps {
  as?: DayKind
}

export const DateInput = ({ as = 'day', disabled = false, ...props }: DateInputProps) => {
  const { id, name, value, label, required, error, help, withNote, change, blur } = useField(props)
  const [text, setText] = useState(() => toTypedText(value))
  const [lastValue, setLastValue] = useState(value)
  const [stored, setStored] = useState(value)
  // Changed by the record or a look-up; typed values are already in `lastValue`.
  if (lastValue !== value) {
    setLastValue(value)
    setStored(value)
    setText(toTypedText(value))
  }
  const type = (typed: string): void => {
    setText(typed)
    const next = parseTyped(typed, as, stored)
    if (next === value) return
    setLastValue(next)
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
      toHelperText={(line) => withNote([line, help].filter(Boolean).join(' · '))}
      required={required}
      disabled={disabled}
    />
  )
}

interface DayFieldProps {
  id?: string
  name: string
  label: string
  text: string
  onChange: (text: string) => void
  onBlur?: () => void
  error?: string | undefined
  /** Help line, shown while there is neither a date nor an error. */
  help?: string | undefined
  /** Completes the line below, be it the help, the date in words or an error. */
  toHelperText?: (line: string | undefined) => ReactNode
  required?: boolean
  disabled?: boolean
}

/**
 * A date typed as mm/dd/yyyy or picked in a calendar, repeated in words; typed text is never replaced by another day.
 */
export const DayField = ({ label, text, error: given, required = false, ...props }: DayFieldProps) => {
  const { id, name, onChange, onBlur, help, toHelperText, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const [wasLeftWrong, setLeftWrong] = useState(false)
  const read = readTyped(text)
  const day = read.state === 'day' ? read.day : ''
  const suggestion = read.state === 'unreadable' ? read.suggestion : undefined
  const error = given ?? (wasLeftWrong && read.state === 'unreadable' ? DATE_MESSAGES.invalid : undefined)
  const line = error ?? (day === '' ? help : inWords(day))
  const complete = (): void => {
    if (completeDate(text) !== text) onChange(completeDate(text))
  }
  const change = (typed: string): void => {
    if (readTyped(typed).state !== 'unreadable') setLeftWrong(false)
    onChange(typed)
  }
  const leave = (): void => {
    setLeftWrong(read.state === 'unreadable')
    complete()
    onBlur?.()
  }
  const take = (picked: string): void => {
    change(picked === '' ? '' : formatTypedDay(picked))
    input.current?.focus()
  }
  return (
    <TextField
      id={id}
      name={name}
      fullWidth
      inputRef={input}
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={text}
      placeholder="mm/dd/yyyy"
      autoComplete="off"
      disabled={disabled}
      error={error !== undefined}
      onChange={({ target }) => change(target.value)}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        // Also completes the year when Enter submits the form.
        if (event.key === 'Enter') complete()
      }}
      helperText={
        suggestion === undefined ? (
          toHelperText ? (
            toHelperText(line)
          ) : (
            line
          )
        ) : (
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75 }}>
            {error}
            <Suggestion day={suggestion} onTake={() => take(suggestion)} />
          </Box>
        )
      }
      slotProps={{
        htmlInput: { 'aria-required': required, inputMode: 'numeric' },
        formHelperText: { 'aria-live': 'polite' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <CalendarButton label={label} disabled={disabled ?? false} day={day} onPick={take} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

const DayCalendar = lazy(async () => ({ default: (await import('./DayCalendar.tsx')).DayCalendar }))

/** Size of the calendar, to avoid a layout shift when it has loaded. */
const CALENDAR_SIZE = { width: 320, minHeight: 388 }

interface CalendarButtonProps extends Pick<DayFieldProps, 'label' | 'disabled'> {
  day: string
  onPick: (day: string) => void
}

const CalendarButton = ({ label, disabled, day, onPick }: CalendarButtonProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const pick = (picked: string): void => {
    onPick(picked)
    close()
  }
  return (
    <>
      <IconButton
        edge="end"
        disabled={disabled ?? false}
        aria-label={`Elige fecha: ${label}${day === '' ? '' : `, ${inWords(day)}`}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <CalendarIcon fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        // The calendar takes the focus when mounted: an exit transition must not keep the last one mounted.
        transitionDuration={0}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Calendario',
            sx: { border: 1, borderColor: 'divider', ...CALENDAR_SIZE },
          },
        }}
      >
        <Suspense fallback={<Loading />}>
          <DayCalendar day={day} onPick={pick} />
        </Suspense>
      </Popover>
    </>
  )
}

interface SuggestionProps {
  day: string
  onTake: () => void
}

const Suggestion = ({ day, onTake }: SuggestionProps) => (
  <Link
    component="button"
    type="button"
    variant="caption"
    // Keeps the focus in the field until the click: losing it would show its error and move this button.
    onMouseDown={(event: MouseEvent) => event.preventDefault()}
    onClick={onTake}
    sx={{ minHeight: { xs: 44, sm: 24 }, textAlign: 'left', verticalAlign: 'baseline' }}
  >
    {`¿Quiso decir ${inWords(day)}?`}
  </Link>
)

/** Format of a field: a day (YYYY-MM-DD), the instant at which it begins, or its last millisecond. */
export type DayKind = 'day' | 'instant' | 'end'

/** Prefix for unreadable text: no schema accepts it, and the form keeps what was typed. */
const UNREADABLE = '? '

export const readTyped = (text: string): TypedDay => parseTypedDay(text, Number(today().slice(0, 4)))

/** A readable date in full as mm/dd/yyyy; other text unchanged. */
export const completeDate = (text: string): string => {
  const read = readTyped(text)
  return read.state === 'day' ? formatTypedDay(read.day) : text
}

/** The day of a field's value: days unchanged, instants in the service's time zone; '' for anything else. */
export const toDay = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return ''
  if (isDay(value)) return value
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant, serviceZone())
}

/** The text that a date input shows for a form's value. */
export const toTypedText = (value: unknown): string => {
  if (typeof value === 'string' && value.startsWith(UNREADABLE)) return value.slice(UNREADABLE.length)
  const day = toDay(value)
  return day === '' ? '' : formatTypedDay(day)
}

/**
 * The form's value for typed text. `stored`: the field's earlier value, returned unchanged for its own day, so that
 * retyping the day preserves an instant within it. Unreadable text gives a value that no schema accepts.
 */
export const parseTyped = (text: string, kind: DayKind, stored?: unknown): unknown => {
  const read = readTyped(text)
  if (read.state === 'empty') return ''
  if (read.state === 'unreadable') return `${UNREADABLE}${text}`
  if (toDay(stored) === read.day) return stored
  if (kind === 'day') return read.day
  const instant = kind === 'instant' ? startOfDay(read.day, serviceZone()) : endOfDay(read.day, serviceZone())
  return instant.toISOString()
}

const WORDS = new Intl.DateTimeFormat('es', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A day (YYYY-MM-DD) in words, so that 03/04 can't be misread: 3 de abril de 2026. */
export const inWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`))
