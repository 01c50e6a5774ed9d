import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import {
  useListContext,
  useListFilterContext,
  useNavigate,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { DATE_MESSAGES } from '../../../domain/validation/fields.ts'
import { useRealLocation } from '../../api/router.tsx'
import { DayField, readTyped, toTypedText } from '../inputs/DateInput.tsx'
import type { Column } from './columns.tsx'
import type { Days, DaysPreset } from './filters.tsx'
import { totalText } from './total.ts'

interface DaysFormProps {
  names: Required<Days>
  days: Days
  presets: readonly DaysPreset[]
  onChoose: (days: Days) => void
}

type Side = 'from' | 'to'

type Texts = Record<Side, string>

const parseDays = (texts: Texts): Days => {
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

/** A range of days, with the most common ranges as presets. */
export const DaysForm = ({ names, days, presets, onChoose }: DaysFormProps) => {
  const [texts, setTexts] = useState<Texts>({ from: toTypedText(days.from), to: toTypedText(days.to) })
  const [wasSent, setSent] = useState(false)
  const isWrong = isUnreadable(texts.from) || isUnreadable(texts.to)
  const chosen = parseDays(texts)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // In React, events of a portal bubble to its parents: the surrounding list must not treat this as its own submit.
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

interface FilterDialogProps {
  open: boolean
  title: string
  /** Whether any filter is set. */
  isSet: boolean
  /** Query parameters set by the filters, besides the common ones. */
  parameters: readonly string[]
  /** The filters; if missing, the sheet only sorts. */
  children: ReactNode
  columns: readonly Column[] | null
  onClose: () => void
}

/** A list's filters in a sheet over it; changes apply immediately. */
export const FilterDialog = (props: FilterDialogProps) => {
  const { open, title, isSet, parameters, children, columns, onClose } = props
  const heading = useId()
  const { filterValues, total, meta, isFetching } = useListContext()
  const navigate = useNavigate()
  const { pathname, search } = useRealLocation()
  const clear = (): void => {
    const query = new URLSearchParams(search)
    for (const parameter of ['filter', 'page', ...parameters]) query.delete(parameter)
    const { q } = filterValues
    if (q) query.set('filter', JSON.stringify({ q }))
    navigate({ pathname, search: query.toString() })
  }
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={heading} sx={SHEET}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {children}
        {columns ? <PhoneSort columns={columns} /> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {children ? (
          <Button variant="outlined" disabled={!isSet} onClick={clear}>
            Limpiar
          </Button>
        ) : null}
        <Button variant="contained" onClick={onClose} sx={{ flex: 1 }}>
          {total === undefined || isFetching
            ? 'Ver resultados'
            : total === 1
              ? 'Ver 1 resultado'
              : `Ver ${totalText(total, meta)} resultados`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const SHEET = {
  '& .MuiDialog-container': { alignItems: 'flex-end' },
  '& .MuiDialog-paper': { m: 0, width: 1, maxWidth: 640, borderRadius: '16px 16px 0 0' },
} as const

/** Sort order of the cards on a phone, which have no headers. */
const PhoneSort = ({ columns }: { columns: readonly Column[] }) => {
  const { sort, setSort } = useListContext()
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const choices = columns
    .filter(({ disableSort }) => !disableSort)
    .flatMap(({ source, label }) => {
      const name = translate({ source, resource, label })
      return (['ASC', 'DESC'] as const).map((order) => ({
        value: `${source} ${order}`,
        label: `${typeof name === 'string' ? name : source} ${order === 'ASC' ? '↑' : '↓'}`,
      }))
    })
  const chosen = `${sort.field} ${sort.order}`
  return (
    <TextField
      select
      label="Ordenar por"
      value={choices.some(({ value }) => value === chosen) ? chosen : ''}
      onChange={({ target }) => {
        const [field = '', order] = target.value.split(' ')
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' })
      }}
      sx={{ my: 0, flex: '1 1 100%' }}
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Shows that the list is filtered by a batch, and removes the filter. */
export const BatchChip = () => {
  const { filterValues, setFilters } = useListFilterContext()
  const { batch: _, ...others } = filterValues
  return (
    <Chip
      label="De un cambio en lote"
      onDelete={() => setFilters(others)}
      sx={{ height: { xs: 44, sm: 36 } }}
    />
  )
}
