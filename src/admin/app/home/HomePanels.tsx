import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { LinkBase } from 'react-admin'
import { permittedMenus } from '../../../domain/access/menus.ts'
import { can, canOpen, isAdmin, isReseller } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'
import { LINKED_RESOURCES } from '../../../domain/contents/link-verdict.ts'
import { DATED_CONTENTS } from '../../../domain/contents/newest-contents.ts'
import { MEDIA_RESOURCES } from '../../../domain/support/media-types.ts'
import { request } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { BalanceBadge } from '../../features/credits/BalanceBadge.tsx'
import { CreditDialogProvider } from '../../features/credits/CreditDialogProvider.tsx'
import { DeactivatedLinks } from '../../features/links/DeactivatedLinks.tsx'
import { BackupAge, BackupAlert } from './BackupState.tsx'
import { CallsPanel } from './CallsPanel.tsx'
import { Greeting } from './Greeting.tsx'
import { HomeActions, THUMB_BAR_SPACE } from './HomeActions.tsx'
import { HomeChecklist } from './HomeChecklist.tsx'
import styles from './HomePanels.module.css'
import {
  LowBalancePanel,
  NewestContentsPanel,
  NewestUsersPanel,
  OpenReportsPanel,
  PublicationPanel,
  QualityPanel,
  ReportsPanel,
} from './list-panels.tsx'
import { ManyDemos } from './ManyDemos.tsx'
import type { HomePanelProps } from './panel.tsx'
import { ExpiringPanel, SalesPanel, VisitsPanel } from './series-panels.tsx'

const canOpenScreen = (me: Me, template: string): boolean => {
  const route = ROUTES.find((each) => each.template === template)
  return route !== undefined && canOpen(me, route)
}

/** The home page's panels that the current user's profile permits. */
export const HomePanels = () => {
  const { data: me } = useMe()
  return me === undefined ? null : (
    <CreditDialogProvider>
      <Panels me={me} />
    </CreditDialogProvider>
  )
}

type NamedPanel = readonly [name: string, panel: FunctionComponent<HomePanelProps>]

/** The work of the day, above the figures: a reseller's customers to call, or the reports of support. */
const workPanel = (me: Me): NamedPanel | undefined => {
  const listsUsers = canOpenScreen(me, 'user-list')
  if (isReseller(me.role) && listsUsers) return ['calls', CallsPanel]
  return !listsUsers && canOpenScreen(me, 'issue-list') ? ['open-reports', OpenReportsPanel] : undefined
}

/** The panels of the current user, most urgent first. */
const permittedPanels = (me: Me): readonly NamedPanel[] => {
  const listsUsers = canOpenScreen(me, 'user-list')
  const hasAgents = isAdmin(me.role) || me.role === 'superagent'
  const readsContents = DATED_CONTENTS.some((resource) => can(me, 'read', resource))
  const panels = [
    ['expiring', ExpiringPanel, listsUsers],
    ['low-balance', LowBalancePanel, listsUsers && hasAgents],
    ['reports', ReportsPanel, canOpenScreen(me, 'issue-list')],
    ['sales', SalesPanel, canOpenScreen(me, 'credit-balance')],
    ['visits', VisitsPanel, canOpenScreen(me, 'history-list')],
    ['publication', PublicationPanel, MEDIA_RESOURCES.some((resource) => can(me, 'read', resource))],
    ['quality', QualityPanel, canOpenScreen(me, 'quality')],
    ['newest-contents', NewestContentsPanel, readsContents],
    ['newest-users', NewestUsersPanel, listsUsers],
  ] as const
  return panels.flatMap(([name, panel, isShown]) => (isShown ? [[name, panel] as const] : []))
}

const Panels = ({ me }: { me: Me }) => (
  <Box sx={isReseller(me.role) ? THUMB_BAR_SPACE : {}}>
    {me.role === 'sa' ? <ServiceNotices /> : null}
    {me.role === 'sa' ? <BackupAlert /> : null}
    {isAdmin(me.role) && can(me, 'read', 'users') ? <ManyDemos me={me} /> : null}
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 20px', mb: 2 }}>
      <Greeting me={me} />
      {me.role === 'sa' ? <BackupAge /> : null}
      <BalanceBadge />
      <HomeActions me={me} />
    </Box>
    {/* Below the buttons: it arrives late, and a press that was meant for one of them would undo. */}
    {LINKED_RESOURCES.some((resource) => can(me, 'update', resource)) ? <DeactivatedLinks /> : null}
    {permittedMenus(me).length === 0 ? (
      <Alert severity="info" role="note">
        Su perfil no abre ninguna pantalla. {WHOM_TO_ASK}
      </Alert>
    ) : null}
    <HomeChecklist me={me} />
    <PanelGrid me={me} />
  </Box>
)

const PanelGrid = ({ me }: { me: Me }) => {
  const [workName = '', WorkPanel] = workPanel(me) ?? []
  return (
    <>
      {WorkPanel === undefined ? null : (
        <div className={styles.work}>
          <WorkPanel me={me} name={workName} isUrgent />
        </div>
      )}
      <div className={styles.panels}>
        {permittedPanels(me).map(([name, Panel], index) => (
          <Panel key={name} me={me} name={name} isUrgent={WorkPanel === undefined && index === 0} />
        ))}
      </div>
    </>
  )
}

/** Notices for the operator of the installation; readable by sa only. */
const ServiceNotices = () => {
  const { data = [] } = useQuery({
    queryKey: ['service-notices'],
    queryFn: ({ signal }) => request('GET /api/notices', { signal }),
  })
  return data.map(({ code, message }) => (
    <Alert
      key={message}
      severity="warning"
      sx={{ mb: 2 }}
      action={
        code === 'webhook-off' ? (
          <Button
            color="inherit"
            size="small"
            component={LinkBase}
            to={`${pathOf('automation')}?tab=webhooks`}
          >
            Ver webhooks
          </Button>
        ) : null
      }
    >
      {message}
    </Alert>
  ))
}
