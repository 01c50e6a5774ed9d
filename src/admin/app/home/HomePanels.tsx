import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { LinkBase } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { canOpen, isReseller } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { formatCount, formatMoney } from '../../../domain/format/text.ts'
import { ISSUE_TYPE_NAMES } from '../../../domain/support/issue.ts'
import { pathOf } from '../../api/addresses.ts'
import { ask } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { BalanceBadge } from '../../features/credits/BalanceBadge.tsx'
import { countedFor, totalsQuery } from '../../features/credits/stats.ts'
import { filtersOf, rangesOf, sortOf, useExpiring } from '../../features/users/expiring.tsx'
import { NewDemo } from '../../features/users/UserLinks.tsx'
import { today } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { dayAfter } from '../../kit/list/filters.tsx'

const canOpenScreen = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && canOpen(me, route)
}

/** The panels below the logo, as the profile of the current user allows. */
export const HomePanels = () => {
  const { data: me } = useMe()
  return me === undefined ? null : <Panels me={me} />
}

const Panels = ({ me }: { me: Me }) => {
  const sells = isReseller(me.role)
  return (
    <Box sx={{ width: '100%', maxWidth: 1080, px: 2, pb: { xs: sells ? 10 : 2, sm: 2 } }}>
      {me.role === 'sa' ? <ServiceNotices /> : null}
      {sells && canOpenScreen(me, 'user-list') ? <HomeActions /> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mt: 2,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(auto-fit, minmax(300px, 1fr))' },
        }}
      >
        {canOpenScreen(me, 'user-list') ? (
          <ExpiringCard title={sells ? 'Clientes por vencer' : 'Vencen pronto'} />
        ) : null}
        {canOpenScreen(me, 'issue-list') ? <ReportsCard /> : null}
        {canOpenScreen(me, 'credit-balance') ? <SalesCard me={me} /> : null}
      </Box>
    </Box>
  )
}

/** At the foot of the screen on a phone, within reach of a thumb. */
const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.25,
  position: { xs: 'fixed', sm: 'static' },
  insetInline: 0,
  bottom: 0,
  zIndex: 2,
  p: { xs: 1.5, sm: 0 },
  bgcolor: { xs: 'background.paper', sm: 'transparent' },
  borderTop: { xs: 1, sm: 0 },
  borderColor: { xs: 'divider', sm: 'divider' },
  '& > .MuiButton-root': { flex: { xs: 1, sm: '0 0 auto' }, minHeight: 44 },
} as const

/** What agents and superagents do all day: sell, and show the service to new customers. */
const HomeActions = () => (
  <>
    <Box sx={{ mb: 2 }}>
      <BalanceBadge />
    </Box>
    <Box component="nav" aria-label="Acciones" sx={BAR}>
      <Button variant="contained" component={LinkBase} to={pathOf('user-list')}>
        Vender
      </Button>
      <NewDemo />
    </Box>
  </>
)

/** Notices for the operator of the installation; only sa can read them. */
const ServiceNotices = () => {
  const { data = [] } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => ask('GET /api/notices', { signal }),
  })
  return data.map(({ code, message }) => (
    <Alert key={code} severity="warning" sx={{ mt: 2, textAlign: 'left' }}>
      {message}
    </Alert>
  ))
}

/** The address of a list with some filters. */
const listOf = (template: string, filter: object, sort: object = {}): string =>
  `${pathOf(template)}?${new URLSearchParams({ filter: JSON.stringify(filter), ...sort })}`

/** Licences that end soon, or ended. */
const ExpiringCard = ({ title }: { title: string }) => {
  const { data, status } = useExpiring()
  const counts = (data === undefined ? [] : rangesOf(data)).map((range) => {
    const { field, order } = sortOf(range)
    const to = listOf('user-list', filtersOf(range), { sort: field, order })
    return { label: range.label, count: range.count, to }
  })
  return (
    <HomeCard title={title} to={pathOf('user-list')} linkLabel="Ver todos" state={status}>
      <CountLinks counts={counts} />
    </HomeCard>
  )
}

