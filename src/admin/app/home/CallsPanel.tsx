import CheckIcon from '@mui/icons-material/Check'
import TaskIcon from '@mui/icons-material/TaskAlt'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { LinkBase } from 'react-admin'
import { licenceSentence, licenceText } from '../../../domain/credits/licence.ts'
import { typeNumber } from '../../../domain/credits/transaction.ts'
import { dayAfter, dayOf } from '../../../domain/format/dates.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { type Me, serviceZone } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import {
  canCredit,
  canSellCredit,
  useOpenCreditDialog,
} from '../../features/credits/CreditDialogProvider.tsx'
import { RowReminder, useOffersNotices } from '../../features/user-notices/reminders.tsx'
import { listUrl } from '../../kit/charts/links.ts'
import { today } from '../../kit/display/dates.ts'
import { licenceNow } from '../../kit/display/licence.tsx'
import styles from './CallsPanel.module.css'
import { RecordName } from './list-panels.tsx'
import { FRESH_FOR, type HomePanelProps, Panel } from './panel.tsx'

/** Before and after today. */
const RANGE_DAYS = 7
const MAX_CALLS = 10
/** Most customers of today's sales that are looked for. */
const MAX_SALES = 100

interface Call {
  user: RecordOf<'users'>
  /** Expiry of the licence, before today's sale if there was one. */
  expiry: string
  isSold: boolean
}

interface Calls {
  title: string
  url: string
  calls: readonly Call[]
  hasMore: boolean
}

interface Range {
  from: string
  to: string
  order: 'asc' | 'desc'
}

/** Most urgent first: the next to expire, then the latest that expired. */
const callRanges = (now: string): readonly (Range & Pick<Calls, 'title'>)[] => [
  {
    title: `Vencen en los próximos ${RANGE_DAYS} días`,
    from: now,
    to: dayAfter(now, RANGE_DAYS),
    order: 'asc',
  },
  {
    title: `Vencieron en los últimos ${RANGE_DAYS} días`,
    from: dayAfter(now, -RANGE_DAYS),
    to: dayAfter(now, -1),
    order: 'desc',
  },
]

const readUsers = async (query: Record<string, string>, signal: AbortSignal) =>
  (await request('GET /api/users', { query: new URLSearchParams(query), signal })).map((user) => ({
    ...user,
    id: user._id,
  }))

const rangeFilter = ({ from, to }: Range) => ({
  dateBeging: from,
  dateFinish: to,
  demo: 'false',
})

const rangeUrl = (range: Range): string =>
  listUrl(pathOf('user-list'), rangeFilter(range), [
    ['sort', 'dateExpire'],
    ['order', range.order.toUpperCase()],
  ])

/** Customers to whom the current user sold today, with the expiry before. */
const readSold = async (me: Me, now: string, signal: AbortSignal): Promise<Call[]> => {
  if (!canSellCredit(me)) return []
  const query = new URLSearchParams({
    userCreated: me._id,
    type: String(typeNumber('SALE')),
    status: 'PROCESSED',
    dateBeging: now,
    dateFinish: now,
    sort: 'date',
    order: 'desc',
    limit: String(MAX_SALES),
  })
  const sales = await request('GET /api/license_transactions', { query, signal })
  const expiries = new Map<string, string>()
  // Latest first, so the expiry before the day's first sale remains.
  for (const { userLicensed, dateExpireRef } of sales)
    if (dateExpireRef !== null) expiries.set(userLicensed, dateExpireRef)
  const isCalled = (expiry: string) => {
    const licence = licenceNow(expiry)
    return licence.state !== 'none' && Math.abs(licence.days) <= RANGE_DAYS
  }
  const ids = [...expiries].flatMap(([id, expiry]) => (isCalled(expiry) ? [id] : []))
  if (ids.length === 0) return []
  const users = await readUsers({ ids: ids.join(','), limit: String(ids.length) }, signal)
  return users.map((user) => ({ user, expiry: expiries.get(user.id) ?? '', isSold: true }))
}

const byExpiry =
  (order: Range['order']) =>
  (one: Call, other: Call): number =>
    (order === 'asc' ? 1 : -1) * (Date.parse(one.expiry) - Date.parse(other.expiry))

