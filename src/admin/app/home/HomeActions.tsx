import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { LinkBase } from 'ra-core'
import { pathOf } from '../../api/addresses.ts'
import { BalanceBadge } from '../../features/credits/BalanceBadge.tsx'
import { NewDemo } from '../../features/users/NewDemo.tsx'

/** Where a thumb reaches it: on a phone the bar stands at the foot of the screen. */
const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.25,
  position: { xs: 'fixed', sm: 'static' },
  insetInline: 0,
  bottom: 0,
  zIndex: 2,
  p: { xs: 1.5, sm: 0 },
  bgcolor: { xs: 'background.paper', sm: 'transparent' },
  borderTop: { xs: 1, sm: 0 },
  borderColor: { xs: 'divider', sm: 'divider' },
  '& > .MuiButton-root': { flex: { xs: 1, sm: '0 0 auto' }, minHeight: 44 },
} as const

/** What agents and superagents do all day: sell, and show the service to somebody new. */
export const HomeActions = () => (
  <>
    <Box sx={{ mb: 2 }}>
      <BalanceBadge />
    </Box>
    <Box component="nav" aria-label="Acciones" sx={BAR}>
      <Button variant="contained" component={LinkBase} to={pathOf('user-list')}>
        Vender
      </Button>
      <NewDemo />
    </Box>
  </>
)
