import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { LinkBase, ResourceContextProvider, useLocation, useNavigate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { holds } from '../../../domain/access/permissions.ts'
import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'
import { SETTINGS_ID } from '../../../domain/settings/public-settings.ts'
import { CHANGE_PERMISSIONS, type SettingsScreen } from '../../../domain/settings/settings-screens.ts'
import { useCan, useMe } from '../../api/me.ts'
import { headingOf, pathOf } from '../../api/paths.ts'
import { useCacheSettings } from '../../api/settings.ts'
import { CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { BarSpace, FormBar, SaveButton, UnsavedCount } from '../../kit/form/FormBar.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { changesPath } from '../audit/ChangesLink.tsx'
import { SettingNotes, useRefreshChanges } from './SettingNotes.tsx'
import { errorsByTab, schemaFor, settingsIn, TABS, type TabId, tabIn } from './tabs.ts'

const SettingsBar = ({ screen }: { screen: SettingsScreen }) => {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { isDirty } = useFormState()
  // Webhooks are saved one by one.
  if (tabIn(screen, search) === 'webhooks' && !isDirty) return null
  return (
    <FormBar>
      <BarSpace />
      <UnsavedCount />
      <TabHistory screen={screen} />
      <SaveButton label="Guardar" needs={CHANGE_PERMISSIONS[screen]} />
      <Button variant="outlined" className="bar-main" onClick={() => navigate(pathOf('main'))}>
        Cancelar
      </Button>
    </FormBar>
  )
}

/** Link to the changes of the settings of the open tab (rule G7). */
const TabHistory = ({ screen }: { screen: SettingsScreen }) => {
  const [tab] = useTab(screen)
  const canList = useCan('list', 'audit')
  const settings = settingsIn(screen, tab)
  if (!canList || settings.length === 0) return null
  return (
    <Button component={LinkBase} to={changesPath({ settings: settings.join(',') })}>
      Historial
    </Button>
  )
}

interface SettingsFormProps {
  screen: SettingsScreen
  /** The tabs by id; those without content are omitted. */
  contentsFor: (isSa: boolean, tab: TabId) => Readonly<Partial<Record<TabId, ReactNode>>>
}

/** One form with the settings of a screen in tabs. */
export const SettingsForm = ({ screen, contentsFor }: SettingsFormProps) => {
  const { data: me } = useMe()
  const take = useCacheSettings()
  const refreshChanges = useRefreshChanges()
  if (me === undefined) return <Loading />
  return (
    <ResourceContextProvider value="settings">
      <CatalogueEdit
        id={SETTINGS_ID}
        title={headingOf(screen)}
        schema={schemaFor(screen, me.role)}
        bar={<SettingsBar screen={screen} />}
        onSaved={(saved) => {
          take(saved)
          refreshChanges()
        }}
      >
        {holds(me, CHANGE_PERMISSIONS[screen]) ? null : (
          <Alert severity="info" sx={{ mb: 2 }}>
            Solo lectura: su perfil no permite modificar la configuración. {WHOM_TO_ASK}
          </Alert>
        )}
        <SettingNotes isSa={me.role === 'sa'}>
          <SettingsTabs screen={screen} contentsFor={(tab) => contentsFor(me.role === 'sa', tab)} />
        </SettingNotes>
      </CatalogueEdit>
    </ResourceContextProvider>
  )
}

/** The tab in the URL, and a function that opens another. */
const useTab = (screen: SettingsScreen): [TabId, (tab: TabId) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  return [
    tabIn(screen, search) ?? TABS[screen][0].id,
    (tab) => navigate({ search: `?tab=${tab}` }, { replace: true }),
  ]
}

/** If a failed submit has errors on hidden tabs only, opens the first of them and focuses its first error. */
const useOpenErrors = (screen: SettingsScreen, tab: TabId, open: (tab: TabId) => void) => {
  const { submitCount, isSubmitting, errors } = useFormState()
  const panels = useRef<HTMLDivElement>(null)
  const seen = useRef(submitCount)
  const isSought = useRef(false)
  const wrong = errorsByTab(screen, errors)
  useEffect(() => {
    if (isSubmitting || submitCount === seen.current) return
    seen.current = submitCount
    const first = TABS[screen].find(({ id }) => wrong.has(id))
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

const errorCountText = (count: number): string =>
  count === 1 ? '1 campo por corregir' : `${count} campos por corregir`

const Panel = ({ id, isOpen, children }: { id: TabId; isOpen: boolean; children: ReactNode }) => (
  <Box role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={!isOpen}>
    {children}
  </Box>
)

interface SettingsTabsProps {
  screen: SettingsScreen
  contentsFor: (tab: TabId) => Readonly<Partial<Record<TabId, ReactNode>>>
}

/** The tabs of the form stay mounted, so that their values are kept and validated together. */
const SettingsTabs = ({ screen, contentsFor }: SettingsTabsProps) => {
  const [tab, open] = useTab(screen)
  const { wrong, panels } = useOpenErrors(screen, tab, open)
  const contents = contentsFor(tab)
  const tabs = TABS[screen].filter(({ id }) => id in contents)
  return (
    <Box ref={panels}>
      <Tabs
        value={tabs.some(({ id }) => id === tab) ? tab : false}
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
              {...(count > 0 ? { 'aria-label': `${label}: ${errorCountText(count)}`, sx: MARKED } : {})}
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
