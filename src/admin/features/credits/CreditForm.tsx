import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useCallback, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { newTransactionSchema } from '../../../domain/credits/transaction-schemas.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { DialogForm } from '../../kit/form/FormDialog.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { CreditFields } from './CreditFields.tsx'
import { CreditParties } from './CreditParties.tsx'
import { MovementOutcome } from './MovementOutcome.tsx'
import { type Deal, firstValues, problemsIn } from './movement.ts'
import type { MovementRecord } from './movement-record.ts'
import { openTransactionWith } from './open-transactions.ts'
import { useMovement } from './use-movement.ts'

export interface CreditFormProps {
  deal: Deal
  target: UserRecord
  isTypeFixed: boolean
  onBusy: (isBusy: boolean) => void
  /** Something was asked of the server, whatever it answered. */
  onSettled: () => void
  onSaved: (movement: MovementRecord) => void
  onClose: () => void
}

const Refusal = ({ message }: { message: string | undefined }) => (
  <div role="alert">
    {message === undefined ? null : (
      <Alert severity="error" role="presentation">
        <AlertTitle>Alerta!</AlertTitle>
        {message}
      </Alert>
    )}
  </div>
)

/** What is moved, what it costs, and what the server says to it. */
export const CreditForm = (props: CreditFormProps) => {
  const { deal, target, isTypeFixed, onClose } = props
  const [leftOpen] = useState(() => openTransactionWith(deal.seller._id, target._id)?.asked)
  const { make, state } = useMovement(props, leftOpen !== undefined)
  const { isUncertain } = state
  // What the form starts with stays: balances that are read anew must not undo a choice.
  const [record] = useState(() => leftOpen ?? firstValues(deal))
  // A movement that may have been made is asked for again, whatever it did to balances: the server knows it by its key.
  const rules = useCallback(
    (values: FieldValues) => (isUncertain ? [] : problemsIn(values, deal)),
    [deal, isUncertain],
  )
  const isFixed = state.isBusy || isUncertain
  return (
    <DialogForm
      schema={newTransactionSchema}
      rules={rules}
      record={record}
      saveLabel={isUncertain ? 'Reintentar' : 'Procesar'}
      isBusy={state.isBusy}
      onSave={make}
      onClose={onClose}
    >
      <Span of={12}>
        <CreditParties seller={deal.seller} target={target} />
      </Span>
      <CreditFields deal={deal} isTypeFixed={isTypeFixed} isFixed={isFixed} />
      {isUncertain ? null : (
        <Span of={12}>
          <MovementOutcome deal={deal} />
        </Span>
      )}
      <Span of={12}>
        <Refusal message={state.message} />
      </Span>
    </DialogForm>
  )
}
