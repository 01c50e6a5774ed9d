import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import { type FormEvent, useState } from 'react'
import { isDay } from '../../domain/format/days.ts'
import { dateOfDay, dayOfDate, inWords } from '../inputs/days.ts'
import { LazyDayPicker } from '../inputs/LazyDayPicker.tsx'
import type { Days, DaysPreset } from './FilterDays.tsx'

interface DaysFormProps {
  names: Required<Days>
  days: Days
  presets: readonly DaysPreset[]
  onChoose: (days: Days) => void
}

interface Dates {
  from: Date | null
  to: Date | null
}

const INVALID = 'La fecha es inválida.'
const isWrong = (date: Date | null): boolean => date !== null && !isDay(dayOfDate(date))

/** What is wrong with a range; '' when nothing is. */
const problemOf = ({ from, to }: Dates): string => {
  if (isWrong(from) || isWrong(to)) return INVALID
  return from !== null && to !== null && from > to ? 'La fecha inicial es posterior a la final.' : ''
}

const daysOf = ({ from, to }: Dates): Days => ({
  ...(from === null ? {} : { from: dayOfDate(from) }),
  ...(to === null ? {} : { to: dayOfDate(to) }),
})

const Presets = ({ presets, onChoose }: Pick<DaysFormProps, 'presets' | 'onChoose'>) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
    {presets.map(({ label, days }) => (
      <Chip key={label} size="small" label={label} onClick={() => onChoose(days)} sx={{ minHeight: 28 }} />
    ))}
  </Box>
)

/** Two days, and the ranges that are asked for most. */
export const DaysForm = ({ names, days, presets, onChoose }: DaysFormProps) => {
  const [dates, setDates] = useState<Dates>({
    from: dateOfDay(days.from ?? ''),
    to: dateOfDay(days.to ?? ''),
  })
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // What stands in a portal still belongs to its holder in React: the list must not hear of it.
    event.stopPropagation()
    const wrong = problemOf(dates)
    setProblem(wrong)
    if (wrong === '') onChoose(daysOf(dates))
  }
  const picker = (side: 'from' | 'to', label: string) => (
    <LazyDayPicker
      name={names[side]}
      label={label}
      value={dates[side]}
      onChange={(date) => setDates({ ...dates, [side]: date })}
      error={isWrong(dates[side]) ? INVALID : undefined}
      line={inWords(dates[side]) ?? ' '}
    />
  )
  return (
    <Stack component="form" noValidate spacing={1} onSubmit={submit}>
      {presets.length === 0 ? null : <Presets presets={presets} onChoose={onChoose} />}
      {picker('from', 'Desde')}
      {picker('to', 'Hasta')}
      <FormHelperText error role="alert">
        {problem}
      </FormHelperText>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button variant="outlined" onClick={() => onChoose({})}>
          Limpiar
        </Button>
        <Button type="submit" variant="contained">
          Aplicar
        </Button>
      </Stack>
    </Stack>
  )
}
