import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ChangeEvent, useRef, useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { Tag } from '../display/display.tsx'

// A form inside the dialog must not take over scrolling from the middle part.
export const SCROLLING = { '& form': { display: 'flex', flexDirection: 'column', minHeight: 0 } } as const

export const WRAP = { overflowWrap: 'anywhere' } as const

export const StepError = ({ text }: { text: string | undefined }) => (
  <Box role="alert" sx={{ px: 3 }}>
    {text === undefined ? null : (
      <Alert severity="error" role="presentation" sx={{ mb: 1.5 }}>
        {text}
      </Alert>
    )}
  </Box>
)

interface FileButtonProps {
  label: string
  /** Name of the hidden input. */
  name: string
  accept: string
  isBusy: boolean
  onChosen: (file: File) => void
}

export const FileButton = ({ label, name, accept, isBusy, onChosen }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // Permits choosing the same file again after correcting it.
    target.value = ''
    if (file !== undefined) onChosen(file)
  }
  return (
    <>
      <Button
        variant="contained"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        sx={{ justifySelf: 'start' }}
      >
        {label}
      </Button>
      <input ref={input} type="file" hidden accept={accept} aria-label={name} onChange={choose} />
    </>
  )
}

/** Labels and colours of rows' verdicts. */
const VERDICTS = {
  new: { one: 'Nuevo', many: 'Nuevos', tone: 'green' },
  changed: { one: 'Cambia', many: 'Cambiados', tone: 'yellow' },
  same: { one: 'Igual', many: 'Iguales', tone: undefined },
  duplicate: { one: 'Duplicado', many: 'Duplicados', tone: 'red' },
  invalid: { one: 'Inválido', many: 'Inválidos', tone: 'red' },
  refused: { one: 'Rechazado', many: 'Rechazados', tone: 'red' },
} as const
type Verdict = keyof typeof VERDICTS

export const VerdictTag = ({ verdict }: { verdict: Verdict }) => {
  const { one, tone } = VERDICTS[verdict]
  return <Tag tone={tone}>{one}</Tag>
}

interface VerdictFilterProps<Each extends Verdict> {
  /** In menu order. */
  verdicts: readonly Each[]
  counts: Readonly<Record<Each, number>>
  verdict: Each | ''
  onChange: (verdict: Each | '') => void
}

export const VerdictFilter = <Each extends Verdict>({
  verdicts,
  counts,
  verdict,
  onChange,
}: VerdictFilterProps<Each>) => {
  const total = verdicts.reduce((sum, each) => sum + counts[each], 0)
  return (
    <TextField
      select
      label="Mostrar"
      value={verdict}
      onChange={({ target }) => onChange(verdicts.find((each) => each === target.value) ?? '')}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 200, my: 0 }}
    >
      <MenuItem value="">Todos ({formatCount(total)})</MenuItem>
      {verdicts.map((each) => (
        <MenuItem key={each} value={each}>
          {VERDICTS[each].many} ({formatCount(counts[each])})
        </MenuItem>
      ))}
    </TextField>
  )
}

interface ErrorsProps {
  messages: readonly string[]
  /** Title of the row. */
  title: string
}

/** The first error of a row, with a button that shows the others. */
export const Errors = ({ messages, title }: ErrorsProps) => {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = messages
  if (first === undefined) return null
  const more = `y ${others.length} más`
  return (
    <Box sx={{ display: 'grid', justifyItems: { xs: 'end', sm: 'start' }, fontSize: 12.5 }}>
      <span>{first}</span>
      {isOpen ? others.map((message) => <span key={message}>{message}</span>) : null}
      {others.length > 0 ? (
        <Link
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Menos' : more}: errores de ${title}`}
          onClick={() => setOpen(!isOpen)}
          sx={{ fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
        >
          {isOpen ? 'Menos' : more}
        </Link>
      ) : null}
    </Box>
  )
}

interface SelectAllProps {
  label: string
  total: number
  count: number
  onChange: (isChosen: boolean) => void
}

export const SelectAll = ({ label, total, count, onChange }: SelectAllProps) => {
  const isEvery = count > 0 && count === total
  return (
    <FormControlLabel
      disabled={total === 0}
      label={label}
      control={
        <Checkbox
          size="small"
          checked={isEvery}
          indeterminate={count > 0 && !isEvery}
          onChange={() => onChange(!isEvery)}
        />
      }
    />
  )
}

interface ChangeChoiceProps {
  /** For example 'Enlace: https://a → https://b'. */
  text: string
  /** Title of the record. */
  title: string
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

/** Checkbox for overwriting a field of a stored record. */
export const ChangeChoice = ({ text, title, isChosen, onChange }: ChangeChoiceProps) => (
  <FormControlLabel
    label={text}
    sx={{ mr: 0, ml: '-5px', textAlign: 'left' }}
    slotProps={{ typography: { fontSize: 'inherit' } }}
    control={
      <Checkbox
        size="small"
        sx={{ p: '3px', mr: 0.5 }}
        checked={isChosen}
        onChange={(_, isNow) => onChange(isNow)}
        slotProps={{ input: { 'aria-label': `Sobrescribir en ${title}: ${text}` } }}
      />
    }
  />
)

export interface CountLine {
  label: string
  count: number
}

export const Counts = ({ lines }: { lines: readonly CountLine[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr max-content', gap: '6px 20px' }}>
    {lines.map(({ label, count }) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <dt>{label}</dt>
        <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: 600 }}>
          {formatCount(count)}
        </Box>
      </Box>
    ))}
  </Box>
)

/** Confirms discarding choices. */
export const useGuard = (hasChoices: boolean) => {
  const [pending, setPending] = useState<() => void>()
  const guarded =
    (act: () => void, isAtStake = hasChoices) =>
    () => {
      if (isAtStake) setPending(() => act)
      else act()
    }
  const question = (
    <ConfirmDialog
      open={pending !== undefined}
      title="¿Descartar lo elegido?"
      confirmLabel="Descartar"
      cancelLabel="Seguir eligiendo"
      danger
      onConfirm={() => {
        setPending(undefined)
        pending?.()
      }}
      onClose={() => setPending(undefined)}
    >
      Todavía no se importó nada: lo que eligió se perderá.
    </ConfirmDialog>
  )
  return { guarded, question }
}
