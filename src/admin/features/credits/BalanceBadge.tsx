import Box from '@mui/material/Box'
import { creditTone } from '../../../domain/credits/transaction.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { useMe } from '../../api/me.ts'

/** The current reseller's saleable months. */
export const BalanceBadge = () => {
  const { data: me } = useMe()
  if (me === undefined || !userScreens(me.role).seesBalance) return null
  const tone = creditTone(me.creditToResell)
  return (
    <Box
      component="span"
      data-testid="balance"
      sx={{
        bgcolor: tone === 'plain' ? 'var(--chip)' : `var(--${tone}-ground)`,
        color: tone === 'plain' ? 'text.primary' : `var(--${tone}-ink)`,
        borderRadius: '99px',
        px: '10px',
        py: '2px',
        fontWeight: 600,
        fontSize: 13,
      }}
    >
      Balance de créditos: {formatCount(me.creditToResell)}
    </Box>
  )
}
