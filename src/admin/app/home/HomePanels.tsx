import Box from '@mui/material/Box'
import { mayOpen } from '../../../domain/access/permissions.ts'
import { isReseller } from '../../../domain/access/roles.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import type { Me } from '../../api/session/me.ts'
import { ExpiringCard, ReportsCard, SalesCard } from './cards.tsx'
import { HomeActions } from './HomeActions.tsx'
import { ServiceNotices } from './ServiceNotices.tsx'

const canOpen = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && mayOpen(me, route)
}

/** Below the logo: what the profile of who is signed in allows and asks for. */
export const HomePanels = ({ me }: { me: Me }) => {
  const sells = isReseller(me.role)
  return (
    <Box sx={{ width: '100%', maxWidth: 1080, px: 2, pb: { xs: sells ? 10 : 2, sm: 2 } }}>
      {me.role === 'sa' ? <ServiceNotices /> : null}
      {sells && canOpen(me, 'user-list') ? <HomeActions /> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mt: 2,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(auto-fit, minmax(300px, 1fr))' },
        }}
      >
        {canOpen(me, 'user-list') ? (
          <ExpiringCard title={sells ? 'Clientes por vencer' : 'Vencen pronto'} />
        ) : null}
        {canOpen(me, 'issue-list') ? <ReportsCard /> : null}
        {canOpen(me, 'credit-balance') ? <SalesCard me={me} /> : null}
      </Box>
    </Box>
  )
}
