import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { type MouseEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import { isPrinted } from '../../../domain/credits/rules.ts'
import { transactionType } from '../../../domain/credits/transaction.ts'
import { formatCount, formatReference } from '../../../domain/format/text.ts'
import { API_URL } from '../../api/http.ts'
import { cachedBusiness, moneyText } from '../../api/settings.ts'
import { momentText } from '../../kit/display/dates.ts'
import { printPage } from '../../kit/display/print-page.ts'
import { ShareButtons } from '../../kit/display/ShareButtons.tsx'
import { NoticeTo } from '../user-notices/NoticeLinks.tsx'

const USER = 'Usuario'

/** Terms and values of a transaction, in the order of its receipt; `newExpiry`: the day by default, '' for none. */
export const transactionDetails = (
  transaction: Transaction,
  newExpiry = transaction.newDateExpireFormat,
): (readonly [term: string, text: string])[] => [
  ['Fecha', momentText(transaction.date)],
  ['Vendedor', transaction.userCreatedName],
  ['Cliente', transaction.userFullName],
  ...(transaction.userName === '' ? [] : ([[USER, transaction.userName]] as const)),
  ['Tipo', transaction.typeDescrition],
  ['Período', transaction.period],
  ['Cantidad', formatCount(transaction.count)],
  ['Precio', moneyText(transaction.creditPrice)],
  ['Total', moneyText(transaction.total)],
  ...(newExpiry === '' ? [] : ([['Nuevo vencimiento', newExpiry]] as const)),
]

/** True if a transaction has a receipt: a CREDIT and days have none. */
export const isPrintable = ({ type, period }: Pick<Transaction, 'type' | 'period'>): boolean => {
  const kind = transactionType(type)
  return kind !== undefined && isPrinted(kind, period)
}

const MARK = 'REIMPRESIÓN'

const receiptTitle = ({ reference }: Transaction): string => `Recibo ${formatReference(reference)}`

/** The receipt as a text message to the customer. */
const receiptText = (transaction: Transaction, isReprint: boolean): string =>
  [
    `${cachedBusiness().name || 'Cartelera'} · ${receiptTitle(transaction)}`,
    ...(isReprint ? [MARK] : []),
    ...transactionDetails(transaction).map(([term, text]) => `${term}: ${text}`),
  ].join('\n')

interface ReceiptActionsProps {
  transaction: Transaction
  /** Label of the print button. */
  label: string
  /** It may have been printed before. */
  isReprint?: boolean
}

/** Layout of a dialog's buttons with ReceiptActions: several lines on a phone. */
export const RECEIPT_ACTIONS = {
  px: 3,
  pb: 2,
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { m: '0 !important' },
} as const

export const ReceiptActions = ({ transaction, label, isReprint = false }: ReceiptActionsProps) => (
  <>
    <ShareButtons title={receiptTitle(transaction)} text={receiptText(transaction, isReprint)} />
    <NoticeTo
      id={transaction.userLicensed}
      notice="receipt"
      delivered={{ recibo: receiptText(transaction, isReprint) }}
    >
      WhatsApp
    </NoticeTo>
    <PrintButton transaction={transaction} label={label} isReprint={isReprint} />
  </>
)

interface PrintButtonProps {
  /** Several receipts are printed as one document. */
  transaction: Transaction | readonly Transaction[]
  label: string
  /** The rest of the label, not shown on a phone. */
  detail?: string
  isReprint?: boolean
}

/** Prints receipts by the browser; all prints after the first are marked as reprints. */
export const PrintButton = ({ transaction, label, detail, isReprint = false }: PrintButtonProps) => {
  const [prints, setPrints] = useState(0)
  const print = (event: MouseEvent): void => {
    // Ignores the second half of a double click, on this button or on the one that it replaced.
    if (event.detail > 1) return
    // The mark must be rendered before the browser prints.
    flushSync(() => setPrints(prints + 1))
    printReceipts()
  }
  return (
    <>
      <Button
        variant="contained"
        autoFocus
        aria-label={detail === undefined ? label : `${label} ${detail}`}
        startIcon={<PrintIcon />}
        onClick={print}
      >
        {label}
        {detail === undefined ? null : (
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            &nbsp;{detail}
          </Box>
        )}
      </Button>
      <Receipts
        transactions={'_id' in transaction ? [transaction] : transaction}
        isReprint={isReprint || prints > 1}
      />
    </>
  )
}

const NEXT_INPUT = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Reprints a receipt from any screen. Stays rendered until the next input: some browsers print after `print()` has
 * returned, and none delivers input before.
 */
export const reprint = (transaction: Transaction): void => {
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Receipts transactions={[transaction]} isReprint />))
  printReceipts(() => {
    const waiting = new AbortController()
    const remove = (): void => {
      waiting.abort()
      root.unmount()
    }
    for (const input of NEXT_INPUT)
      window.addEventListener(input, remove, { capture: true, signal: waiting.signal })
  })
}

