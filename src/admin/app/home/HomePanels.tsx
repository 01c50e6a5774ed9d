import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { LinkBase } from 'ra-core'
import { canOpen, isReseller } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { pathOf } from '../../api/addresses.ts'
import { ask } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { BalanceBadge } from '../../features/credits/BalanceBadge.tsx'
import { NewDemo } from '../../features/users/NewDemo.tsx'
import { ExpiringCard, ReportsCard, SalesCard } from './cards.tsx'

const canOpenScreen = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && canOpen(me, route)
}

/** Below the logo: what the profile of who is signed in allows and asks for. */
export const HomePanels = ({ me }: { me: Me }) => {
  const sells = isReseller(me.role)
  return (
    <Box sx={{ width: '100%', maxWidth: 1080, px: 2, pb: { xs: sells ? 10 : 2, sm: 2 } }}>
      {me.role === 'sa' ? <ServiceNotices /> : null}
      {sells && canOpenScreen(me, 'user-list') ? <HomeActions /> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mt: 2,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(auto-fit, minmax(300px, 1fr))' },
        }}
      >
        {canOpenScreen(me, 'user-list') ? (
          <ExpiringCard title={sells ? 'Clientes por vencer' : 'Vencen pronto'} />
        ) : null}
        {canOpenScreen(me, 'issue-list') ? <ReportsCard /> : null}
        {canOpenScreen(me, 'credit-balance') ? <SalesCard me={me} /> : null}
      </Box>
    </Box>
  )
}

/** At the foot of the screen on a phone, within reach of a thumb. */
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

/** What agents and superagents do all day: sell, and show the service to new customers. */
const HomeActions = () => (
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

/** What whoever runs the installation should know; only sa may read it. */
const ServiceNotices = () => {
  const { data = [] } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => ask('GET /api/notices', { signal }),
  })
  return data.map(({ code, message }) => (
    <Alert key={code} severity="warning" sx={{ mt: 2, textAlign: 'left' }}>
      {message}
    </Alert>
  ))
}
