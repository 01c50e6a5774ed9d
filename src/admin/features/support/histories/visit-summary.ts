import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import { dayAfter } from '../../../../domain/format/dates.ts'
import { gatherDays } from '../../../../domain/format/periods.ts'
import { filterQuery } from '../../../api/data-provider.ts'
import { type ResponseBody, request } from '../../../api/http.ts'

export type VisitSummary = ResponseBody<'GET /api/histories/summary'>

/** All days of the range with their visits, including days without any, so that charts show gaps. */
const everyDay = ({ from, to, days }: Pick<VisitSummary, 'from' | 'to' | 'days'>) => {
  const visits = new Map(days.map((each) => [each.day, each.visits]))
  const all: VisitSummary['days'] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) all.push({ day, visits: visits.get(day) ?? 0 })
  return all
}

/** Visits by day, or by month for long ranges. */
export const visitsByPeriod = (summary: VisitSummary) =>
  gatherDays(everyDay(summary), (one, other) => ({ day: one.day, visits: one.visits + other.visits }))

export const PERIOD_TITLES = { day: 'Visitas por día', month: 'Visitas por mes' } as const

/** Summary of the surrounding list's visits. */
export const useVisitSummary = (only: Subject) => {
  const { filterValues } = useListContext()
  const query = filterQuery({ ...filterValues, ...only })
  return useQuery({
    queryKey: ['histories', 'summary', query.toString()],
    queryFn: ({ signal }) => request('GET /api/histories/summary', { query, signal }),
    placeholderData: (before) => before,
  })
}

/** The filters fixed by the URL: a user or a content. */
export type Subject = Readonly<Partial<Record<'userId' | 'contentId' | 'episodeId', string>>>
