import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, type ReactNode, Suspense, type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useEvent, useListFilterContext } from 'react-admin'
import { dayAfter } from '../../../domain/format/dates.ts'
import { lazy } from '../../api/connection.ts'
import { useRealLocation } from '../../api/router.tsx'
import { dayText, today } from '../display/dates.ts'
import { Loading } from '../page/Page.tsx'
import type { Column } from './columns.tsx'
import { useLocalCopy } from './local-copy.ts'

/** Rows are shown as cards. */
export const PHONE = '(max-width: 599.95px)'

const NARROW = '(max-width: 899.95px)'

/** True if lists show their filters in a sheet. */
export const useIsNarrow = (): boolean => useMediaQuery(NARROW, { noSsr: true })

interface FilterSheetProps {
  /** Query parameters set by the filters, besides the common ones. */
  parameters: readonly string[]
  /** The filters; if missing, the sheet only sorts. */
  filters: ReactNode
  /** Columns to sort by, on a phone. */
  columns: readonly Column[] | null
}

const FilterDialog = lazy(async () => ({ default: (await import('./filter-panels.tsx')).FilterDialog }))

/** Filters on a narrow screen: a button with the number of active filters, and a sheet. */
export const FilterSheet = ({ parameters, filters, columns }: FilterSheetProps) => {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { filterValues } = useListFilterContext()
  const { search } = useRealLocation()
  const set = filtersIn(filterValues, search, parameters)
  const name = filters ? 'Filtros' : 'Ordenar'
  const open = (): void => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" onClick={open} sx={{ flex: 'none', px: 1.5 }}>
        {set === 0 ? name : `${name} (${set})`}
      </Button>
      <Suspense fallback={null}>
        {wasOpened ? (
          <FilterDialog
            open={isOpen}
            title={name}
            isSet={set > 0}
            parameters={parameters}
            columns={columns}
            onClose={() => setOpen(false)}
          >
            {filters}
          </FilterDialog>
        ) : null}
      </Suspense>
    </>
  )
}

/** Number of active filters; a range of days counts as one. */
const filtersIn = (
  values: Readonly<Record<string, unknown>>,
  search: string,
  parameters: readonly string[],
): number => {
  const query = new URLSearchParams(search)
  const ranges = Object.keys(values).map((name) => name.replace(/(From|To|Beging|Finish)$/, ''))
  const names = new Set([...ranges, ...parameters.filter((name) => query.has(name))])
  names.delete('q')
  return names.size
}

export interface FilterOption {
  value: string
  label: string
}

interface SelectFilterProps {
  /** The filter's name in the URL and in requests. */
  source: string
  label: string
  options: readonly FilterOption[]
  /** Label of the option without filtering. */
  allLabel?: string
}

/** A filter with a few fixed values. */
export const SelectFilter = (props: SelectFilterProps) => {
  const { source } = props
  const { filterValues, setFilters } = useListFilterContext()
  const change = useEvent((value: string): void => {
    const { [source]: _, ...others } = filterValues
    setFilters(value === '' ? others : { ...others, [source]: value })
  })
  return <Choice {...props} applied={String(filterValues[source] ?? '')} onChange={change} />
}

const FIELD = {
  minWidth: { xs: 128, md: 108, lg: 120, xl: 128 },
  my: 0,
  flex: { xs: '1 1 45%', sm: '0 0 auto' },
} as const

interface ChoiceProps extends SelectFilterProps {
  applied: string
  onChange: (value: string) => void
}

