import Box from '@mui/material/Box'
import { formatCount } from '../../domain/format/numbers.ts'
import { userScreens } from '../../domain/users/visibility.ts'
import { useMe } from '../session/identity.ts'

/** The months that a reseller can still sell, over the list. */
export const BalanceBadge = () => {
  const { data: me } = useMe()
  if (me === undefined || !userScreens(me.role).seesBalance) return null
  const isEmpty = me.creditToResell <= 0
  return (
    <Box
      component="span"
      data-testid="balance"
      sx={{
        bgcolor: isEmpty ? 'var(--red-ground)' : 'var(--yellow-ground)',
        color: isEmpty ? 'var(--red-ink)' : 'var(--yellow-ink)',
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