const readCalls = async (me: Me, signal: AbortSignal): Promise<readonly Calls[]> => {
  const now = today()
  const ranges = callRanges(now)
  const [soldToday, ...found] = await Promise.all([
    readSold(me, now, signal),
    ...ranges.map((range) => {
      const order = { sort: 'dateExpire', order: range.order, limit: String(MAX_CALLS + 1) }
      return readUsers({ ...rangeFilter(range), ...order }, signal)
    }),
  ])
  return ranges.map((range, index) => {
    const { title, from, to, order } = range
    const users = found[index] ?? []
    const due = users
      .slice(0, MAX_CALLS)
      .map((user) => ({ user, expiry: user.dateExpire ?? '', isSold: false }))
    const sold = soldToday.filter(({ user, expiry }) => {
      const day = dayOf(new Date(expiry), serviceZone())
      return day >= from && day <= to && !users.some(({ id }) => id === user.id)
    })
    return {
      title,
      url: rangeUrl(range),
      calls: [...due, ...sold].sort(byExpiry(order)),
      hasMore: users.length > MAX_CALLS,
    }
  })
}

const leftText = (lists: readonly Calls[]): string => {
  const left = lists.flatMap(({ calls }) => calls).filter(({ isSold }) => !isSold).length
  return `${left}${lists.some(({ hasMore }) => hasMore) ? '+' : ''} por llamar`
}

const ALL_DONE = {
  display: 'grid',
  flex: 1,
  placeContent: 'center',
  justifyItems: 'center',
  gap: 1,
  color: 'text.secondary',
  textAlign: 'center',
} as const

/** Rule C29: a reseller's customers whose licences expire soon or expired lately; those sold to today remain, ticked. */
export const CallsPanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['users', 'calls'],
    queryFn: ({ signal }) => readCalls(me, signal),
    staleTime: FRESH_FOR,
  })
  const now = today()
  const range = { from: dayAfter(now, -RANGE_DAYS), to: dayAfter(now, RANGE_DAYS), order: 'asc' } as const
  return (
    <Panel
      {...panel}
      title="Clientes por llamar"
      brief={leftText}
      to={rangeUrl(range)}
      query={query}
      height={176}
    >
      {(lists) => {
        const filled = lists.filter(({ calls }) => calls.length > 0)
        return filled.length === 0 ? (
          <Box sx={ALL_DONE}>
            <TaskIcon color="success" sx={{ fontSize: 36 }} />
            <span>
              ¡Todo al día! A ningún cliente le vence la licencia en estos {RANGE_DAYS} días, ni le venció en
              los últimos {RANGE_DAYS}.
            </span>
          </Box>
        ) : (
          <div className={styles.columns}>
            {filled.map((list) => (
              <CallList key={list.title} me={me} {...list} />
            ))}
          </div>
        )
      }}
    </Panel>
  )
}

const CallList = ({ me, title, url, calls, hasMore }: Calls & { me: Me }) => (
  <div>
    <Typography component="h3" color="text.secondary" sx={{ fontSize: 13, fontWeight: 600 }}>
      {title}
    </Typography>
    <ul className={styles.list} aria-label={title}>
      {calls.map((call) => (
        <CallRow key={call.user.id} me={me} call={call} />
      ))}
    </ul>
    {hasMore ? (
      <Link component={LinkBase} to={url} sx={{ display: 'inline-block', py: 1.5 }}>
        Ver todos<span className="unseen">: {title}</span>
      </Link>
    ) : null}
  </div>
)

const CallRow = ({ me, call }: { me: Me; call: Call }) => {
  const { user, isSold } = call
  const hasNotices = useOffersNotices()
  return (
    <li>
      <RecordName
        me={me}
        resource="users"
        id={user.id}
        name={user.fullName}
        detail={
          <>
            <Term {...call} />
            <span className={styles.phone}> · {user.celPhone || 'Sin celular'}</span>
          </>
        }
      />
      {hasNotices ? (
        <span className={styles.reminder}>{isSold ? null : <RowReminder user={user} isButton />}</span>
      ) : null}
      {canCredit(me, user) ? <SellButton user={user} isSold={isSold} /> : null}
    </li>
  )
}

const Term = ({ user, expiry, isSold }: Call) => {
  const licence = licenceNow(isSold ? user.dateExpire : expiry)
  const isToday = licence.state === 'running' && licence.days === 0
  return (
    <span className={styles.term} data-tone={isSold ? 'sold' : isToday ? 'today' : licence.state}>
      {isSold ? licenceText(licence) : licenceSentence(licence)}
    </span>
  )
}

/** One button before and after the sale, so that the closing dialog returns the focus to it. */
const SellButton = ({ user, isSold }: Pick<Call, 'user' | 'isSold'>) => {
  const sell = useOpenCreditDialog()
  return (
    <Button
      className={styles.sell}
      variant={isSold ? 'text' : 'outlined'}
      color={isSold ? 'success' : 'primary'}
      startIcon={isSold ? <CheckIcon /> : undefined}
      aria-label={isSold ? `Vendido hoy; vender otra vez: ${user.fullName}` : `Vender: ${user.fullName}`}
      onClick={() => sell(user)}
    >
      {isSold ? 'Vendido' : 'Vender'}
    </Button>
  )
}
