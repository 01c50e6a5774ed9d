import SumsIcon from '@mui/icons-material/FunctionsOutlined'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ComponentProps, Suspense, useState } from 'react'
import { type Identifier, LinkBase, useListContext } from 'react-admin'
import { TRANSACTION_TYPES, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import type { RowOf } from '../../api/http.ts'
import { DEFAULT_FILTERS } from '../../api/lists.ts'
import { useCan } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { moneyText } from '../../api/settings.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, countColumn } from '../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
import { DialogTool } from '../../kit/list/list-dialog.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'

const TransactionDialog = lazy(async () => ({
  default: (await import('./TransactionDialog.tsx')).TransactionDialog,
}))

const ExportDialog = lazy(async () => ({
  default: (await import('../../kit/list/ExportDialog.tsx')).ExportDialog,
}))

const SUMS = { title: 'Ventas y devoluciones por día y vendedor', path: 'summary' } as const

/** For accounting: the sums behind the charts, by day and seller. */
const SumsExport = () => (
  <DialogTool icon={<SumsIcon fontSize="small" />} label="Exportar totales">
    {(onClose) => <ExportDialog sums={SUMS} onClose={onClose} />}
  </DialogTool>
)

/** Sales begin at a user of the list. */
const UsersLink = () => {
  const canList = useCan('list', 'users')
  const canSell = useCan('register', 'license_transactions')
  return canList && canSell ? (
    <Button variant="outlined" component={LinkBase} to={pathOf('user-list')}>
      Elegir un usuario
    </Button>
  ) : null
}

const EMPTY = { action: <UsersLink /> }

/** Credit history (Historial de créditos). */
export const CreditList = () => (
  <TransactionList
    title="Historial de créditos"
    purpose="Cada movimiento de créditos, para buscar una venta y reimprimir su recibo."
    only={DEFAULT_FILTERS.license_transactions}
    filters={<TransactionFilters />}
  />
)

/** Users who can read transactions can reprint them. */
const RECEIPTS: BulkEntity = {
  offers: [],
  actions: [
    {
      needs: { action: 'read', resource: 'license_transactions' },
      label: () => 'Imprimir recibos',
      does: { Dialog: lazy(() => import('./ReceiptsDialog.tsx')) },
    },
  ],
}

type Row = RowOf<'license_transactions'>

interface TransactionListProps
  extends Omit<ComponentProps<typeof CatalogueList>, 'sort' | 'columns' | 'onOpen' | 'tools' | 'above'> {
  /** What the list is for, in one sentence. */
  purpose: string
}

/** Transactions, newest first; each opens with its receipt. */
export const TransactionList = ({ purpose, ...props }: TransactionListProps) => {
  const [shown, setShown] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const show = ({ id }: { id: Identifier }): void => {
    setShown(String(id))
    setOpen(true)
  }
  const columns: readonly Column<Row>[] = [
    {
      source: 'reference',
      firstOrder: 'DESC',
      onPhone: 'title',
      render: (transaction) => (
        <Link
          component="button"
          type="button"
          onClick={(event) => {
            event.stopPropagation()
            show(transaction)
          }}
          sx={{ py: '3px', fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
        >
          {formatReference(transaction.reference)}
        </Link>
      ),
    },
    {
      source: 'date',
      firstOrder: 'DESC',
      onPhone: 'line',
      render: ({ date }) => <span title={momentText(date)}>{dayText(date)}</span>,
    },
    { source: 'userCreatedName', clip: 160 },
    { source: 'userFullName', clip: 160, onPhone: 'line' },
    { source: 'typeDescrition', clip: 180, onPhone: 'beside' },
    { source: 'period' },
    countColumn({ source: 'count' }),
    {
      source: 'creditPrice',
      align: 'right',
      firstOrder: 'DESC',
      render: ({ creditPrice }) => moneyText(creditPrice),
    },
    {
      source: 'total',
      align: 'right',
      onPhone: 'action',
      firstOrder: 'DESC',
      render: ({ total }) => moneyText(total),
    },
  ]
  return (
    <>
      <CatalogueList
        {...props}
        above={
          <Typography color="text.secondary" sx={{ mt: -1, mb: 2 }}>
            {purpose}
          </Typography>
        }
        tools={<SumsExport />}
        empty={EMPTY}
        bulk={RECEIPTS}
        onOpen={show}
        columns={columns}
      />
      {shown === undefined ? null : (
        <Suspense fallback={null}>
          <TransactionDialog key={shown} open={isOpen} id={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const TYPES = TRANSACTION_TYPES.map((type) => ({ value: String(typeNumber(type)), label: TYPE_NAMES[type] }))

/** Shows that the list is filtered by a customer, and removes the filter. */
const OneCustomer = () => {
  const { filterValues, setFilters, data } = useListContext<Row>()
  const { userLicensed, ...others } = filterValues
  if (userLicensed === undefined) return null
  const name = data?.find((row) => row.userLicensed === userLicensed)?.userFullName
  return (
    <Chip
      label={`Solo de ${name ?? 'un cliente'}`}
      onDelete={() => setFilters(others)}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: { xs: 44, sm: 36 } }}
    />
  )
}

/** The filters of transactions: days, and the type if there are several. */
export const TransactionFilters = ({ withType = true }: { withType?: boolean }) => (
  <>
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    {withType ? <SelectFilter source="type" label="Tipo" options={TYPES} /> : null}
    <OneCustomer />
  </>
)
