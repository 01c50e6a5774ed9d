import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import {
  type ImportRow,
  ROW_VERDICTS,
  type RowVerdict,
  type VerdictCounts,
} from '../../../domain/imports/import.ts'
import { Tag } from '../../kit/display/display.tsx'
import type { CardColumn } from './CardTable.tsx'

/** Labels and colours of rows' verdicts. */
const VERDICTS = {
  new: { one: 'Nuevo', many: 'Nuevos', tone: 'green' },
  changed: { one: 'Cambia', many: 'Cambiados', tone: 'yellow' },
  same: { one: 'Igual', many: 'Iguales', tone: undefined },
  duplicate: { one: 'Duplicado', many: 'Duplicados', tone: 'red' },
  refused: { one: 'Rechazado', many: 'Rechazados', tone: 'red' },
} as const satisfies Record<RowVerdict, object>

const VerdictTag = ({ verdict }: { verdict: RowVerdict }) => {
  const { one, tone } = VERDICTS[verdict]
  return <Tag tone={tone}>{one}</Tag>
}

interface VerdictFilterProps {
  counts: VerdictCounts
  verdict: RowVerdict | ''
  onChange: (verdict: RowVerdict | '') => void
}

export const VerdictFilter = ({ counts, verdict, onChange }: VerdictFilterProps) => {
  const total = ROW_VERDICTS.reduce((sum, each) => sum + counts[each], 0)
  return (
    <TextField
      select
      label="Mostrar"
      value={verdict}
      onChange={({ target }) => onChange(ROW_VERDICTS.find((each) => each === target.value) ?? '')}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 200, my: 0 }}
    >
      <MenuItem value="">Todos ({formatCount(total)})</MenuItem>
      {ROW_VERDICTS.map((each) => (
        <MenuItem key={each} value={each}>
          {VERDICTS[each].many} ({formatCount(counts[each])})
        </MenuItem>
      ))}
    </TextField>
  )
}

interface ExpandableItemsProps {
  items: readonly ReactNode[]
  /** Number of those that are shown at first. */
  most: number
  /** For example 'errores de Alfa'. */
  name: string
}

/** The first items of a row, with a button that shows the others. */
const ExpandableItems = ({ items, most, name }: ExpandableItemsProps) => {
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
  /** The file's text, if it differs. */
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
    <ExpandableItems
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
  /** Each field with its label, and the numbers of records in which it would change and is selected. */
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

interface TakeColumnOptions {
  isTaken: (row: ImportRow) => boolean
  onTake: (row: ImportRow, isTaken: boolean) => void
}

/** The choice of single new records. */
export const takeColumn = ({ isTaken, onTake }: TakeColumnOptions): CardColumn<ImportRow> => ({
  heading: 'Importar',
  cell: (row) =>
    row.verdict === 'new' ? (
      <Checkbox
        size="small"
        sx={{ my: -1 }}
        checked={isTaken(row)}
        onChange={(_, isNow) => onTake(row, isNow)}
        slotProps={{ input: { 'aria-label': `Importar ${row.title || `fila ${row.row}`}` } }}
      />
    ) : null,
})

export const VERDICT_COLUMN: CardColumn<ImportRow> = {
  heading: 'Estado',
  cell: ({ verdict }) => <VerdictTag verdict={verdict} />,
}

interface ValueChoiceProps {
  label: string
  values: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** One of the values that a row offers for a field. */
const ValueChoice = ({ label, values, value, onChange, title }: ValueChoiceProps & { title: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, justifySelf: { xs: 'end', sm: 'start' } }}>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {label}:
    </Box>
    <TextField
      select
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': `${label} de ${title}: ${value}` } } }}
      sx={{ my: 0, minWidth: 120 }}
    >
      {values.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  </Box>
)

interface RowDetailsProps {
  /** Title of the record. */
  title: string
  /** Of a new record, as they will be stored. */
  values: readonly RowValue[]
  /** Of each field with several values. */
  options: readonly ValueChoiceProps[]
  notes: readonly string[]
  errors: readonly string[]
  /** Fields of the stored record, for example 'Enlace: https://a → https://b'. */
  changes: readonly { field: string; text: string }[]
  isChosen: (field: string) => boolean
  onOverwrite: (field: string, isChosen: boolean) => void
}

/** A row's verdict: values of a new record, validation errors, or changed fields (each opt-in). */
export const RowDetails = ({
  title,
  values,
  options,
  notes,
  errors,
  changes,
  isChosen,
  onOverwrite,
}: RowDetailsProps) => {
  if (values.length + errors.length + changes.length + notes.length === 0) return null
  return (
    <Box sx={{ display: 'grid', fontSize: 12.5, whiteSpace: 'pre-line' }}>
      {values.length === 0 ? null : <Values values={values} title={title} />}
      {options.map((option) => (
        <ValueChoice key={option.label} title={title} {...option} />
      ))}
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {errors.length === 0 ? null : (
        <Box sx={{ display: 'grid', justifyItems: { xs: 'end', sm: 'start' } }}>
          <ExpandableItems
            most={1}
            name={`errores de ${title}`}
            items={errors.map((message) => <span key={message}>{message}</span>)}
          />
        </Box>
      )}
      {changes.map(({ field, text }) => (
        <ChangeChoice
          key={field}
          text={text}
          title={title}
          isChosen={isChosen(field)}
          onChange={(isNow) => onOverwrite(field, isNow)}
        />
      ))}
    </Box>
  )
}

/** Label of the button that imports. */
export const importLabel = (count: number): string => {
  if (count === 0) return 'Importar'
  return count === 1 ? 'Importar 1 registro' : `Importar ${formatCount(count)} registros`
}
