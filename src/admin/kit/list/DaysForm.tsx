import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import { type FormEvent, useState } from 'react'
import { DATE_MESSAGES } from '../../../domain/validation/fields.ts'
import { DayField, readTyped, typedOfValue } from '../inputs/DateInput.tsx'
import type { Days, DaysPreset } from './filters.tsx'

interface DaysFormProps {
  names: Required<Days>
  days: Days
  presets: readonly DaysPreset[]
  onChoose: (days: Days) => void
}

type Side = 'from' | 'to'

type Texts = Record<Side, string>

const daysOf = (texts: Texts): Days => {
  const [from, to] = [readTyped(texts.from), readTyped(texts.to)]
  return {
    ...(from.state === 'day' ? { from: from.day } : {}),
    ...(to.state === 'day' ? { to: to.day } : {}),
  }
}

const isUnreadable = (text: string): boolean => readTyped(text).state === 'unreadable'

const isReversed = ({ from, to }: Days): boolean => from !== undefined && to !== undefined && from > to

const Presets = ({ presets, onChoose }: Pick<DaysFormProps, 'presets' | 'onChoose'>) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
    {presets.map(({ label, days }) => (
      <Chip key={label} size="small" label={label} onClick={() => onChoose(days)} sx={{ minHeight: 28 }} />
    ))}
  </Box>
)

/** Two days, and the ranges that are asked for most. */
export const DaysForm = ({ names, days, presets, onChoose }: DaysFormProps) => {
  const [texts, setTexts] = useState<Texts>({ from: typedOfValue(days.from), to: typedOfValue(days.to) })
  const [wasSent, setSent] = useState(false)
  const isWrong = isUnreadable(texts.from) || isUnreadable(texts.to)
  const chosen = daysOf(texts)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Events of a portal bubble to its parents in React: the list around must not take this for its own submit.
    event.stopPropagation()
    setSent(true)
    if (!isWrong && !isReversed(chosen)) onChoose(chosen)
  }
  const picker = (side: Side, label: string) => (
    <DayField
      name={names[side]}
      label={label}
      text={texts[side]}
      onChange={(text) => setTexts({ ...texts, [side]: text })}
      error={wasSent && isUnreadable(texts[side]) ? DATE_MESSAGES.invalid : undefined}
      help=" "
    />
  )
  return (
    <Stack component="form" noValidate spacing={1} onSubmit={submit}>
      {presets.length === 0 ? null : <Presets presets={presets} onChoose={onChoose} />}
      {picker('from', 'Desde')}
      {picker('to', 'Hasta')}
      <FormHelperText error role="alert">
        {wasSent && !isWrong && isReversed(chosen) ? 'La fecha inicial es posterior a la final.' : ''}
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
