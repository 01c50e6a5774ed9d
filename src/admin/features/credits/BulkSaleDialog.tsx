import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDebouncedEvent, useStore } from 'react-admin'
import type { BulkSalePreview } from '../../../domain/credits/bulk-sale.ts'
import { newTransactionSchema, type Transaction } from '../../../domain/credits/endpoints.ts'
import {
  CREDIT_DEFAULTS,
  creditQuestion,
  transactionCap,
  transactionMonths,
} from '../../../domain/credits/rules.ts'
import { MONTHS_PER_CREDIT, type Period } from '../../../domain/credits/transaction.ts'
import {
  BYTE_ORDER_MARK,
  type CsvSeparator,
  csvRow,
  DECIMAL_MARKS,
  type DecimalMark,
  decimalFor,
} from '../../../domain/format/csv.ts'
import { formatCount, formatReference } from '../../../domain/format/text.ts'
import { validate } from '../../../domain/validation/errors.ts'
import { saveAs } from '../../api/files.ts'
import { request } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { moneyText, type PublicSettings, useSettings } from '../../api/settings.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { LicenceDay } from '../../kit/display/licence.tsx'
import { IconAction, ShareButtons } from '../../kit/display/ShareButtons.tsx'
import { FieldsDialog, leaveDialog } from '../../kit/form/FormDialog.tsx'
import type { ActionDialogProps } from '../../kit/list/selection.tsx'
import { useMakeBulkSale } from './bulk-sale-retries.ts'
import { useRefreshCredit } from './CreditDialogProvider.tsx'
import { PrintButton, RECEIPT_ACTIONS } from './Receipt.tsx'

/** 'Vender a los N': previews the sale for each user, sells to all who can be sold to, and prints the receipts. */
const BulkSaleDialog = (props: ActionDialogProps) => {
  const { data: me } = useMe()
  const { data: settings } = useSettings()
  const [sold, setSold] = useState<Outcome>()
  const end = (): void => {
    props.onClose(true)
    leaveDialog()
  }
  if (sold !== undefined) return <SoldDialog {...sold} onClose={end} />
  if (me === undefined || settings === undefined) return null
  return <Sale {...props} me={me} settings={settings} onSold={setSold} />
}

interface Outcome {
  transactions: readonly Transaction[]
  /** Those who were not sold to, with the reasons. */
  refused: readonly PreviewedSale[]
}

interface SaleProps extends ActionDialogProps {
  me: Me
  settings: PublicSettings
  onSold: (outcome: Outcome) => void
}

interface Terms {
  period: Period
  count: number
}

