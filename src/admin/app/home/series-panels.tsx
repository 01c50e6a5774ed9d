import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { isReseller } from '../../../domain/access/permissions.ts'
import { typeNumber } from '../../../domain/credits/transaction.ts'
import { dayAfter } from '../../../domain/format/dates.ts'
import { daysFrom, periodInWords, periodTick, weekdayTick } from '../../../domain/format/period-labels.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { compareWeeks, isIncomplete, TREND_DAYS, trendDays } from '../../../domain/format/trends.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { type ResponseBody, request } from '../../api/http.ts'
import { pathOf } from '../../api/paths.ts'
import { useMoneyText } from '../../api/settings.ts'
import { countedFilter } from '../../features/credits/stats.ts'
import { listUrl } from '../../kit/charts/links.ts'
import { dayText, today } from '../../kit/display/dates.ts'
import { totalText } from '../../kit/list/total.ts'
import { AROUND_PLOT, Chart, Figure, Figures, FRESH_FOR, type HomePanelProps, Panel } from './panel.tsx'

const FIGURES = 82
const NOTE = 22
const PLOT = 190
const HEIGHT = FIGURES + PLOT + AROUND_PLOT

const between = (from: string | undefined, to: string) => ({
  ...(from === undefined ? {} : { dateBeging: from }),
  dateFinish: to,
})

/** URL of the users whose licences expire in a range: next ones first, or latest first for expired ones. */
const endingUsers = (from: string | undefined, to: string): string =>
  listUrl(pathOf('user-list'), { ...between(from, to), demo: 'false' }, [
    ['sort', 'dateExpire'],
    ['order', from === undefined ? 'DESC' : 'ASC'],
  ])

const soonText = (soon: ResponseBody<'GET /api/users/expiring/days'>['soon'], within: number): string => {
  const range = soon.find(({ days }) => days === within)
  return totalText(range?.count ?? 0, range)
}

/** Licences expiring today, within a week and within a month, and by day. */
export const ExpiringPanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['users', 'expiring', 'days'],
    queryFn: ({ signal }) => request('GET /api/users/expiring/days', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel
      {...panel}
      title={isReseller(me.role) ? 'Clientes por vencer' : 'Vencen pronto'}
      brief={({ soon }) => `${soonText(soon, 0)} hoy`}
      to={pathOf('user-list')}
      query={query}
      height={HEIGHT}
    >
      {({ days, soon, expired, expiredApproximate }) => {
        const first = days[0]?.day ?? today()
        const upTo = (last: number) => ({
          value: soonText(soon, last),
          to: endingUsers(first, dayAfter(first, last)),
        })
        return (
          <>
            <Figures>
              <Figure label="Hoy" {...upTo(0)} />
              <Figure label="7 días" {...upTo(7)} />
              <Figure label="30 días" {...upTo(30)} />
              <Figure
                label="Vencidos"
                value={totalText(expired, { approximate: expiredApproximate })}
                to={endingUsers(undefined, dayAfter(first, -1))}
                tone="red"
              />
            </Figures>
            <Chart
              title="Licencias que vencen cada día"
              series={[{ name: 'Vencen', tone: 'main' }]}
              bars={days.map(({ day, count, approximate }) => ({
                id: day,
                label: periodInWords(day),
                tick: periodTick(day),
                values: [count],
                approximate,
                to: endingUsers(day, day),
              }))}
              format={totalText}
              height={PLOT}
            />
          </>
        )
      }}
    </Panel>
  )
}

const WEEKS = [
  { name: 'Estos 7 días', tone: 'main' },
  { name: '7 días anteriores', tone: 'before' },
] as const
const REFUND_WEEKS = [{ name: 'Estos 7 días', tone: 'second' }, WEEKS[1]] as const

/** With a second title, as high as one plot. */
const REFUNDS_PLOT = 44
const SALES_PLOT = PLOT - REFUNDS_PLOT - 48

/** Names the days that the figures of a week and their comparison cover. */
const WeekNote = () => {
  const { from, to } = trendDays(today())
  return (
    <Typography noWrap sx={{ height: NOTE, fontSize: 12, lineHeight: 'inherit', color: 'text.secondary' }}>
      Los 7 días hasta ayer, del {dayText(from)} al {dayText(to)}, frente a los 7 anteriores
    </Typography>
  )
}

/**
 * Sales and refunds of the seven days up to yesterday compared with the seven before, as counted by /balance; sales
 * only for agents.
 */
