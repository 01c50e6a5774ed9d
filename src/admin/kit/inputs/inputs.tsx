import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import {
  createContext,
  type FocusEvent,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react'
import { useInput, useResourceContext, useTranslateLabel } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isUrlOrPath } from '../../../domain/validation/fields.ts'
import { Switch, Thumbnail } from '../display/display.tsx'
import { EyeIcon } from '../display/EyeIcon.tsx'
import { useRequired } from './form-kit.tsx'

export interface FieldProps {
  /** The field's name in the record, in requests and in the page. */
  source: string
  /** By default, the entity's label of the field. */
  label?: string
  help?: string
  disabled?: boolean
}

interface FieldNote {
  help?: string
  /** Below the help, also while an error replaces it. */
  note?: ReactNode
}

/** What a form says below its fields, by their names. */
export const FieldNotes = createContext<(source: string) => FieldNote | undefined>(() => undefined)

// React-admin converts empty text to null; the schema validates what was typed.
const identity = <T,>(value: T): T => value

interface Field {
  id: string
  name: string
  value: unknown
  label: string
  required: boolean
  error: string | undefined
  help: string | undefined
  /** Adds the form's note to the line below. */
  withNote: (line: string | undefined) => ReactNode
  /** The id of the line below, for aria-describedby. */
  lineId: string
  change: (value: unknown) => void
  blur: () => void
}

const errorText = (
  error: { message?: string; root?: { message?: string } } | undefined,
): string | undefined => error?.message ?? error?.root?.message

/** Binds a field of the surrounding form, with label and error. */
export const useField = ({ source, label, help }: FieldProps): Field => {
  const resource = useResourceContext()
  const { id, field, fieldState } = useInput({ source, parse: identity, format: identity })
  const required = useRequired(source)
  const general = useContext(FieldNotes)(source)
  const name = source.slice(source.lastIndexOf('.') + 1)
  const text = useTranslateLabel()({ source: name, resource, label })
  return {
    id,
    name: field.name,
    value: field.value,
    label: typeof text === 'string' ? text : source,
    required,
    error: errorText(fieldState.error),
    help: help ?? general?.help,
    withNote: (line) =>
      general?.note ? (
        <>
          {line}
          {general.note}
        </>
      ) : (
        line
      ),
    lineId: useId(),
    change: field.onChange,
    blur: () => field.onBlur(),
  }
}

// Visual only: screen readers use `aria-required` instead of an asterisk in the label.
const MARKED = { '&::after': { content: '" *" / ""' } }

/** A label, marked if the field is required. */
export const FieldLabel = ({ children, required }: { children: ReactNode; required: boolean }) =>
  required ? (
    <Box component="span" sx={MARKED}>
      {children}
    </Box>
  ) : (
    children
  )

/**
 * Forces an extra render when the options change: Material UI's Autocomplete loses the highlighted option at the first
 * render after that, and would ignore an arrow key pressed in between.
 */
export const useExtraRender = (options: readonly string[]): void => {
  const key = options.join('\n')
  const [, render] = useState('')
  useEffect(() => render(key), [key])
}

export interface TextInputProps extends FieldProps {
  type?: HTMLInputTypeAttribute
  /** Number of lines, for longer text. */
  rows?: number
  /** Shows a character count. */
  maxLength?: number
  autoComplete?: string
  placeholder?: string
  /** For the first field of a dialog. */
  autoFocus?: boolean
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const count = (text: string, maxLength: number | undefined): string =>
  maxLength === undefined ? '' : `${text.length} / ${maxLength}`

/**
 * Adjacent multiline fields have the same height; 12 px are their margins. They grow with their text by CSS, since
 * Material's text area measures itself in scripts, several times for each field of an opened form; elsewhere they
 * scroll.
 */
const multiline = (rows: number) =>
  ({
    height: 'calc(100% - 12px)',
    '& .MuiInputBase-root': { flex: 1, alignItems: 'flex-start' },
    '& textarea': {
      fieldSizing: 'content',
      minHeight: `${rows}lh`,
      maxHeight: `${rows * 3}lh`,
      resize: 'none',
    },
  }) as const

/** Browsers only scroll to the caret of a text area, the rest of which may stay under a bar. */
const showWhole = ({ target }: FocusEvent<HTMLElement>): void => target.scrollIntoView({ block: 'nearest' })

export const TextInput = (props: TextInputProps) => {
  const { rows, maxLength, type = 'text', disabled, placeholder, autoComplete = 'off' } = props
  const { autoFocus = false } = props
  const { id, name, value, label, required, error, help, withNote, change, blur } = useField(props)
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
      helperText={withNote(line)}
      disabled={disabled}
      placeholder={placeholder}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      multiline={rows !== undefined}
      rows={rows}
      onChange={(event) => change(event.target.value)}
      onFocus={rows === undefined ? undefined : showWhole}
      onBlur={blur}
      slotProps={{
        htmlInput: { 'aria-required': required },
        input: rows === undefined ? {} : { inputComponent: 'textarea' },
      }}
      sx={rows === undefined ? undefined : multiline(rows)}
    />
  )
}

