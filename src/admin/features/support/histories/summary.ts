import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { API_PATHS } from '../../../../domain/access/resources.ts'
import { gatherDays } from '../../../../domain/format/periods.ts'
import type { MediaResource, MediaType } from '../../../../domain/support/media-types.ts'
import { call } from '../../../api/http.ts'
import { filterQuery } from '../../../api/lists.ts'
import { dayAfter } from '../../../kit/list/FilterDays.tsx'
import type { Subject } from './visit.ts'

export interface SeenContent {
  contentId: string
  title: string
  mediaType: MediaType
  resource: MediaResource
  visits: number
}

export interface VisitSummary {
  /** The first and the last day that it covers. */
  from: string
  to: string
  /** More visits were found than are summed: the newest of them are. */
  isPartial: boolean
  days: { day: string; visits: number }[]
  contents: SeenContent[]
  mediaTypes: { mediaType: MediaType; visits: number }[]
}

// The contract: the server answers this path with this schema, held to it by its own tests.
const asSummary = (json: unknown): VisitSummary => json as VisitSummary

/** The days between two, each with its visits: those without any too, so that a chart shows the gaps. */
const everyDay = ({ from, to, days }: Pick<VisitSummary, 'from' | 'to' | 'days'>) => {
  const visits = new Map(days.map((each) => [each.day, each.visits]))
  const all: VisitSummary['days'] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) all.push({ day, visits: visits.get(day) ?? 0 })
  return all
}

/** Visits by day, or by month where the days are too many. */
export const periodsOf = (summary: VisitSummary) =>
  gatherDays(everyDay(summary), (one, other) => ({ day: one.day, visits: one.visits + other.visits }))

/** What those figures are called. */
export const PERIOD_TITLES = { day: 'Visitas por día', month: 'Visitas por mes' } as const

/** The sums of the visits that the list at hand finds. */
export const useVisitSummary = (only: Subject) => {
  const { filterValues } = useListContext()
  const query = filterQuery({ ...filterValues, ...only }).toString()
  return useQuery({
    queryKey: ['histories', 'summary', query],
    queryFn: async ({ signal }) =>
      asSummary((await call(`${API_PATHS.histories}/summary?${query}`, { signal })).json),
    placeholderData: (before) => before,
  })
}
