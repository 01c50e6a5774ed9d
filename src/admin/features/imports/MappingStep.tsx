import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { LANGUAGE_CODES, languageName, QUALITIES } from '../../../domain/contents/link.ts'
import { ENCODING_NAMES, ENCODINGS, type Encoding } from '../../../domain/format/encodings.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { linkDefaults } from '../../../domain/imports/cells.ts'
import { DAY_ORDERS, dayHint } from '../../../domain/imports/days.ts'
import { fileDayReading, type Import } from '../../../domain/imports/import.ts'
import { lostValues, questionsAbout, valuesText } from '../../../domain/imports/questions.ts'
import { reasonColumn } from '../../../domain/imports/reasons.ts'
import { WRAP } from './CardTable.tsx'
import { StepActions } from './steps.tsx'

export interface Mapping {
  columns: (string | null)[]
  options: Record<string, unknown>
}

export interface MappingStepProps {
  current: Import
  isBusy: boolean
  onTouched: () => void
  /** Reads the file again in an encoding. */
  onEncoding: (encoding: Encoding) => void
  onCheck: (mapping: Mapping) => void
  onRestart: () => void
  onClose: () => void
}

const NONE = ''

const ROW = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) minmax(0, 1fr)',
    sm: 'minmax(0, 1fr) minmax(0, 2fr) minmax(0, 1fr)',
  },
  columnGap: 2,
  alignItems: 'center',
  py: '3px',
  borderBottom: 1,
  borderColor: 'divider',
} as const

const LOST_ROW = { ...ROW, borderLeft: 4, borderLeftColor: 'warning.main', ml: -1.5, pl: 1 } as const

const SAMPLES = {
  color: 'text.secondary',
  fontSize: 12,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  gridRow: { xs: 2, sm: 'auto' },
} as const

/** Mapping and options of a file, chosen before its rows are checked. */
const useMapping = ({ columns, options }: Import, onTouched: () => void) => {
  const [chosen, setChosen] = useState(() => columns.map(({ field }) => field))
  const [selectedOptions, setSelectedOptions] = useState(options)
  // Ordered by the initial mapping, so that a column keeps its position while its field is chosen.
  const [order] = useState(() =>
    [...columns.keys()].toSorted(
      (one, other) => Number(columns[one]?.field !== null) - Number(columns[other]?.field !== null),
    ),
  )
  return {
    chosen,
    options: selectedOptions,
    order,
    choose(index: number, field: string | null): void {
      onTouched()
      // A field is mapped from one column: the last one chosen.
      setChosen(chosen.map((each, at) => (at === index ? field : each === field ? null : each)))
    },
    setOption(name: string, value: unknown): void {
      onTouched()
      const { [name]: _, ...others } = selectedOptions
      setSelectedOptions(value === undefined ? others : { ...others, [name]: value })
    },
  }
}

type MappingState = ReturnType<typeof useMapping>

/** Maps the file's columns to fields: as recognised, or by hand. */
export const MappingStep = ({
  current,
  isBusy,
  onTouched,
  onEncoding,
  onCheck,
  onRestart,
  onClose,
}: MappingStepProps) => {
  const { columns, total, name, message, damage } = current
  const mapping = useMapping(current, onTouched)
  const { chosen, options, order } = mapping
  const reason = reasonColumn(columns.map((column) => column.name))
  const unknown = columns.filter(({ field }, index) => field === null && index !== reason).length
  const questions = questionsAbout(current, mapping)
  const [confirmed, setConfirmed] = useState('')
  const allQuestions = questions.join('\n')
  const isConfirmed = allQuestions === '' || confirmed === allQuestions
  return (
    <>
      <DialogContent tabIndex={0} role="group" aria-label="Columnas del archivo" sx={{ pt: 0 }}>
        {message === '' ? null : (
          <Alert severity="warning" role="alert" sx={{ mb: 1.5 }}>
            {message}
          </Alert>
        )}
        <Typography sx={WRAP}>
          {name === '' ? 'El archivo' : `«${name}»`} tiene {formatCount(total)}{' '}
          {total === 1 ? 'fila' : 'filas'}. Revise a qué campo va cada columna
          {unknown === 0 ? '.' : '; las que no se reconocieron están primero.'}
        </Typography>
        {damage === 0 ? null : (
          <Alert severity="warning" role="status" sx={{ my: 1.5 }}>
            {damage === 1
              ? 'Un lugar del archivo no se pudo leer y dice �.'
              : `${formatCount(damage)} lugares del archivo no se pudieron leer y dicen �.`}
          </Alert>
        )}
        <Options current={current} mapping={mapping} onEncoding={onEncoding} />
        <Box sx={{ my: 1 }}>
          {order.map((index) => (
            <ColumnRow key={index} current={current} index={index} mapping={mapping} />
          ))}
        </Box>
        {allQuestions === '' ? null : (
          <Alert severity="warning" role="status" sx={{ my: 1.5 }}>
            {questions.map((question) => (
              <Box key={question}>{question}</Box>
            ))}
            <FormControlLabel
              control={
                <Checkbox
                  checked={isConfirmed}
                  onChange={({ target }) => setConfirmed(target.checked ? allQuestions : '')}
                />
              }
              label="Seguir así"
            />
          </Alert>
        )}
      </DialogContent>
      <StepActions back="Otro archivo" isBusy={isBusy} onBack={onRestart} onClose={onClose}>
        <Button
          variant="contained"
          autoFocus
          disabled={isBusy || !isConfirmed || chosen.every((field) => field === null)}
          onClick={() => onCheck({ columns: chosen, options })}
        >
          Revisar filas
        </Button>
      </StepActions>
    </>
  )
}

