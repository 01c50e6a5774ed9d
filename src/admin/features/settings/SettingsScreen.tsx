import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { ResourceContextProvider, useLocation, useNavigate } from 'ra-core'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { SETTINGS_ID } from '../../../domain/settings/public-settings.ts'
import { alertMessageSchema, MAX_ALERT } from '../../../domain/settings/settings.ts'
import { pathOf } from '../../api/addresses.ts'
import { lazy } from '../../api/connection.ts'
import { useCan, useMe } from '../../api/me.ts'
import { useCacheSettings } from '../../api/settings.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { BarSpace, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { FormSection } from '../../kit/form/FormSection.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { AnswersTab } from './AnswersTab.tsx'
import { ApkTab } from './ApkTab.tsx'
import { ControlTab } from './ControlTab.tsx'
import { ImagesTab } from './ImagesTab.tsx'
import { LinksTab } from './LinksTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { TextItems } from './TextItems.tsx'
import { errorsByTab, schemaFor, TABS, type TabId, tabIn } from './tabs.ts'
import { NoticesTab } from './UserNoticesTab.tsx'

const WebhooksTab = lazy(async () => ({ default: (await import('../webhooks/WebhooksTab.tsx')).WebhooksTab }))

const SettingsBar = () => {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { isDirty } = useFormState()
  // Webhooks are saved one by one.
  if (tabIn(search) === 'webhooks' && !isDirty) return null
  return (
    <FormBar>
      <BarSpace />
      <UnsavedCount />
      <SaveButton label="Guardar" />
      <Button variant="outlined" className="bar-main" onClick={() => navigate(pathOf('main'))}>
        Cancelar
      </Button>
    </FormBar>
  )
}

const ReadOnly = () => {
  const canModify = useCan('modify', 'settings')
  if (canModify) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      Solo lectura: su perfil no permite modificar la configuración.
    </Alert>
  )
}

/** The general settings: one form with tabs. */
export const SettingsScreen = () => {
  const { data: me } = useMe()
  const take = useCacheSettings()
  if (me === undefined) return <Loading />
  return (
    <ResourceContextProvider value="settings">
      <CatalogueEdit
        id={SETTINGS_ID}
        title="Configuración general"
        schema={schemaFor(me.role)}
        bar={<SettingsBar />}
        onSaved={take}
      >
        <ReadOnly />
        <SettingsTabs isSa={me.role === 'sa'} />
      </CatalogueEdit>
    </ResourceContextProvider>
  )
}

/** The tab in the URL, and a function that opens another. */
const useTab = (tabs: readonly { id: TabId }[]): [TabId, (tab: TabId) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = tabIn(search)
  return [
    tabs.some(({ id }) => id === asked) ? asked : TABS[0].id,
    (tab) => navigate({ search: `?tab=${tab}` }, { replace: true }),
  ]
}

/** If a failed submit has errors on hidden tabs only, opens the first of them and focuses its first error. */
const useOpenErrors = (tab: TabId, open: (tab: TabId) => void) => {
  const { submitCount, isSubmitting, errors } = useFormState()
  const panels = useRef<HTMLDivElement>(null)
  const seen = useRef(submitCount)
  const isSought = useRef(false)
  const wrong = errorsByTab(errors)
  useEffect(() => {
    if (isSubmitting || submitCount === seen.current) return
    seen.current = submitCount
    const first = TABS.find(({ id }) => wrong.has(id))
    if (first === undefined || wrong.has(tab)) return
    isSought.current = true
    open(first.id)
  })
  useEffect(() => {
    if (!isSought.current || !wrong.has(tab)) return
    isSought.current = false
    panels.current
      ?.querySelector<HTMLElement>(
        '[role="tabpanel"]:not([hidden]) :is([aria-invalid="true"], [data-invalid="true"])',
      )
      ?.focus()
  })
  return { wrong, panels }
}

const mark = (count: number): string =>
  count === 1 ? '1 campo por corregir' : `${count} campos por corregir`

const Panel = ({ id, isOpen, children }: { id: TabId; isOpen: boolean; children: ReactNode }) => (
  <Box role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={!isOpen}>
    {children}
  </Box>
)

/** The tabs of the form stay mounted, so that their values are kept and validated together. */
const SettingsTabs = ({ isSa }: { isSa: boolean }) => {
  const canModify = useCan('modify', 'settings')
  const tabs = TABS.filter(({ id }) => id !== 'webhooks' || canModify)
  const [tab, open] = useTab(tabs)
  const { wrong, panels } = useOpenErrors(tab, open)
  const contents: Record<TabId, ReactNode> = {
    images: <ImagesTab />,
    apk: <ApkTab isSa={isSa} />,
    control: <ControlTab isSa={isSa} />,
    alerts: <AlertsTab />,
    notices: <NoticesTab />,
    answers: <AnswersTab />,
    links: <LinksTab />,
    security: <SecurityTab isSa={isSa} />,
    webhooks:
      tab === 'webhooks' ? (
        <Suspense fallback={<Loading />}>
          <WebhooksTab />
        </Suspense>
      ) : null,
  }
  return (
    <Box ref={panels}>
      <Tabs
        value={tab}
        onChange={(_, next: TabId) => open(next)}
        variant="scrollable"
        aria-label="Partes de la configuración"
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ id, label }) => {
          const count = wrong.get(id) ?? 0
          return (
            <Tab
              key={id}
              value={id}
              id={`tab-${id}`}
              aria-controls={`panel-${id}`}
              label={count > 0 ? `${label} (${count})` : label}
              {...(count > 0 ? { 'aria-label': `${label}: ${mark(count)}`, sx: MARKED } : {})}
            />
          )
        })}
      </Tabs>
      {tabs.map(({ id }) => (
        <Panel key={id} id={id} isOpen={id === tab}>
          {contents[id]}
        </Panel>
      ))}
    </Box>
  )
}

const MARKED = { color: 'error.main', '&.Mui-selected': { color: 'error.main' } } as const

const FIELD = { source: 'message', label: 'Mensaje', rows: 3, maxLength: MAX_ALERT } as const
const schemaOf = () => alertMessageSchema

const AlertsTab = () => (
  <FormSection title="Mensajes de alerta">
    <TextItems source="alertMessages" one="mensaje de alerta" field={FIELD} schemaOf={schemaOf} />
  </FormSection>
)
