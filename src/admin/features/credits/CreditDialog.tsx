import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useCallback, useEffect, useId, useState } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { isReseller } from '../../../domain/access/permissions.ts'
import { newTransactionSchema, type Transaction } from '../../../domain/credits/endpoints.ts'
import { licenceText } from '../../../domain/credits/licence.ts'
import {
  allowedPeriods,
  allowedTypes,
  CREDIT_DEFAULTS,
  type CreditSettings,
  creditQuestion,
  isWithoutCharge,
  type Party,
  type PlannedTransaction,
  transactionCap,
  transactionEffect,
  transactionErrors,
  transactionMonths,
  transactionPrice,
} from '../../../domain/credits/rules.ts'
import {
  TRANSACTION_MESSAGES,
  type TransactionType,
  TYPE_NAMES,
  transactionType,
  typeNumber,
} from '../../../domain/credits/transaction.ts'
import { formatCount, formatReference } from '../../../domain/format/text.ts'
import type { User } from '../../../domain/users/user.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { RecordOf } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { moneyText, useSettings } from '../../api/settings.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { dayText } from '../../kit/display/dates.ts'
import { type Description, DescriptionList } from '../../kit/display/display.tsx'
import { licenceNow } from '../../kit/display/licence.tsx'
import { DialogForm } from '../../kit/form/FormDialog.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { DayField, inWords, parseTyped, toDay, toTypedText } from '../../kit/inputs/DateInput.tsx'
import { NumberInput, SelectInput, TextInput, toChoices, useField } from '../../kit/inputs/inputs.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { markChanged } from '../../kit/page/recently-changed.ts'
import { useCredited, useRefreshCredit } from './CreditDialogProvider.tsx'
import { isPrintable, RECEIPT_ACTIONS, ReceiptActions, transactionDetails } from './Receipt.tsx'
import { openTransactionWith, useMakeTransaction } from './transaction-retries.ts'

interface CreditDialogProps {
  open: boolean
  user: RecordOf<'users'>
  /** Follows the creation of the user: agents can only sell. */
  isAutomatic: boolean
  onClose: () => void
}

/** Credit dialog (Crédito): sells, refunds, grants and transfers months. */
export const CreditDialog = ({ open, onClose, ...content }: CreditDialogProps) => {
  const heading = useId()
  const [isBusy, setBusy] = useState(false)
  const close = (): void => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      maxWidth="xs"
      fullWidth
      aria-labelledby={heading}
      sx={{ '& :is(.MuiDialog-container, .MuiDialog-paper):focus': { outline: 'none' } }}
    >
      <DialogTitle id={heading}>Crédito</DialogTitle>
      <Content {...content} onBusy={setBusy} onClose={close} />
    </Dialog>
  )
}

interface ContentProps extends Omit<CreditDialogProps, 'open'> {
  onBusy: (isBusy: boolean) => void
}

const Content = ({ user, isAutomatic, onClose, onBusy }: ContentProps) => {
  const { data: me } = useMe()
  const { data: settings } = useSettings()
  const target = useCredited(user, true)
  const refresh = useRefreshCredit()
  const [processed, setProcessed] = useState<Transaction>()
  const finish = (transaction: Transaction): void => {
    markChanged('users', user.id)
    setProcessed(transaction)
  }
  if (processed !== undefined) return <ProcessedTransaction transaction={processed} onClose={onClose} />
  if (me === undefined || settings === undefined) return <Loading />
  return (
    <CreditForm
      deal={{ seller: me, target, settings: { ...CREDIT_DEFAULTS, ...settings } }}
      askFrom={settings.askFromCredits ?? 0}
      target={target}
      isTypeFixed={isAutomatic && me.role === 'agent'}
      onBusy={onBusy}
      onSettled={refresh}
      onProcessed={finish}
      onClose={onClose}
    />
  )
}

interface CreditFormProps {
  deal: Deal
  target: User
  /** Credits from which a question comes first; 0: never (rule C33). */
  askFrom: number
  /** A sale, without choosing a type. */
  isTypeFixed: boolean
  onBusy: (isBusy: boolean) => void
  /** Called after each request, successful or not. */
  onSettled: () => void
  onProcessed: (transaction: Transaction) => void
  onClose: () => void
}

