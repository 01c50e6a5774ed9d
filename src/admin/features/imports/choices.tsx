import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { Tag } from '../../kit/display/display.tsx'
import type { CardColumn } from './CardTable.tsx'

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

const VerdictTag = ({ verdict }: { verdict: Verdict }) => {
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

interface FoldedProps {
  items: readonly ReactNode[]
  /** Number of those that are shown at first. */
  most: number
  /** For example 'errores de Alfa'. */
  name: string
}

/** The first items of a row, with a button that shows the others. */
const Folded = ({ items, most, name }: FoldedProps) => {
  const [isOpen, setOpen] = useState(false)
  const others = items.length - most
  const more = `y ${others} más`
  return (
    <>
      {isOpen ? items : items.slice(0, most)}
      {others > 0 ? (
        <Link
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Menos' : more}: ${name}`}
          onClick={() => setOpen(!isOpen)}
          sx={{ fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
        >
          {isOpen ? 'Menos' : more}
        </Link>
      ) : null}
    </>
  )
}

interface RowValue {
  label: string
  text: string
  /** What the file says, if something else. */
  original: string
}

const FIRST_VALUES = 5

const Values = ({ values, title }: { values: readonly RowValue[]; title: string }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      justifyContent: { xs: 'end', sm: 'start' },
      columnGap: 1.5,
    }}
  >
    <Folded
      most={FIRST_VALUES}
      name={`valores de ${title}`}
      items={values.map(({ label, text, original }) => (
        <span key={label}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {label}:
          </Box>{' '}
          {text}
          {original === '' ? null : (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' '}
              (en el archivo: {original})
            </Box>
          )}
        </span>
      ))}
    />
  </Box>
)

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
const ChangeChoice = ({ text, title, isChosen, onChange }: ChangeChoiceProps) => (
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

/** The filter of rows, with the choice of all new records. */
export const ChoiceBar = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2.5, rowGap: 1, my: 1.5 }}>
    {children}
  </Box>
)

interface OverwriteAllProps {
  legend: string
  /** Of each field: its label, and in how many records it would change and is chosen. */
  fields: readonly (SelectAllProps & { name: string })[]
}

/** For each field that changes, a choice to overwrite it in all stored records. */
export const OverwriteAll = ({ legend, fields }: OverwriteAllProps) => {
  const changing = fields.filter(({ total }) => total > 0)
  if (changing.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        {legend}
      </Box>
      {changing.map(({ name, label, ...field }) => (
        <SelectAll key={name} label={`${label} (${formatCount(field.total)})`} {...field} />
      ))}
    </Box>
  )
}

interface Verdicted {
  verdict: Verdict
}

interface TakeColumnOptions<Row> {
  titleOf: (row: Row) => string
  isTaken: (row: Row) => boolean
  onTake: (row: Row, isTaken: boolean) => void
}

/** The choice of single new records. */
export const takeColumn = <Row extends Verdicted>({
  titleOf,
  isTaken,
  onTake,
}: TakeColumnOptions<Row>): CardColumn<Row> => ({
  heading: 'Importar',
  cell: (row) =>
    row.verdict === 'new' ? (
      <Checkbox
        size="small"
        sx={{ my: -1 }}
        checked={isTaken(row)}
        onChange={(_, isNow) => onTake(row, isNow)}
        slotProps={{ input: { 'aria-label': `Importar ${titleOf(row)}` } }}
      />
    ) : null,
})

export const VERDICT_COLUMN: CardColumn<Verdicted> = {
  heading: 'Estado',
  cell: ({ verdict }) => <VerdictTag verdict={verdict} />,
}

interface RowDetailsProps<Field extends string> {
  /** Title of the record. */
  title: string
  /** Of a new record, as they will be stored. */
  values?: readonly RowValue[]
  notes: readonly string[]
  errors: readonly string[]
  /** Fields of the stored record, for example 'Enlace: https://a → https://b'. */
  changes: readonly { field: Field; text: string }[]
  isChosen: (field: Field) => boolean
  /** Without it, changes are only displayed. */
  onOverwrite: ((field: Field, isChosen: boolean) => void) | undefined
}

/** A row's verdict: values of a new record, validation errors, or changed fields (each opt-in). */
export const RowDetails = <Field extends string>({
  title,
  values = [],
  notes,
  errors,
  changes,
  isChosen,
  onOverwrite,
}: RowDetailsProps<Field>) => {
  if (values.length + errors.length + changes.length + notes.length === 0) return null
  return (
    <Box sx={{ display: 'grid', fontSize: 12.5, whiteSpace: 'pre-line' }}>
      {values.length === 0 ? null : <Values values={values} title={title} />}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {errors.length === 0 ? null : (
        <Box sx={{ display: 'grid', justifyItems: { xs: 'end', sm: 'start' } }}>
          <Folded
            most={1}
            name={`errores de ${title}`}
            items={errors.map((message) => <span key={message}>{message}</span>)}
          />
        </Box>
      )}
      {changes.map(({ field, text }) =>
        onOverwrite ? (
          <ChangeChoice
            key={field}
            text={text}
            title={title}
            isChosen={isChosen(field)}
            onChange={(isNow) => onOverwrite(field, isNow)}
          />
        ) : (
          <span key={field}>{text}</span>
        ),
      )}
    </Box>
  )
}

/** Label of the button that imports. */
export const importLabel = (count: number, one: string, many: string): string => {
  if (count === 0) return 'Importar'
  return count === 1 ? `Importar 1 ${one}` : `Importar ${formatCount(count)} ${many}`
}
