import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useListContext } from 'ra-core'
import { formatCount } from '../../../domain/format/text.ts'
import { type ExpiringRange, filtersOf, rangesOf, sortOf, useExpiring } from './expiring.ts'

/** Vencen pronto: counts of licences that end soon; a chip filters the list, pressed again it clears the filter. */
export const ExpiringChips = () => {
  const { data } = useExpiring()
  const { filterValues, setFilters, setSort } = useListContext()
  const { dateBeging, dateFinish, ...others } = filterValues
  const choose = (range: ExpiringRange, isChosen: boolean): void => {
    setFilters({ ...others, ...(isChosen ? {} : filtersOf(range)) })
    if (!isChosen) setSort(sortOf(range))
  }
  return (
    <Box
      role="group"
      aria-label="Vencen pronto"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5, minHeight: 32 }}
    >
      <Box component="span" sx={{ fontSize: 13, fontWeight: 600, color: 'text.secondary' }}>
        Vencen pronto
      </Box>
      {(data === undefined ? [] : rangesOf(data)).map((range) => {
        const isChosen = dateBeging === range.from && dateFinish === range.to
        return (
          <Chip
            key={range.label}
            clickable
            component="button"
            aria-pressed={isChosen}
            color={isChosen ? 'primary' : 'default'}
            label={`${range.label} · ${formatCount(range.count)}`}
            onClick={() => choose(range, isChosen)}
            sx={{ height: { xs: 44, sm: 28 } }}
          />
        )
      })}
    </Box>
  )
}