/** Only re-renders when its props change. */
const Choice = memo((props: ChoiceProps) => {
  const { source, label, options, allLabel = 'Todos', applied, onChange } = props
  return (
    <TextField
      select
      name={source}
      label={label}
      value={options.some(({ value }) => value === applied) ? applied : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={FIELD}
    >
      <MenuItem value="">{allLabel}</MenuItem>
      {options.map(({ value, label: text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
})

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Characters that a filter or a search takes. */
export const MAX_TEXT = 200

interface TextFilterProps {
  /** The filter's name in the URL and in requests. */
  source: string
  label: string
}

/** A filter by text; applies on Enter, and when the field is left. */
export const TextFilter = ({ source, label }: TextFilterProps) => {
  const { filterValues, setFilters } = useListFilterContext()
  const applied = asText(filterValues[source])
  const [text, setText] = useLocalCopy(applied)
  const apply = (): void => {
    const value = text.trim()
    const { [source]: _, ...others } = filterValues
    if (value !== applied) setFilters(value === '' ? others : { ...others, [source]: value })
  }
  return (
    <TextField
      name={source}
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      slotProps={{ htmlInput: { maxLength: MAX_TEXT }, inputLabel: { shrink: true } }}
      sx={FIELD}
    />
  )
}

/** A range of days, YYYY-MM-DD, both included; an absent side is open. */
export interface Days {
  from?: string
  to?: string
}

export interface DaysPreset {
  label: string
  days: Days
}

interface DaysFilterProps {
  label: string
  /** The filters' names in the URL and in requests. */
  from: string
  to: string
  presets?: readonly DaysPreset[]
}

// Imported lazily: the calendar is large, and rarely needed.
const DaysForm = lazy(async () => ({ default: (await import('./filter-panels.tsx')).DaysForm }))

const inFull = ({ from = '', to = '' }: Days): string => {
  if (from === '' && to === '') return 'Todas'
  if (from === '') return `Hasta ${dayText(to)}`
  return to === '' ? `Desde ${dayText(from)}` : `${dayText(from)} – ${dayText(to)}`
}

/** Label of the button: a preset's name, or the days. */
const inShort = (days: Days, presets: readonly DaysPreset[]): string => {
  const same = presets.find(({ days: { from, to } }) => from === days.from && to === days.to)
  return same?.label ?? inFull(days)
}

const useDays = (from: string, to: string): [Days, (days: Days) => void] => {
  const { filterValues, setFilters } = useListFilterContext()
  const change = useEvent((days: Days): void => {
    const { [from]: _, [to]: __, ...others } = filterValues
    setFilters({
      ...others,
      ...(days.from ? { [from]: days.from } : {}),
      ...(days.to ? { [to]: days.to } : {}),
    })
  })
  return [{ from: asText(filterValues[from]), to: asText(filterValues[to]) }, change]
}

export const DaysFilter = ({ label, from, to, presets = [] }: DaysFilterProps) => {
  const [days, setDays] = useDays(from, to)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const open = useCallback(({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
    setOpened(true)
    setAnchor(currentTarget)
  }, [])
  const close = () => setAnchor(null)
  const choose = (chosen: Days): void => {
    setDays(chosen)
    close()
  }
  return (
    <Box sx={{ flex: { xs: '1 1 45%', sm: '0 0 auto' } }}>
      <DaysButton
        id={id}
        label={label}
        text={inShort(days, presets)}
        title={inFull(days)}
        isOpen={anchor !== null}
        onPress={open}
      />
      {wasOpened ? (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-labelledby': id,
              sx: { p: 2, mt: 0.75, width: 320, border: 1, borderColor: 'divider' },
            },
          }}
        >
          <Suspense fallback={<Loading />}>
            <DaysForm names={{ from, to }} days={days} presets={presets} onChoose={choose} />
          </Suspense>
        </Popover>
      ) : null}
    </Box>
  )
}

interface DaysButtonProps {
  id: string
  label: string
  text: string
  title: string
  isOpen: boolean
  onPress: (event: SyntheticEvent<HTMLElement>) => void
}

const DaysButton = memo(({ id, label, text, title, isOpen, onPress }: DaysButtonProps) => (
  <>
    <Box id={id} sx={{ fontSize: 12, fontWeight: 600, lineHeight: 1.4, color: 'text.secondary', mb: '4px' }}>
      {label}
    </Box>
    <Button
      id={`${id}-button`}
      variant="outlined"
      endIcon={<ExpandMore />}
      aria-labelledby={`${id} ${id}-button`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={title}
      onClick={onPress}
      sx={{
        height: { xs: 44, sm: 37 },
        width: { xs: 1, sm: 'auto' },
        // Room for the presets; a range of two days widens it.
        minWidth: { sm: 168 },
        px: '11px',
        justifyContent: 'space-between',
        fontWeight: 400,
        borderColor: 'var(--field)',
        whiteSpace: 'nowrap',
      }}
    >
      {text}
    </Button>
  </>
))

/** Ranges ending today. */
export const pastPresets = (): DaysPreset[] => {
  const to = today()
  return [
    { label: 'Hoy', days: { from: to, to } },
    { label: 'Últimos 7 días', days: { from: dayAfter(to, -6), to } },
    { label: 'Últimos 30 días', days: { from: dayAfter(to, -29), to } },
    { label: 'Este año', days: { from: `${to.slice(0, 4)}-01-01`, to } },
  ]
}
