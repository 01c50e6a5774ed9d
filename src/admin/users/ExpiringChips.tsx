import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { API_PATHS } from '../../domain/access/resources.ts'
import { formatCount } from '../../domain/format/numbers.ts'
import { dayAfter, today } from '../lists/past-presets.ts'
import { call } from '../providers/http.ts'

interface Expiring {
  soon: { days: number; count: number }[]
  expired: number
}

// The contract: the server answers this path with this shape, held to it by its own tests.
const asExpiring = (json: unknown): Expiring => json as Expiring

const useExpiring = () =>
  useQuery({
    queryKey: ['users', 'expiring'],
    queryFn: async ({ signal }) => asExpiring((await call(`${API_PATHS.users}/expiring`, { signal })).json),
    staleTime: 30_000,
  })

interface Range {
  label: string
  count: number
  from: string | undefined
  to: string
}

const rangesOf = ({ soon, expired }: Expiring): Range[] => {
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

/** Vencen pronto: how many licences end soon, and the way to their list; pressed again it shows all users. */
export const ExpiringChips = () => {
  const { data } = useExpiring()
  const { filterValues, setFilters, setSort } = useListContext()
  const { dateBeging, dateFinish, ...others } = filterValues
  const choose = ({ from, to }: Range, isChosen: boolean): void => {
    const range = isChosen ? {} : { ...(from === undefined ? {} : { dateBeging: from }), dateFinish: to }
    setFilters({ ...others, ...range })
    if (!isChosen) setSort({ field: 'dateExpire', order: from === undefined ? 'DESC' : 'ASC' })
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
