import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useListContext } from 'ra-core'

export interface FilterOption {
  value: string
  label: string
}

interface FilterSelectProps {
  /** The filter's name in the address and on the wire. */
  source: string
  label: string
  options: readonly FilterOption[]
  /** The choice that filters nothing. */
  allLabel?: string
}

/** A filter with a few known values. */
export const FilterSelect = ({ source, label, options, allLabel = 'Todos' }: FilterSelectProps) => {
  const { filterValues, setFilters } = useListContext()
  const change = (value: string): void => {
    const { [source]: _, ...others } = filterValues
    setFilters(value === '' ? others : { ...others, [source]: value })
  }
  const asked = String(filterValues[source] ?? '')
  return (
    <TextField
      select
      name={source}
      label={label}
      value={options.some(({ value }) => value === asked) ? asked : ''}
      onChange={(event) => change(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 128, my: 0, flex: { xs: '1 1 45%', sm: '0 0 auto' } }}
    >
      <MenuItem value="">{allLabel}</MenuItem>
      {options.map(({ value, label: text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}