interface RevealButtonProps {
  isShown: boolean
  disabled?: boolean | undefined
  onChange: (isShown: boolean) => void
}

/** Shows and hides the password of the field that it ends. */
export const RevealButton = ({ isShown, disabled, onChange }: RevealButtonProps) => (
  <IconButton
    edge="end"
    size="small"
    aria-label={isShown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
    aria-pressed={isShown}
    disabled={disabled}
    onClick={() => onChange(!isShown)}
  >
    <EyeIcon isShown={isShown} />
  </IconButton>
)

interface PasswordInputProps extends FieldProps {
  autoComplete?: 'current-password' | 'new-password'
  generate?: () => string
}

/** A password: hidden, with a button that reveals it. */
export const PasswordInput = ({ generate, ...props }: PasswordInputProps) => {
  const { name, value, id, label, required, error, change, blur } = useField(props)
  const [isShown, setShown] = useState(false)
  const makeUp = (): void => {
    change(generate?.())
    setShown(true)
  }
  const toggle = (
    <InputAdornment position="end">
      {generate === undefined || props.disabled ? null : (
        <Button size="small" onClick={makeUp} aria-label="Generar contraseña" sx={{ mr: 0.5 }}>
          Generar
        </Button>
      )}
      <RevealButton isShown={isShown} disabled={props.disabled} onChange={setShown} />
    </InputAdornment>
  )
  return (
    <TextField
      id={id}
      name={name}
      type={isShown ? 'text' : 'password'}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={typeof value === 'string' ? value : ''}
      error={error !== undefined}
      helperText={error ?? props.help}
      disabled={props.disabled}
      autoComplete={props.autoComplete ?? 'new-password'}
      onChange={(event) => change(event.target.value)}
      onBlur={blur}
      slotProps={{ htmlInput: { 'aria-required': required }, input: { endAdornment: toggle } }}
    />
  )
}

interface NumberInputProps extends FieldProps {
  min?: number
  max?: number
  /** Permits decimals; integers by default. */
  decimals?: boolean
  /** For the main field of a dialog. */
  autoFocus?: boolean
  /** Selects the current value on focus, so that typing replaces it. */
  isReplaced?: boolean
}

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')

// Keeps non-numeric text, for which the schema has the message.
const numberIn = (text: string): unknown => {
  if (text.trim() === '') return null
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}

/** A number, or null if empty. No spinner, so that the mouse wheel doesn't change the value. */
export const NumberInput = (props: NumberInputProps) => {
  const { disabled, decimals = false, autoFocus = false, isReplaced = false } = props
  const { id, name, value, label, required, error, help, withNote, change, blur } = useField(props)
  const [typed, setTyped] = useState(numberText(value))
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (numberIn(typed) !== value) setTyped(typeof value === 'string' ? value : numberText(value))
  }
  return (
    <TextField
      id={id}
      name={name}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={typed}
      error={error !== undefined}
      helperText={withNote(error ?? help)}
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

export interface Choice {
  id: string | number
  name: string
}

interface SelectInputProps extends FieldProps {
  choices: readonly Choice[]
  /** The field's value if nothing is chosen. */
  emptyValue?: '' | null
}

/** Choices from plain texts. */
export const toChoices = (values: readonly string[]): Choice[] => values.map((id) => ({ id, name: id }))

/** Choices from a table of codes and names. */
export const labelChoices = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([id, name]) => ({ id, name }))

/** A choice of one of a few known values. */
export const SelectInput = (props: SelectInputProps) => {
  const { choices, emptyValue = null, disabled } = props
  const { id, name, value, label, required, error, help, withNote, change, blur } = useField(props)
  const selected = choices.find((choice) => choice.id === value)
  return (
    <TextField
      select
      id={id}
      name={name}
      fullWidth
      label={<FieldLabel required={required}>{label}</FieldLabel>}
      value={selected?.id ?? ''}
      error={error !== undefined}
      helperText={withNote(error ?? help)}
      disabled={disabled}
      onChange={({ target }) => {
        const next = choices.find((choice) => String(choice.id) === String(target.value))
        change(next?.id ?? emptyValue)
      }}
      onBlur={blur}
      slotProps={{ select: { SelectDisplayProps: { 'aria-required': required } } }}
    >
      {required ? null : (
        <MenuItem value="">
          <em>Ninguno</em>
        </MenuItem>
      )}
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface SwitchInputProps extends FieldProps {
  /** The field's values for on and off. */
  values?: readonly [on: unknown, off: unknown]
}

export const SwitchInput = ({ values: [on, off] = [true, false], ...props }: SwitchInputProps) => {
  const { id, name, value, label, error, help, withNote, change, blur, lineId } = useField(props)
  const line = withNote(error ?? help)
  return (
    <>
      <FormControlLabel
        label={label}
        disabled={props.disabled ?? false}
        sx={{ ml: 0, gap: 1 }}
        control={
          <Switch
            id={id}
            name={name}
            checked={value === on}
            onChange={({ target }) => change(target.checked ? on : off)}
            onBlur={blur}
            aria-describedby={line ? lineId : undefined}
          />
        }
      />
      {line ? (
        <FormHelperText id={lineId} error={error !== undefined}>
          {line}
        </FormHelperText>
      ) : null}
    </>
  )
}

interface ChecksInputProps extends FieldProps {
  choices: readonly Choice[]
  /** Minimum column width in pixels. */
  columnWidth?: number
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const KEYS = 'Las flechas pasan de una a otra; la barra espaciadora elige.'

// The hint for the keyboard is only visible while a checkbox has its focus.
const CHECKS = {
  border: 0,
  m: 0,
  p: 0,
  minWidth: 0,
  '& > legend > :last-child': { ml: '10px', fontWeight: 400, visibility: 'hidden' },
  '&:has(input:focus-visible) > legend > :last-child': { visibility: 'visible' },
} as const
const LEGEND = { fontSize: 12, fontWeight: 600, color: 'text.secondary', p: 0, mb: 0.5 } as const

/** The checkbox to which a key moves the focus, by layout. */
const boxAfter = (
  key: string,
  from: HTMLInputElement,
  boxes: readonly HTMLInputElement[],
): HTMLInputElement | undefined => {
  const at = boxes.indexOf(from)
  const boxTop = (box: HTMLInputElement) => box.getBoundingClientRect().top
  const first = boxes[0]
  const perRow = first === undefined ? 1 : boxes.filter((box) => boxTop(box) === boxTop(first)).length
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - perRow,
    ArrowDown: at + perRow,
    Home: 0,
    End: boxes.length - 1,
  }
  const next = moves[key]
  return next === undefined ? undefined : boxes[next]
}

/** Checkboxes for known values. A single tab stop: arrow keys move between the boxes. */
export const ChecksInput = (props: ChecksInputProps) => {
  const { choices, columnWidth = 130, disabled = false } = props
  const { name, value, label, required, error, help, withNote, change, blur, lineId } = useField(props)
  const selected = asList(value)
  const line = withNote(error ?? help)
  const keysId = useId()
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLInputElement) || event.ctrlKey || event.altKey || event.metaKey) return
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')]
    const next = boxAfter(event.key, event.target, boxes)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  const toggle = (id: Choice['id'], isChosen: boolean): void => {
    const without = selected.filter((each) => each !== id)
    change(isChosen ? [...without, id] : without)
  }
  return (
    <Box
      component="fieldset"
      aria-describedby={line ? `${keysId} ${lineId}` : keysId}
      onKeyDown={move}
      sx={CHECKS}
    >
      <Box component="legend" sx={{ ...LEGEND, ...(error ? { color: 'error.main' } : {}) }}>
        <FieldLabel required={required}>{label}</FieldLabel>
        <span aria-hidden="true">{KEYS}</span>
      </Box>
      <span id={keysId} hidden>
        {KEYS}
      </span>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(auto-fill, minmax(${columnWidth}px, 1fr))` }}>
        {choices.map((choice, index) => (
          <FormControlLabel
            key={choice.id}
            label={choice.name}
            disabled={disabled}
            sx={{ mr: 1, ml: '-6px' }}
            control={
              <Checkbox
                name={name}
                value={choice.id}
                size="small"
                checked={selected.includes(choice.id)}
                onChange={(_, isChosen) => toggle(choice.id, isChosen)}
                onBlur={blur}
                slotProps={{
                  input: {
                    'aria-invalid': error !== undefined,
                    tabIndex: index === Math.min(stop, choices.length - 1) ? 0 : -1,
                    onFocus: () => setStop(index),
                  },
                }}
                sx={{ p: '5px' }}
              />
            }
          />
        ))}
      </Box>
      {line ? (
        <FormHelperText id={lineId} error={error !== undefined}>
          {line}
        </FormHelperText>
      ) : null}
    </Box>
  )
}

interface ImageInputProps extends FieldProps {
  /** Accessible name of the picture. */
  alt: string
  ratio?: string
  fit?: 'cover' | 'contain'
}

/** Portraits are narrower than their field, so that the fields below stay in view. */
const MAX_PREVIEW_HEIGHT = '200px'

/** The URL of a picture, with a preview above; a click enlarges it. */
export const ImageInput = ({ alt, ratio = '2 / 3', fit = 'cover', ...field }: ImageInputProps) => {
  const value: unknown = useWatch({ name: field.source })
  const src = typeof value === 'string' && isUrlOrPath(value) ? value : ''
  return (
    <Box sx={{ mb: 1 }}>
      <Thumbnail
        src={src}
        alt={alt}
        width={`min(100%, ${MAX_PREVIEW_HEIGHT} * ${ratio})`}
        ratio={ratio}
        fit={fit}
      />
      <TextInput {...field} type="text" placeholder="https://…" />
    </Box>
  )
}
