import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MouseEvent, Suspense, useId, useState } from 'react'
import { can, isReseller, isSubscriber } from '../../../domain/access/permissions.ts'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import type { TransactionPeriod } from '../../../domain/credits/transaction.ts'
import { formatCount, formatReference } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import { type RecordOf, request } from '../../api/http.ts'
import { useCachedMe } from '../../api/me.ts'
import { moneyText } from '../../api/settings.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { isPrintable, reprint } from './Receipt.tsx'

const TransactionDialog = lazy(async () => ({
  default: (await import('./TransactionDialog.tsx')).TransactionDialog,
}))

/** Rows shown initially, and after each 'Ver más'; one more is requested, to know whether there are more. */
const SHOWN = [5, 25, 99] as const

/** The latest processed transactions with a user as target. */
const usePurchases = (id: string, shown: number) =>
  useQuery({
    queryKey: ['license_transactions', 'of', id, shown],
    queryFn: async ({ signal }) => {
      const query = {
        ...{ userLicensed: id, status: 'PROCESSED' },
        ...{ sort: 'date', order: 'desc', limit: String(shown + 1) },
      }
      const rows = await request('GET /api/license_transactions', {
        query: new URLSearchParams(query),
        signal,
      })
      return rows.map((row) => ({ ...row, id: row._id }))
    },
    placeholderData: keepPreviousData,
  })

/** A customer's purchases or a reseller's transfers, with reprints of their receipts. */
export const Purchases = ({ user }: { user: RecordOf<'users'> }) => {
  const me = useCachedMe()
  const isShown = me !== undefined && can(me, 'read', 'license_transactions')
  if (!isShown || !(isSubscriber(user.role) || isReseller(user.role))) return null
  return <PurchaseList user={user} />
}

const PurchaseList = ({ user }: { user: RecordOf<'users'> }) => {
  const heading = useId()
  const [step, setStep] = useState(0)
  const [opened, setOpened] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const shown = SHOWN[step] ?? SHOWN[2]
  const { data, error, isFetching, refetch } = usePurchases(user.id, shown)
  const hasMore = data !== undefined && data.length > shown && step < SHOWN.length - 1
  const open = ({ id }: RecordOf<'license_transactions'>): void => {
    setOpened(id)
    setOpen(true)
  }
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 0.5 }}>
        {isReseller(user.role) ? 'Créditos recibidos' : 'Compras'}
      </Typography>
      {error === null ? null : <RetryAlert message={error.message} onRetry={() => refetch()} />}
      {data === undefined && error === null ? (
        <Skeleton variant="rounded" height={96} role="progressbar" aria-label="Cargando" />
      ) : null}
      {data?.length === 0 ? <Box sx={{ color: 'text.secondary' }}>Todavía no hay registros.</Box> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data?.slice(0, shown).map((transaction) => (
          <Purchase key={transaction.id} transaction={transaction} onOpen={() => open(transaction)} />
        ))}
      </Box>
      {hasMore ? (
        <Button size="small" loading={isFetching} onClick={() => setStep(step + 1)} sx={{ mt: 0.5 }}>
          Ver más
        </Button>
      ) : null}
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <TransactionDialog key={opened} open={isOpen} id={opened} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const CREDITS: Readonly<Record<TransactionPeriod, { one: string; many: string }>> = {
  MESES: { one: 'mes', many: 'meses' },
  AÑOS: { one: 'año', many: 'años' },
  DIAS: { one: 'día', many: 'días' },
}

/** '3 meses'; '' for none, as of a demo's hours. */
export const creditsText = ({ count, period }: Pick<Transaction, 'count' | 'period'>): string =>
  count === 0 ? '' : `${formatCount(count)} ${count === 1 ? CREDITS[period].one : CREDITS[period].many}`

interface PurchaseProps {
  transaction: RecordOf<'license_transactions'>
  onOpen: () => void
}

const Purchase = ({ transaction, onOpen }: PurchaseProps) => {
  const reference = formatReference(transaction.reference)
  const print = (event: MouseEvent): void => {
    // Ignores the second half of a double click.
    if (event.detail <= 1) reprint(transaction)
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.75,
        fontSize: 13,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
        <Box>
          <Link
            component="button"
            type="button"
            onClick={onOpen}
            sx={{ fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
          >
            {reference}
          </Link>{' '}
          <Box component="span" title={momentText(transaction.date)} sx={{ color: 'text.secondary' }}>
            {dayText(transaction.date)}
          </Box>
        </Box>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {[transaction.typeDescrition, creditsText(transaction), moneyText(transaction.total)]
            .filter((text) => text !== '')
            .join(' · ')}
        </Box>
      </Box>
      {isPrintable(transaction) ? (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Reimprimir ${reference}`}
          onClick={print}
          sx={{ flex: 'none', minHeight: { xs: 44, sm: 30 } }}
        >
          Reimprimir
        </Button>
      ) : null}
    </Box>
  )
}