const ColumnRow = ({
  current,
  index,
  mapping,
}: {
  current: Import
  index: number
  mapping: MappingState
}) => {
  const { columns, fields } = current
  const column = columns[index]
  const field = mapping.chosen[index] ?? NONE
  if (column === undefined) return null
  const label = fields.find(({ name }) => name === field)?.label ?? 'No se importa'
  const lost = lostValues(current, mapping, index)
  const isReason = field === NONE && index === reasonColumn(columns.map(({ name }) => name))
  return (
    <Box sx={lost > 0 ? LOST_ROW : ROW}>
      <Box component="strong" sx={WRAP}>
        {column.name}
      </Box>
      <Box sx={SAMPLES}>
        {lost > 0 ? `Se pierden ${valuesText(lost)}. ` : null}
        {isReason ? 'Por qué se rechazó la fila: se ignora. ' : null}
        {column.samples.join(' · ') || '—'}
      </Box>
      <TextField
        select
        value={field}
        onChange={({ target }) => mapping.choose(index, target.value === NONE ? null : target.value)}
        slotProps={{
          select: {
            displayEmpty: true,
            SelectDisplayProps: { 'aria-label': `Campo de ${column.name}: ${label}` },
          },
        }}
        sx={{ my: 0, gridRow: { xs: '1 / span 2', sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' } }}
      >
        <MenuItem value={NONE}>No se importa</MenuItem>
        {fields.map(({ name, label: text }) => (
          <MenuItem key={name} value={name}>
            {text}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}

const OPTIONS = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' },
  columnGap: 2,
  alignItems: 'start',
  my: 1.5,
} as const

const SHRUNK = { select: { displayEmpty: true }, inputLabel: { shrink: true } } as const

interface OptionsProps extends Pick<MappingStepProps, 'onEncoding'> {
  current: Import
  mapping: MappingState
}

/** Options of the whole file: its encoding, quality and audio of links, and the order of day and month in dates. */
const Options = ({ current, mapping, onEncoding }: OptionsProps) => {
  const { chosen, options, setOption } = mapping
  const days = fileDayReading({
    columns: current.columns.map((column, index) => ({ ...column, field: chosen[index] ?? null })),
    fields: current.fields,
    options,
  })
  const hint = dayHint(days)
  const hasLinks = chosen.includes('content')
  const { quality, audio = [] } = linkDefaults.parse(options)
  return (
    <Box sx={OPTIONS}>
      <TextField
        select
        label="Codificación del archivo"
        value={current.encoding}
        helperText="Si los acentos de abajo se ven mal, elija otra."
        onChange={({ target }) => {
          const chosen = ENCODING_NAMES.find((each) => each === target.value)
          if (chosen) onEncoding(chosen)
        }}
        slotProps={SHRUNK}
      >
        {ENCODING_NAMES.map((each) => (
          <MenuItem key={each} value={each}>
            {ENCODINGS[each]}
          </MenuItem>
        ))}
      </TextField>
      {hasLinks ? (
        <>
          <TextField
            select
            label="Calidad de los enlaces sin ella"
            value={quality ?? NONE}
            onChange={({ target }) => setOption('quality', target.value || undefined)}
            slotProps={SHRUNK}
          >
            <MenuItem value={NONE}>Ninguna</MenuItem>
            {QUALITIES.map((each) => (
              <MenuItem key={each} value={each}>
                {each}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label="Audio de los enlaces sin él"
            value={audio}
            onChange={({ target: { value } }) =>
              setOption('audio', Array.isArray(value) && value.length > 0 ? value : undefined)
            }
            slotProps={{
              ...SHRUNK,
              select: {
                multiple: true,
                displayEmpty: true,
                renderValue: () => audio.map(languageName).join(', ') || 'Ninguno',
              },
            }}
          >
            {LANGUAGE_CODES.map((each) => (
              <MenuItem key={each} value={each}>
                {languageName(each)}
              </MenuItem>
            ))}
          </TextField>
        </>
      ) : null}
      {hint === undefined ? null : (
        <TextField
          select
          label="Orden de las fechas"
          value={days.order}
          helperText={hint}
          onChange={({ target }) => setOption('dayOrder', target.value)}
          slotProps={SHRUNK}
        >
          {DAY_ORDERS.map((each) => (
            <MenuItem key={each} value={each}>
              {each}/AAAA
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}
