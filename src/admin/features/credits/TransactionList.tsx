import SumsIcon from '@mui/icons-material/FunctionsOutlined'
import Link from '@mui/material/Link'
import { type ComponentProps, Suspense, useState } from 'react'
import type { Identifier } from 'react-admin'
import { TRANSACTION_TYPES, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import type { RowOf } from '../../api/http.ts'
import { DEFAULT_FILTERS } from '../../api/lists.ts'
import { moneyText } from '../../api/settings.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, countColumn } from '../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
import { ListTool } from '../../kit/list/ListTools.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'

const TransactionDialog = lazy(async () => ({
  default: (await import('./TransactionDialog.tsx')).TransactionDialog,
}))

const ExportDialog = lazy(async () => ({
  default: (await import('../../kit/list/ExportDialog.tsx')).ExportDialog,
}))

const SUMS = { title: 'Ventas y devoluciones por día y vendedor', path: 'summary' } as const

/** For accounting: the sums behind the charts, by day and seller. */
const SumsExport = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListTool
        icon={<SumsIcon fontSize="small" />}
        label="Exportar totales"
        opens="dialog"
        onChosen={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {isOpen ? <ExportDialog sums={SUMS} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

/** Credit history (Historial de créditos). */
export const CreditList = () => (
  <TransactionList
    title="Historial de créditos"
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

type TransactionListProps = Omit<
  ComponentProps<typeof CatalogueList>,
  'sort' | 'columns' | 'onOpen' | 'tools'
>

/** Transactions, newest first; each opens with its receipt. */
export const TransactionList = (props: TransactionListProps) => {
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
      <CatalogueList {...props} tools={<SumsExport />} bulk={RECEIPTS} onOpen={show} columns={columns} />
      {shown === undefined ? null : (
        <Suspense fallback={null}>
          <TransactionDialog key={shown} open={isOpen} id={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const TYPES = TRANSACTION_TYPES.map((type) => ({ value: String(typeNumber(type)), label: TYPE_NAMES[type] }))

/** The filters of transactions: days, and the type if there are several. */
export const TransactionFilters = ({ withType = true }: { withType?: boolean }) => (
  <>
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    {withType ? <SelectFilter source="type" label="Tipo" options={TYPES} /> : null}
  </>
)