export const SalesPanel = ({ me, ...panel }: HomePanelProps) => {
  const now = today()
  const filter = filterQuery({ ...countedFilter(me), ...between(dayAfter(now, -TREND_DAYS), now) })
  const query = useQuery({
    queryKey: ['license_transactions', 'days', filter.toString()],
    queryFn: ({ signal }) => request('GET /api/license_transactions/days', { query: filter, signal }),
    staleTime: FRESH_FOR,
  })
  const moneyText = useMoneyText()
  const week = trendDays(now)
  const isAgent = me.role === 'agent'
  const transactionsUrl = (type: 'SALE' | 'REFUND', from: string, to: string): string =>
    listUrl(pathOf('credit-balance'), {
      ...between(from, to),
      ...(isAgent ? {} : { type: String(typeNumber(type)) }),
    })
  return (
    <Panel
      {...panel}
      title="Ventas de la semana"
      to={listUrl(pathOf('credit-balance'), between(week.from, week.to))}
      query={query}
      height={HEIGHT}
    >
      {(rows) => {
        const sales = compareWeeks(
          rows.map(({ day, sales }) => ({ day, value: sales.total })),
          now,
        )
        const counts = compareWeeks(
          rows.map(({ day, sales }) => ({ day, value: sales.count })),
          now,
        )
        const refunds = compareWeeks(
          rows.map(({ day, refunds }) => ({ day, value: refunds.total })),
          now,
        )
        const weekBars = ({ days }: typeof sales, type: 'SALE' | 'REFUND') =>
          days.map(({ day, now, before }) => ({
            id: day,
            label: periodInWords(day),
            tick: weekdayTick(day),
            values: [now, before],
            to: transactionsUrl(type, day, day),
            isUnderWay: isIncomplete(day, today()),
          }))
        return (
          <>
            <Figures>
              <Figure
                label="Ventas"
                value={moneyText(sales.trend.now)}
                to={transactionsUrl('SALE', week.from, week.to)}
                change={{ ...sales.trend, isGood: 'more' }}
              />
              <Figure
                label="N.º de ventas"
                value={formatCount(counts.trend.now)}
                to={transactionsUrl('SALE', week.from, week.to)}
                change={{ ...counts.trend, isGood: 'more' }}
              />
              {isAgent ? null : (
                <Figure
                  label="Devoluciones"
                  value={moneyText(refunds.trend.now)}
                  to={transactionsUrl('REFUND', week.from, week.to)}
                  change={{ ...refunds.trend, isGood: 'less' }}
                />
              )}
            </Figures>
            <WeekNote />
            <Chart
              title="Ventas por día"
              series={WEEKS}
              bars={weekBars(sales, 'SALE')}
              format={moneyText}
              height={(isAgent ? PLOT : SALES_PLOT) - NOTE}
              ticks={isAgent ? 4 : 2}
              hasAxis={isAgent}
            />
            {isAgent ? null : (
              <Chart
                title="Devoluciones por día"
                series={REFUND_WEEKS}
                bars={weekBars(refunds, 'REFUND')}
                format={moneyText}
                height={REFUNDS_PLOT}
                ticks={1}
              />
            )}
          </>
        )
      }}
    </Panel>
  )
}

const MONTH = 30

const visitsUrl = (from: string, to: string): string => listUrl(pathOf('history-list'), between(from, to))

/** Visits of today, of a week and of a month, and by day. */
export const VisitsPanel = ({ me: _, ...panel }: HomePanelProps) => {
  const now = today()
  const first = dayAfter(now, 1 - MONTH)
  const week = trendDays(now)
  const filter = filterQuery(between(first, now))
  const query = useQuery({
    queryKey: ['histories', 'days', filter.toString()],
    queryFn: ({ signal }) => request('GET /api/histories/days', { query: filter, signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel {...panel} title="Visitas" to={pathOf('history-list')} query={query} height={HEIGHT}>
      {({ days, isPartial }) => {
        const counts = new Map(days.map(({ day, visits }) => [day, visits]))
        const sumFrom = (from: string) =>
          days.reduce((all, { day, visits }) => (day < from ? all : all + visits), 0)
        const { trend } = compareWeeks(
          days.map(({ day, visits }) => ({ day, value: visits })),
          now,
        )
        const since = (from: string) => ({ value: formatCount(sumFrom(from)), to: visitsUrl(from, now) })
        return (
          <>
            <Figures>
              <Figure label="Hoy" {...since(now)} />
              <Figure
                label="7 días hasta ayer"
                value={formatCount(trend.now)}
                to={visitsUrl(week.from, week.to)}
                change={{ ...trend, isGood: 'more' }}
              />
              <Figure label="30 días" {...since(first)} />
            </Figures>
            <Chart
              title="Visitas por día"
              {...(isPartial ? { unit: 'solo las más recientes' } : {})}
              series={[{ name: 'Visitas', tone: 'main' }]}
              bars={daysFrom(first, MONTH).map((day) => ({
                id: day,
                label: periodInWords(day),
                tick: periodTick(day),
                values: [counts.get(day) ?? 0],
                to: visitsUrl(day, day),
                isUnderWay: isIncomplete(day, now),
              }))}
              format={formatCount}
              height={PLOT}
            />
          </>
        )
      }}
    </Panel>
  )
}
