import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { can, canOpen, isAdmin, isReseller } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { DATED_CONTENTS } from '../../../domain/contents/newest.ts'
import { ask } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { BalanceBadge } from '../../features/credits/BalanceBadge.tsx'
import { CreditDialogProvider } from '../../features/credits/CreditDialogProvider.tsx'
import { Greeting } from './Greeting.tsx'
import { HomeActions } from './HomeActions.tsx'
import {
  LowBalancePanel,
  NewestContentsPanel,
  NewestUsersPanel,
  QualityPanel,
  ReportsPanel,
} from './list-panels.tsx'
import { ExpiringPanel, SalesPanel, VisitsPanel } from './series-panels.tsx'
import './home.css'

const canOpenScreen = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && canOpen(me, route)
}

/** What there is to do, as the profile of the current user allows. */
export const HomePanels = () => {
  const { data: me } = useMe()
  return me === undefined ? null : (
    <CreditDialogProvider>
      <Panels me={me} />
    </CreditDialogProvider>
  )
}

const Panels = ({ me }: { me: Me }) => {
  const listsUsers = canOpenScreen(me, 'user-list')
  const hasAgents = isAdmin(me.role) || me.role === 'superagent'
  const readsContents = DATED_CONTENTS.some((resource) => can(me, 'read', resource))
  return (
    <div className={isReseller(me.role) ? 'home home-of-reseller' : 'home'}>
      {me.role === 'sa' ? <ServiceNotices /> : null}
      <div className="home-tools">
        <Greeting me={me} />
        <BalanceBadge />
        <HomeActions me={me} />
      </div>
      <div className="panels">
        {listsUsers ? (
          <ExpiringPanel title={isReseller(me.role) ? 'Clientes por vencer' : 'Vencen pronto'} />
        ) : null}
        {canOpenScreen(me, 'credit-balance') ? <SalesPanel me={me} /> : null}
        {canOpenScreen(me, 'history-list') ? <VisitsPanel /> : null}
        {canOpenScreen(me, 'issue-list') ? <ReportsPanel /> : null}
        {listsUsers && hasAgents ? <LowBalancePanel me={me} /> : null}
        {canOpenScreen(me, 'quality') ? <QualityPanel /> : null}
        {readsContents ? <NewestContentsPanel me={me} /> : null}
        {listsUsers ? <NewestUsersPanel me={me} /> : null}
      </div>
    </div>
  )
}

/** Notices for the operator of the installation; only sa can read them. */
const ServiceNotices = () => {
  const { data = [] } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => ask('GET /api/notices', { signal }),
  })
  return data.map(({ code, message }) => (
    <Alert key={code} severity="warning" sx={{ mb: 2 }}>
      {message}
    </Alert>
  ))
}
