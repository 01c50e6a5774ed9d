import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { isWithoutCharge } from '../../../domain/credits/rules.ts'
import { TRANSACTION_MESSAGES, typeOf } from '../../../domain/credits/transaction.ts'
import { formatMoney } from '../../../domain/format/numbers.ts'
import { dayText } from '../../kit/display/dates.ts'
import { type Fact, Facts } from '../../kit/display/Facts.tsx'
import { type Deal, movementIn, outcomeOf } from './movement.ts'

const factsOf = (movement: ReturnType<typeof movementIn>): Fact[] => {
  if (movement === undefined)
    return [
      ['Precio', ''],
      ['Total', ''],
    ]
  const { creditPrice, total, newExpiry } = outcomeOf(movement)
  return [
    ['Precio', formatMoney(creditPrice)],
    ['Total', <strong key="total">{formatMoney(total)}</strong>],
    ...(newExpiry === null ? [] : ([['Nuevo vencimiento', dayText(newExpiry.toISOString())]] as const)),
  ]
}

const isFree = (type: unknown): boolean => {
  const found = typeof type === 'number' ? typeOf(type) : undefined
  return found !== undefined && isWithoutCharge(found)
}

/** What the movement of the fields costs and leaves, as they change. */
export const MovementOutcome = ({ deal }: { deal: Deal }) => {
  const values = useWatch()
  return (
    <Box aria-live="polite" data-testid="outcome">
      <Facts facts={factsOf(movementIn(values, deal, new Date()))} />
      {isFree(values.type) ? (
        <Alert severity="info" role="presentation" sx={{ mt: 1.5 }}>
          {TRANSACTION_MESSAGES.noCharge}
        </Alert>
      ) : null}
    </Box>
  )
}