/** Playback errors that wait for a repair, by type. */
const ReportsCard = () => {
  const { data = [], status } = useOpenReports()
  const counts = data.map(({ issueType, open }) => ({
    label: ISSUE_TYPE_NAMES[issueType],
    count: open,
    to: listOf('issue-list', { issueType }),
  }))
  return (
    <HomeCard title="Errores reportados" to={pathOf('issue-list')} linkLabel="Ver todos" state={status}>
      {counts.length > 0 ? (
        <CountLinks counts={counts} />
      ) : (
        <Typography color="text.secondary">No hay errores por reparar.</Typography>
      )}
    </HomeCard>
  )
}

/** What was sold in the last seven days, in the words of /balance; agents only sell. */
const SalesCard = ({ me }: { me: Me }) => {
  const { data, status } = useWeek(me)
  const { sales, refunds } = data ?? {}
  return (
    <HomeCard
      title="Ventas de la semana"
      to={listOf('credit-balance', thisWeek())}
      linkLabel="Ver todas"
      state={status}
    >
      <DescriptionList
        items={[
          ['Ventas', formatMoney(sales?.total ?? 0)],
          ['Créditos vendidos', formatCount(sales?.credits ?? 0)],
          ['Cantidad de ventas', formatCount(sales?.count ?? 0)],
          ...(me.role === 'agent' ? [] : ([['Devoluciones', formatMoney(refunds?.total ?? 0)]] as const)),
        ]}
      />
    </HomeCard>
  )
}

interface HomeCardProps {
  title: string
  /** Where its whole list is. */
  to: string
  linkLabel: string
  /** Whether its counts are still on their way, or could not be read. */
  state: 'pending' | 'error' | 'success'
  children: ReactNode
}

const content = ({ state, children }: Pick<HomeCardProps, 'state' | 'children'>): ReactNode => {
  if (state === 'pending') return <Skeleton variant="rounded" height={96} />
  if (state === 'error')
    return <Typography color="text.secondary">No se pudo leer. Intente de nuevo más tarde.</Typography>
  return children
}

/** A part of the home page: what there is to do, and the way to it. */
const HomeCard = ({ title, to, linkLabel, state, children }: HomeCardProps) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ p: 2, textAlign: 'left' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1.5 }}>
        <Typography id={heading} component="h2" sx={{ fontSize: 16, fontWeight: 700, flex: 1 }}>
          {title}
        </Typography>
        <Link
          component={LinkBase}
          to={to}
          aria-label={`${linkLabel}: ${title}`}
          sx={{ py: { xs: 1.5, sm: 0.5 } }}
        >
          {linkLabel}
        </Link>
      </Box>
      {content({ state, children })}
    </Card>
  )
}

interface LinkedCount {
  label: string
  count: number
  /** The list that it counts. */
  to: string
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 1,
  mx: -1,
  minHeight: { xs: 44, sm: 34 },
  borderRadius: '8px',
  color: 'text.primary',
  fontWeight: 400,
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
} as const

/** Counts, each leading to what it counts. */
const CountLinks = ({ counts }: { counts: readonly LinkedCount[] }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {counts.map(({ label, count, to }) => (
      <li key={label}>
        <Link component={LinkBase} to={to} sx={ROW}>
          <Box component="span" sx={{ flex: 1 }}>
            {label}
          </Box>
          <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(count)}
          </Box>
        </Link>
      </li>
    ))}
  </Box>
)

const FRESH_FOR = 30_000

/** The seven days that end today, as the filters of transactions name them. */
const thisWeek = () => ({ dateBeging: dayAfter(today(), -6), dateFinish: today() })

/** The sums of this week's transactions, as /balance counts them for the current user. */
const useWeek = (me: Me) =>
  useQuery({ ...totalsQuery({ ...thisWeek(), ...countedFor(me) }), staleTime: FRESH_FOR })

/** The open reports by type, the most frequent first. */
const useOpenReports = () =>
  useQuery({
    queryKey: ['issues', 'totals'],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/issues/totals', { signal }))
        .filter(({ open }) => open > 0)
        .sort((a, b) => b.open - a.open),
    staleTime: FRESH_FOR,
  })
