import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { dayAfter } from '../../../domain/format/dates.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type Answer, ask } from '../../api/http.ts'
import { today } from '../../kit/display/dates.ts'

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
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: { md: 1.5 }, minHeight: 32 }}
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

/** How many licences end soon, within the current user's scope. */
const useExpiring = () =>
  useQuery({
    queryKey: ['users', 'expiring'],
    queryFn: ({ signal }) => ask('GET /api/users/expiring', { signal }),
    staleTime: 30_000,
  })

/** Licences that end from one day to another, both included. */
interface ExpiringRange {
  label: string
  count: number
  from: string | undefined
  to: string
}

/** The ranges of Vencen pronto, by the service's clock. */
const rangesOf = ({ soon, expired }: Answer<'GET /api/users/expiring'>): ExpiringRange[] => {
  const now = today()
  return [
    ...soon.map(({ days, count }) => ({
      label: days === 0 ? 'Hoy' : `${days} días`,
      count,
      from: now,
      to: dayAfter(now, days),
    })),
    { label: 'Vencidos', count: expired, from: undefined, to: dayAfter(now, -1) },
  ]
}

/** The filters of the list of users that show a range. */
const filtersOf = ({ from, to }: ExpiringRange): Record<string, string> => ({
  ...(from === undefined ? {} : { dateBeging: from }),
  dateFinish: to,
})

/** The next to end first; among ended ones the latest first. */
const sortOf = ({ from }: ExpiringRange) =>
  ({ field: 'dateExpire', order: from === undefined ? 'DESC' : 'ASC' }) as const