/** Milliseconds to wait for the logo. */
const LOGO_LIMIT = 2_000

/** Prints the rendered receipts: at once, unless the logo is still loading. */
const printReceipts = (onPrinted?: () => void): void => {
  const logos = [...document.querySelectorAll<HTMLImageElement>('.receipt img')]
  const loading = logos.filter(({ complete }) => !complete)
  const print = (): void => {
    // They were removed if their dialog was closed meanwhile.
    if (document.querySelector('.receipt') !== null) printPage()
    onPrinted?.()
  }
  if (loading.length === 0) {
    print()
    return
  }
  const decoded = loading.map((logo) => logo.decode().catch(() => undefined))
  const limit = new Promise((resolve) => setTimeout(resolve, LOGO_LIMIT))
  void Promise.race([Promise.all(decoded), limit]).then(print)
}

interface ReceiptsProps {
  transactions: readonly Transaction[]
  isReprint: boolean
}

/** Receipts of 80 by 72 mm, one per page; while rendered, only they are printed. */
const Receipts = ({ transactions, isReprint }: ReceiptsProps) =>
  createPortal(
    <>
      <GlobalStyles styles={RECEIPT_STYLE} />
      {transactions.map((transaction) => (
        <Receipt key={transaction._id} transaction={transaction} isReprint={isReprint} />
      ))}
    </>,
    document.body,
  )

const Receipt = ({ transaction, isReprint }: { transaction: Transaction; isReprint: boolean }) => {
  const { name, contact, thanks, logo } = cachedBusiness()
  // Any logo is better than the name of another.
  const heading = name || (logo ? '' : 'Cartelera')
  return (
    <section className="receipt" aria-label="Recibo">
      <header>
        {logo ? <img src={`${API_URL}${logo.path}`} alt="" /> : null}
        <div>
          <strong>{heading}</strong>
          {contact.map((text) => (
            <small key={text}>{text}</small>
          ))}
        </div>
        <span>Recibo {formatReference(transaction.reference)}</span>
      </header>
      {isReprint ? <p className="receipt-mark">{MARK}</p> : null}
      <dl>
        {transactionDetails(transaction).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={term === USER ? 'receipt-user' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
      {thanks === '' ? null : <footer>{thanks}</footer>}
    </section>
  )
}

/**
 * Slightly lower than its page, and clipped, so that long names never cause a second page. Names have two lines each.
 * What the business says of itself leaves less room for the details, which are then smaller.
 */
const RECEIPT_STYLE = `
@page { size: 80mm 72mm; margin: 0; }
.receipt { display: none; }
@media print {
  html, body { margin: 0 !important; padding: 0 !important; background: #fff !important; overflow: visible !important; }
  body > *:not(.receipt) { display: none !important; }
  .receipt {
    display: block;
    box-sizing: border-box;
    width: 80mm;
    height: 71mm;
    padding: 3mm 5mm 0;
    overflow: hidden;
    break-inside: avoid;
    break-after: page;
    color: #000;
    background: #fff;
    font: 9pt/1.25 Inter, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  }
  .receipt:last-of-type { break-after: auto; }
  .receipt header {
    display: flex;
    align-items: center;
    gap: 2mm;
    padding-bottom: 1mm;
    margin-bottom: 1mm;
    border-bottom: 1px solid #000;
  }
  .receipt header img { flex: none; height: 10mm; max-width: 18mm; object-fit: contain; }
  .receipt header div { flex: 1; min-width: 0; }
  .receipt header strong { font-size: 12pt; line-height: 1.15; }
  .receipt header small { display: block; overflow: hidden; font-size: 7pt; white-space: nowrap; text-overflow: ellipsis; }
  .receipt header span { flex: none; align-self: start; text-align: right; }
  .receipt-mark {
    margin: 0 0 1mm;
    border: 1px solid #000;
    font-weight: 700;
    letter-spacing: 0.08em;
    text-align: center;
  }
  .receipt dl { margin: 0; }
  .receipt dl div { display: flex; justify-content: space-between; gap: 3mm; padding: 0.1mm 0; }
  .receipt dt { flex: none; }
  .receipt :is(header strong, dd, footer) {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .receipt dd { margin: 0; font-weight: 600; text-align: right; }
  .receipt .receipt-user { -webkit-line-clamp: 1; }
  .receipt footer { margin-top: 1mm; text-align: center; }
  .receipt:has(img, small, footer) {
    font-size: 7.5pt;
    line-height: 1.16;
    header strong { font-size: 9.5pt; }
    header span { width: min-content; }
  }
}
`