const CreditForm = ({ deal, target, askFrom, isTypeFixed, onClose, ...listeners }: CreditFormProps) => {
  const seller = deal.seller._id
  const [open] = useState(() => openTransactionWith(seller, target._id)?.asked)
  const { make, state } = useMakeTransaction(seller, open !== undefined, listeners)
  const { isUncertain } = state
  // Initial values only: refetched balances must not undo a choice.
  const [record] = useState(() => open ?? firstValues(deal))
  // A transaction of unknown outcome is sent again without validation: the server recognises its key.
  const rules = useCallback(
    (values: FieldValues) => (isUncertain ? [] : errorsIn(values, deal)),
    [deal, isUncertain],
  )
  const isFixed = state.isBusy || isUncertain
  const [asked, setAsked] = useState<{ values: FieldValues; question: string }>()
  const [isAsking, setAsking] = useState(false)
  const save = (values: FieldValues): void => {
    // A retry was already confirmed.
    const question = isUncertain ? undefined : questionFor(values, deal, askFrom)
    if (question === undefined) return void make(values)
    setAsked({ values, question })
    setAsking(true)
  }
  return (
    <>
      <DialogForm
        schema={newTransactionSchema}
        rules={rules}
        record={record}
        saveLabel={isUncertain ? 'Reintentar' : 'Procesar'}
        isSaveFocused={!isCountFocused(deal, isFixed)}
        isBusy={state.isBusy}
        onSave={save}
        onClose={onClose}
      >
        <Span of={12}>
          <Parties seller={deal.seller} target={target} />
        </Span>
        <CreditFields deal={deal} isTypeFixed={isTypeFixed} isFixed={isFixed} />
        {isUncertain ? null : (
          <Span of={12}>
            <Outcome deal={deal} />
          </Span>
        )}
        <Span of={12}>
          <ErrorAlert message={state.message} />
        </Span>
      </DialogForm>
      <ConfirmDialog
        open={isAsking}
        title={asked?.question}
        confirmLabel="Procesar"
        onConfirm={() => {
          setAsking(false)
          if (asked !== undefined) void make(asked.values)
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

const months = (count: number): string => `${formatCount(count)} ${count === 1 ? 'mes' : 'meses'}`

/** Months until the expiry, or saleable months. */
const creditText = ({ role, creditAmount, creditToResell, dateExpire }: User): string => {
  if (isReseller(role)) return `Balance: ${months(creditToResell)}`
  const licence = licenceNow(dateExpire)
  const left = licence.state === 'running' ? `Le quedan ${months(creditAmount)} · ` : ''
  return `${left}${licenceText(licence)}`
}

/** The target with its credit, and the seller's balance if it has one. */
const Parties = ({ seller, target }: { seller: Deal['seller']; target: User }) => (
  <Box sx={{ bgcolor: 'var(--chip)', borderRadius: '8px', px: 1.5, py: 1 }}>
    <Box sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{target.fullName}</Box>
    <Box sx={{ color: 'text.secondary' }}>{creditText(target)}</Box>
    {isReseller(seller.role) ? (
      <Box data-testid="seller-balance" sx={{ mt: 0.5, pt: 0.5, borderTop: 1, borderColor: 'divider' }}>
        Su balance de créditos: <strong>{formatCount(seller.creditToResell)}</strong>
      </Box>
    ) : null}
  </Box>
)

interface CreditFieldsProps {
  deal: Deal
  isTypeFixed: boolean
  /** Disables all fields. */
  isFixed: boolean
}

const CreditFields = ({ deal, isTypeFixed, isFixed }: CreditFieldsProps) => (
  <>
    {isTypeFixed ? null : (
      <Span of={12}>
        <SelectInput
          source="type"
          label="Tipo"
          choices={typeChoices(availableTypes(deal))}
          disabled={isFixed}
        />
      </Span>
    )}
    <Span of={6} phone={6}>
      <PeriodInput deal={deal} isFixed={isFixed} />
    </Span>
    <Span of={6} phone={6}>
      <CountInput deal={deal} isFixed={isFixed} />
    </Span>
    <UntilInput isFixed={isFixed} />
    <Span of={12}>
      <TextInput source="description" label="Descripción" disabled={isFixed} />
    </Span>
  </>
)

/**
 * Enter sells the typed number of months, one by default. Not on a phone, where the keyboard would cover the button,
 * the only control that most sales need.
 */
const isCountFocused = (deal: Deal, isFixed: boolean): boolean =>
  !isFixed && !isOneAtATime(deal) && window.matchMedia('(pointer: fine)').matches

/** The periods of the chosen type: transfers are always in months. */
const PeriodInput = ({ deal, isFixed }: PeriodFieldProps) => {
  const { setValue } = useFormContext()
  const [type, period]: unknown[] = useWatch({ name: ['type', 'period'] })
  const periods = availablePeriods(type, deal)
  const [first] = periods
  const isOffered = periods.some((each) => each === period)
  useEffect(() => {
    if (!isOffered && first !== undefined) setValue('period', first)
  }, [isOffered, first, setValue])
  return <SelectInput source="period" label="Período" choices={toChoices(periods)} disabled={isFixed} />
}

type PeriodFieldProps = Pick<CreditFieldsProps, 'deal' | 'isFixed'>

const CountInput = ({ deal, isFixed }: PeriodFieldProps) => {
  const [period, until]: unknown[] = useWatch({ name: ['period', 'until'] })
  const isSingle = period !== 'DIAS' && isOneAtATime(deal)
  return (
    <NumberInput
      source="count"
      label="Cantidad"
      disabled={isFixed || isSingle || until !== undefined}
      autoFocus={isCountFocused(deal, isFixed)}
      isReplaced
    />
  )
}

/** In days: the last day of the licence, instead of a number of days. */
const UntilInput = ({ isFixed }: Pick<CreditFieldsProps, 'isFixed'>) => {
  const { setValue } = useFormContext()
  const { id, name, value, label, error, change, blur } = useField({ source: 'until', label: 'Hasta el día' })
  const period: unknown = useWatch({ name: 'period' })
  const [text, setText] = useState(() => toTypedText(value))
  const isInDays = period === 'DIAS'
  const write = (typed: string): void => {
    const until = parseTyped(typed, 'end')
    setText(typed)
    change(until === '' ? undefined : until)
    setValue('count', until === '' ? 1 : undefined)
  }
  const isLeft = !isInDays && value !== undefined
  useEffect(() => {
    if (!isLeft) return
    setText('')
    setValue('until', undefined)
    setValue('count', 1)
  }, [isLeft, setValue])
  if (!isInDays) return null
  return (
    <Span of={12}>
      <DayField
        id={id}
        name={name}
        label={label}
        text={text}
        onChange={write}
        onBlur={blur}
        error={error}
        help="En lugar de la cantidad: la licencia vence al final de ese día."
        disabled={isFixed}
      />
    </Span>
  )
}

/** Price, total, new expiry and changed balances of the current values. */
const Outcome = ({ deal }: { deal: Deal }) => {
  const values = useWatch()
  return (
    <Box aria-live="polite" data-testid="outcome">
      <DescriptionList items={outcomeDetails(transactionIn(values, deal, new Date()))} />
      {isFree(values.type) ? (
        <Alert severity="info" role="presentation" sx={{ mt: 1.5 }}>
          {TRANSACTION_MESSAGES.noCharge}
        </Alert>
      ) : null}
    </Box>
  )
}

const outcomeDetails = (transaction: ReturnType<typeof transactionIn>): Description[] => {
  if (transaction === undefined)
    return [
      ['Precio', ''],
      ['Total', ''],
    ]
  const { creditPrice, total } = transactionPrice(transaction)
  const { seller, target } = transaction
  const effect = transactionEffect(transaction)
  const expiry = effect.dateExpire
  return [
    ['Precio', moneyText(creditPrice)],
    ['Total', <strong key="total">{moneyText(total)}</strong>],
    ...(expiry === null ? [] : ([['Nuevo vencimiento', expiryText(expiry.toISOString())]] as const)),
    ...balanceDetails('Balance', target, effect.target),
    ...balanceDetails('Su balance', seller, effect.seller),
  ]
}

/** What a balance will be, if it changes and suffices. */
const balanceDetails = (term: string, { creditToResell }: Party, change: number): Description[] => {
  const after = creditToResell + change
  return change === 0 || after < 0 ? [] : [[term, `quedará en ${formatCount(after)}`]]
}

/** 03/04/2026, 3 de abril de 2026 */
const expiryText = (expiry: string): string => `${dayText(expiry)}, ${inWords(toDay(expiry))}`

const isFree = (type: unknown): boolean => {
  const kind = typeof type === 'number' ? transactionType(type) : undefined
  return kind !== undefined && isWithoutCharge(kind)
}

const ErrorAlert = ({ message }: { message: string | undefined }) => (
  <div role="alert">
    {message === undefined ? null : (
      <Alert severity="error" role="presentation">
        <AlertTitle>Alerta!</AlertTitle>
        {message}
      </Alert>
    )}
  </div>
)

interface ProcessedTransactionProps {
  transaction: Transaction
  onClose: () => void
}

const ProcessedTransaction = ({ transaction, onClose }: ProcessedTransactionProps) => {
  const isPrinted = isPrintable(transaction)
  return (
    <>
      <DialogContent sx={{ pt: 0 }}>
        <Alert severity="success" role="status" sx={{ mb: 2 }}>
          Transacción procesada. Referencia {formatReference(transaction.reference)}.
        </Alert>
        <DescriptionList items={transactionDetails(transaction)} />
      </DialogContent>
      <DialogActions sx={RECEIPT_ACTIONS}>
        <Button variant="outlined" autoFocus={!isPrinted} onClick={onClose}>
          Cerrar
        </Button>
        {isPrinted ? <ReceiptActions transaction={transaction} label="Imprimir" /> : null}
      </DialogActions>
    </>
  )
}

/** Both parties of a transaction, and the current settings. */
interface Deal {
  seller: Pick<Me, '_id' | 'role' | 'creditToResell' | 'timeZone'>
  target: Pick<User, '_id' | 'fullName' | 'role' | 'creditToResell' | 'dateExpire'>
  settings: CreditSettings
}

const availableTypes = ({ seller, target }: Deal): readonly TransactionType[] =>
  allowedTypes(seller.role, target.role)

/** Choices of types by number. */
const typeChoices = (types: readonly TransactionType[]) =>
  types.map((type) => ({ id: typeNumber(type), name: TYPE_NAMES[type] }))

/** The periods of a type, given by its number. */
const availablePeriods = (type: unknown, { settings }: Deal) => {
  const kind = typeof type === 'number' ? transactionType(type) : undefined
  return kind === undefined ? settings.periods : allowedPeriods(kind, settings.periods)
}

/** True if a transaction is limited to one credit. */
const isOneAtATime = ({ seller, settings }: Deal): boolean => transactionCap(seller.role, settings) === 1

/** Initial values: one credit of the first type and period. */
const firstValues = (deal: Deal): FieldValues => {
  const [first] = availableTypes(deal)
  const type = first === undefined ? null : typeNumber(first)
  return {
    userLicensed: deal.target._id,
    type,
    period: availablePeriods(type, deal)[0] ?? null,
    count: 1,
    description: '',
  }
}

/** The planned transaction for the current values at `now`; undefined while incomplete. */
const transactionIn = (values: FieldValues, deal: Deal, now: Date): PlannedTransaction | undefined => {
  const { success, data } = newTransactionSchema.safeParse(values)
  const type = success ? transactionType(data.type) : undefined
  if (!success || type === undefined) return undefined
  const { seller, target, settings } = deal
  const until = data.until === undefined ? null : new Date(data.until)
  return {
    type,
    period: data.period,
    count: data.count ?? 0,
    until,
    seller: { ...seller, id: seller._id, dateExpire: null },
    target: {
      ...target,
      id: target._id,
      dateExpire: target.dateExpire === null ? null : new Date(target.dateExpire),
    },
    settings,
    timeZone: seller.timeZone,
    now,
  }
}

const questionFor = (values: FieldValues, deal: Deal, askFrom: number): string | undefined => {
  const transaction = transactionIn(values, deal, new Date())
  if (transaction === undefined) return undefined
  const { type } = transaction
  return creditQuestion(askFrom, {
    type,
    credits: transactionMonths(transaction),
    whom: deal.target.fullName,
  })
}

/** Validation errors known to the browser; the server decides. */
const errorsIn = (values: FieldValues, deal: Deal): readonly ValidationError[] => {
  const transaction = transactionIn(values, deal, new Date())
  return transaction === undefined ? [] : transactionErrors(transaction)
}
