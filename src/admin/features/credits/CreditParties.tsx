import Box from '@mui/material/Box'
import { isReseller } from '../../../domain/access/roles.ts'
import { formatCount } from '../../../domain/format/numbers.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { dayText } from '../../kit/display/dates.ts'
import type { Deal } from './movement.ts'

const months = (count: number): string => `${formatCount(count)} ${count === 1 ? 'mes' : 'meses'}`

/** What the target has: months until its expiry, or months to sell. */
const standingOf = ({ role, creditAmount, creditToResell, dateExpire }: UserRecord): string => {
  if (isReseller(role)) return `Balance: ${months(creditToResell)}`
  if (dateExpire === null) return 'Sin licencia'
  return `Crédito: ${months(creditAmount)} · Vence ${dayText(dateExpire)}`
}

/** Whom it is for, and what its seller has to sell from. */
export const CreditParties = ({ seller, target }: { seller: Deal['seller']; target: UserRecord }) => (
  <Box sx={{ bgcolor: 'var(--chip)', borderRadius: '8px', px: 1.5, py: 1 }}>
    <Box sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{target.fullName}</Box>
    <Box sx={{ color: 'text.secondary' }}>{standingOf(target)}</Box>
    {isReseller(seller.role) ? (
      <Box data-testid="seller-balance" sx={{ mt: 0.5, pt: 0.5, borderTop: 1, borderColor: 'divider' }}>
        Su balance de créditos: <strong>{formatCount(seller.creditToResell)}</strong>
      </Box>
    ) : null}
  </Box>
)
