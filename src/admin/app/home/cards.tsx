import Typography from '@mui/material/Typography'
import { formatCount, formatMoney } from '../../../domain/format/numbers.ts'
import { ISSUE_TYPE_NAMES } from '../../../domain/support/issue.ts'
import { pathOf } from '../../api/addresses.ts'
import type { Me } from '../../api/session/me.ts'
import { filtersOf, rangesOf, sortOf, useExpiring } from '../../features/users/expiring.ts'
import { Facts } from '../../kit/display/Facts.tsx'
import { FigureLinks } from './FigureLinks.tsx'
import { HomeCard } from './HomeCard.tsx'
import { thisWeek, useOpenReports, useWeek } from './use-home-figures.ts'

/** The address of a list with some filters. */
const listOf = (template: string, filter: object, sort: object = {}): string =>
  `${pathOf(template)}?${new URLSearchParams({ filter: JSON.stringify(filter), ...sort })}`

/** Licences that end soon, or ended. */
export const ExpiringCard = ({ title }: { title: string }) => {
  const { data, status } = useExpiring()
  const figures = (data === undefined ? [] : rangesOf(data)).map((range) => {
    const { field, order } = sortOf(range)
    const to = listOf('user-list', filtersOf(range), { sort: field, order })
    return { label: range.label, count: range.count, to }
  })
  return (
    <HomeCard title={title} to={pathOf('user-list')} linkLabel="Ver todos" state={status}>
      <FigureLinks figures={figures} />
    </HomeCard>
  )
}

/** Playback errors that wait for a repair, by type. */
export const ReportsCard = () => {
  const { data = [], status } = useOpenReports()
  const figures = data.map(({ issueType, open }) => ({
    label: ISSUE_TYPE_NAMES[issueType],
    count: open,
    to: listOf('issue-list', { issueType }),
  }))
  return (
    <HomeCard title="Errores reportados" to={pathOf('issue-list')} linkLabel="Ver todos" state={status}>
      {figures.length > 0 ? (
        <FigureLinks figures={figures} />
      ) : (
        <Typography color="text.secondary">No hay errores por reparar.</Typography>
      )}
    </HomeCard>
  )
}

/** What was sold in the last seven days, in the words of /balance; agents only sell. */
export const SalesCard = ({ me }: { me: Me }) => {
  const { data, status } = useWeek(me)
  const { sales, refunds } = data ?? {}
  return (
    <HomeCard
      title="Ventas de la semana"
      to={listOf('credit-balance', thisWeek())}
      linkLabel="Ver todas"
      state={status}
    >
      <Facts
        facts={[
          ['Ventas', formatMoney(sales?.total ?? 0)],
          ['Créditos vendidos', formatCount(sales?.credits ?? 0)],
          ['Cantidad de ventas', formatCount(sales?.count ?? 0)],
          ...(me.role === 'agent' ? [] : ([['Devoluciones', formatMoney(refunds?.total ?? 0)]] as const)),
        ]}
      />
    </HomeCard>
  )
}
