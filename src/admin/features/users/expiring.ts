import { useQuery } from '@tanstack/react-query'
import { type Answer, ask } from '../../api/http.ts'
import { today } from '../../kit/display/dates.ts'
import { dayAfter } from '../../kit/list/filters.tsx'

/** How many licences end soon, within the current user's scope. */
export const useExpiring = () =>
  useQuery({
    queryKey: ['users', 'expiring'],
    queryFn: ({ signal }) => ask('GET /api/users/expiring', { signal }),
    staleTime: 30_000,
  })

/** Licences that end from one day to another, both included. */
export interface ExpiringRange {
  label: string
  count: number
  from: string | undefined
  to: string
}

/** The ranges of Vencen pronto, by the service's clock. */
export const rangesOf = ({ soon, expired }: Answer<'GET /api/users/expiring'>): ExpiringRange[] => {
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
export const filtersOf = ({ from, to }: ExpiringRange): Record<string, string> => ({
  ...(from === undefined ? {} : { dateBeging: from }),
  dateFinish: to,
})

/** The next to end first; among ended ones the latest first. */
export const sortOf = ({ from }: ExpiringRange) =>
  ({ field: 'dateExpire', order: from === undefined ? 'DESC' : 'ASC' }) as const
