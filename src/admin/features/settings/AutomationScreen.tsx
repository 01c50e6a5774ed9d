import { Suspense } from 'react'
import { AUTOMATION, holds } from '../../../domain/access/permissions.ts'
import { lazy } from '../../api/connection.ts'
import { useMe } from '../../api/me.ts'
import { Loading } from '../../kit/page/Page.tsx'
import { AnswersTab } from './AnswersTab.tsx'
import { LinksTab } from './LinksTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { NoticesTab } from './UserNoticesTab.tsx'

const WebhooksTab = lazy(async () => ({ default: (await import('../webhooks/WebhooksTab.tsx')).WebhooksTab }))

/** Settings of automation and security. */
export const AutomationScreen = () => {
  const { data: me } = useMe()
  const canModify = me !== undefined && holds(me, AUTOMATION)
  return (
    <SettingsForm
      screen="automation"
      contentsFor={(isSa, tab) => ({
        notices: <NoticesTab />,
        answers: <AnswersTab />,
        links: <LinksTab />,
        security: <SecurityTab isSa={isSa} />,
        ...(canModify && { webhooks: tab === 'webhooks' ? <Webhooks /> : null }),
      })}
    />
  )
}

const Webhooks = () => (
  <Suspense fallback={<Loading />}>
    <WebhooksTab />
  </Suspense>
)