const Sale = ({ selected, count: users, me, settings, onSold, onClose }: SaleProps) => {
  const refresh = useRefreshCredit()
  const { state, sell, retry } = useMakeBulkSale(me._id, {
    onSettled: refresh,
    onSold(transactions) {
      // A retried sale may concern other users than the preview.
      const isPreviewed = state.open === undefined
      onSold({ transactions, refused: isPreviewed ? (preview.data?.sales.filter(isRefused) ?? []) : [] })
    },
  })
  const periods = settings.periods ?? ['MESES']
  const [period, setPeriod] = useState<Period>(periods[0] ?? 'MESES')
  const [count, setCount] = useState('1')
  const [isAsking, setAsking] = useState(false)
  const [terms, setTerms] = useState<Terms>({ period, count: 1 })
  const previewSoon = useDebouncedEvent((terms: Terms) => setTerms(terms), 250)
  const preview = useQuery({
    queryKey: ['bulk-sale', selected, users, terms],
    queryFn: ({ signal }) =>
      request('POST /api/license_transactions/bulk/preview', {
        body: { ...selected, expected: users, ...terms },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const close = (): void => onClose(false)
  const { open, isBusy, message } = state
  if (open !== undefined)
    return (
      <FieldsDialog
        title="Venta sin respuesta"
        submitLabel="Reintentar"
        isDisabled={false}
        isBusy={isBusy}
        onSubmit={() => void retry()}
        onClose={close}
      >
        <Alert severity="warning" role="alert">
          {message ??
            'La venta anterior quedó sin respuesta. No se sabe si se procesó. Al reintentar no se repite.'}
        </Alert>
        <Box>
          {usersText(open.asked.ids.length)}, {monthsText(open.asked)} cada uno
          {open.asked.total === undefined ? '' : ` · Total ${moneyText(open.asked.total)}`}
        </Box>
      </FieldsDialog>
    )
  const change = (terms: { period: Period; count: string }): void => {
    setPeriod(terms.period)
    setCount(terms.count)
    if (countError(terms.count) === undefined)
      previewSoon({ period: terms.period, count: Number(terms.count) })
  }
  const { data } = preview
  const possible = data?.sales.filter((each) => each.message === '') ?? []
  const isShown = !preview.isFetching && terms.period === period && String(terms.count) === count
  const question = creditQuestion(settings.askFromCredits ?? 0, {
    type: 'SALE',
    credits: possible.length * transactionMonths(terms),
    whom: usersText(possible.length),
  })
  const submit = async (): Promise<void> => {
    setAsking(false)
    if (data === undefined) return
    await sell({ ids: possible.map(({ _id }) => _id), ...terms, description: '', total: data.total })
    // A new preview shows what can't be sold now, and why.
    void preview.refetch()
  }
  return (
    <FieldsDialog
      title={`Vender a ${usersText(users)}`}
      sx={{ gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', overflowX: 'hidden' }}
      maxWidth="sm"
      submitLabel={sellLabel(possible.length, users)}
      isDisabled={!isShown || possible.length === 0}
      isBusy={isBusy}
      onSubmit={() => (question === undefined ? void submit() : setAsking(true))}
      onClose={close}
    >
      <ConfirmDialog
        open={isAsking}
        title={question}
        confirmLabel="Vender"
        onConfirm={() => void submit()}
        onClose={() => setAsking(false)}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
        <CountField
          value={count}
          isFixed={isBusy || transactionCap(me.role, { ...CREDIT_DEFAULTS, ...settings }) === 1}
          onChange={(text) => change({ period, count: text })}
        />
        <TextField
          select
          label="Período"
          value={period}
          disabled={isBusy}
          onChange={({ target }) => {
            const next = periods.find((each) => each === target.value)
            if (next !== undefined) change({ period: next, count })
          }}
        >
          {periods.map((each) => (
            <MenuItem key={each} value={each}>
              {each}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {message === undefined && preview.error === null ? null : (
        <Alert severity="error" role="alert">
          {message ?? preview.error?.message}
        </Alert>
      )}
      {data === undefined ? null : <Preview preview={data} terms={terms} possible={possible.length} />}
    </FieldsDialog>
  )
}

const usersText = (count: number): string => (count === 1 ? '1 usuario' : `${formatCount(count)} usuarios`)

const monthsText = ({ period, count }: Terms): string => {
  const months = count * MONTHS_PER_CREDIT[period]
  return `${formatCount(months)} ${months === 1 ? 'mes' : 'meses'}`
}

/** Users who can't be sold to are excluded by pressing this button, so its label says so. */
const sellLabel = (possible: number, all: number): string => {
  if (possible === 0 || all === 1) return 'Vender'
  if (possible === all) return `Vender a los ${formatCount(all)}`
  return possible === 1 ? 'Vender al que se puede' : `Vender a los ${formatCount(possible)} que se puede`
}

const countError = (text: string): string | undefined =>
  validate(newTransactionSchema.shape.count, text === '' ? undefined : Number(text))[0]?.message

interface CountFieldProps {
  value: string
  isFixed: boolean
  onChange: (text: string) => void
}

const CountField = ({ value, isFixed, onChange }: CountFieldProps) => {
  const error = countError(value)
  return (
    <TextField
      label="Cantidad"
      value={value}
      disabled={isFixed}
      // On a phone, focusing a field would open the keyboard over the preview.
      autoFocus={window.matchMedia('(pointer: fine)').matches}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => onChange(target.value.trim())}
      error={error !== undefined}
      helperText={error}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
    />
  )
}

interface PreviewProps {
  preview: BulkSalePreview
  terms: Terms
  possible: number
}

const Preview = ({ preview: { sales, creditPrice, total, balance }, terms, possible }: PreviewProps) => {
  const refused = sales.length - possible
  return (
    <>
      <Box role="status" data-testid="bulk-outcome" sx={{ display: 'grid', gap: 1 }}>
        {refused === 0 ? null : (
          <Alert severity="warning" role="presentation">
            {sales.length === 1
              ? 'No se le puede vender.'
              : `No se puede vender a ${formatCount(refused)} de los ${formatCount(sales.length)}.`}
          </Alert>
        )}
        <DescriptionList
          items={[
            ['Cada uno recibe', `${monthsText(terms)} por ${moneyText(creditPrice * terms.count)}`],
            ['Total', <strong key="total">{moneyText(total)}</strong>],
            ...(balance === null
              ? []
              : ([
                  [
                    'Su balance',
                    <span key="balance">
                      {formatCount(balance.before)} → <strong>{formatCount(balance.after)}</strong>
                    </span>,
                  ],
                ] as const)),
          ]}
        />
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-label="Quién recibe qué"
        sx={{ maxHeight: { xs: 'none', sm: 320 }, overflowY: 'auto' }}
      >
        <Box component="table" sx={TABLE}>
          <thead>
            <tr>
              <th scope="col">Usuario</th>
              <th scope="col" className="wide-only">
                Vence
              </th>
              <th scope="col">
                Nuevo vencimiento
                <div className="phone-only">Precio</div>
              </th>
              <th scope="col" className="wide-only price">
                Precio
              </th>
            </tr>
          </thead>
          <tbody>
            {/* Refused users first: among hundreds they would be overlooked. */}
            {[...sales.filter(isRefused), ...sales.filter((sale) => !isRefused(sale))].map((sale) => (
              <SaleRow key={sale._id} sale={sale} />
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  )
}

type PreviewedSale = BulkSalePreview['sales'][number]

const isRefused = ({ message }: PreviewedSale): boolean => message !== ''

const SaleRow = ({ sale }: { sale: PreviewedSale }) => (
  <tr>
    <th scope="row">
      {sale.fullName || sale.name}
      {sale.status === 'enable' ? null : <Box sx={{ color: 'text.secondary' }}>Inactivo</Box>}
    </th>
    <td className="wide-only">
      <LicenceDay dateExpire={sale.dateExpire} />
    </td>
    {isRefused(sale) ? (
      <Box component="td" colSpan={2} sx={{ color: 'error.main' }}>
        {sale.message}
      </Box>
    ) : (
      <>
        <td>
          {dayText(sale.newDateExpire)}
          <div className="phone-only">{moneyText(sale.total)}</div>
        </td>
        <td className="wide-only price">{moneyText(sale.total)}</td>
      </>
    )}
  </tr>
)

const TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: 13,
  '& :is(th, td)': {
    p: 0.75,
    textAlign: 'left',
    verticalAlign: 'top',
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& th': { fontWeight: 600 },
  '& tbody th': { width: { xs: '45%', sm: 'auto' }, overflowWrap: 'anywhere' },
  '& thead th': { position: 'sticky', top: 0, bgcolor: 'background.paper' },
  // A phone has room for two columns: the price is below the new expiry.
  '& .wide-only': { display: { xs: 'none', sm: 'table-cell' } },
  '& .phone-only': { display: { sm: 'none' }, whiteSpace: 'nowrap' },
  '& .price': { textAlign: 'right' },
} as const

interface SoldDialogProps extends Outcome {
  onClose: () => void
}

/** The completed sales, with their receipts as one document or a list. */
const SoldDialog = ({ transactions, refused, onClose }: SoldDialogProps) => {
  const heading = useId()
  const title = `Venta a ${usersText(transactions.length)}`
  const [format] = useStore<string>('export.format', 'csv;')
  const [mark] = useStore<string>('export.decimal', '')
  const total = transactions.reduce((cents, each) => cents + Math.round(each.total * 100), 0) / 100
  const references = transactions.map(({ reference }) => reference)
  const [first = 0, last = 0] = [Math.min(...references), Math.max(...references)]
  const download = (): void => {
    const separator = format === 'csv,' ? ',' : ';'
    const decimal = DECIMAL_MARKS.find((each) => each === mark) ?? decimalFor(separator)
    const file = new Blob([receiptsCsv(transactions, separator, decimal)], { type: 'text/csv' })
    saveAs(file, `ventas-${formatReference(first)}-${formatReference(last)}.csv`)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <DialogContent sx={{ pt: 0 }}>
        <Alert severity="success" role="status" sx={{ mb: 2 }}>
          {transactions.length === 1
            ? `Transacción procesada. Referencia ${formatReference(first)}.`
            : `${formatCount(transactions.length)} transacciones procesadas.`}
        </Alert>
        {refused.length === 0 ? null : <LeftOut refused={refused} />}
        <DescriptionList
          items={[
            ['Primera referencia', formatReference(first)],
            ['Última referencia', formatReference(last)],
            ['Total', <strong key="total">{moneyText(total)}</strong>],
          ]}
        />
      </DialogContent>
      <DialogActions sx={ONE_ROW}>
        <IconAction icon={<DownloadIcon />} label="Descargar lista" onClick={download} />
        <ShareButtons title={title} text={receiptsText(title, transactions)} isIconOnly />
        <Button variant="outlined" onClick={onClose}>
          Cerrar
        </Button>
        <PrintButton transaction={transactions} label="Imprimir" detail="recibos" />
      </DialogActions>
    </Dialog>
  )
}

const ONE_ROW = {
  ...RECEIPT_ACTIONS,
  px: { xs: 1.5, sm: 3 },
  '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
} as const

/** Who was not sold to, and why. */
const LeftOut = ({ refused }: Pick<Outcome, 'refused'>) => {
  const heading = useId()
  return (
    <Alert severity="warning" role="presentation" sx={{ mb: 2 }}>
      <span id={heading}>
        {refused.length === 1 ? '1 quedó fuera:' : `${formatCount(refused.length)} quedaron fuera:`}
      </span>
      <Box
        component="ul"
        tabIndex={0}
        aria-labelledby={heading}
        sx={{ m: 0, pl: 2.5, maxHeight: 160, overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {refused.map(({ _id, fullName, name, message }) => (
          <li key={_id}>
            <strong>{fullName || name}</strong>: {message}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** The receipts as a message, one line each. */
const receiptsText = (title: string, transactions: readonly Transaction[]): string =>
  [
    title,
    ...transactions.map(({ reference, userFullName, total, newDateExpireFormat }) =>
      [formatReference(reference), userFullName, moneyText(total), newDateExpireFormat].join(' · '),
    ),
  ].join('\n')

/** The receipts as rows for a spreadsheet. */
const receiptsCsv = (
  transactions: readonly Transaction[],
  separator: CsvSeparator,
  decimal: DecimalMark,
): string =>
  BYTE_ORDER_MARK +
  [
    [
      'Referencia',
      'Fecha',
      'Vendedor',
      'Cliente',
      'Período',
      'Cantidad',
      'Precio',
      'Total',
      'Nuevo vencimiento',
    ],
    ...transactions.map((each) => [
      formatReference(each.reference),
      momentText(each.date),
      each.userCreatedName,
      each.userFullName,
      each.period,
      each.count,
      each.creditPrice,
      each.total,
      each.newDateExpireFormat,
    ]),
  ]
    .map((row) => csvRow(row, separator, decimal))
    .join('')

export default BulkSaleDialog
