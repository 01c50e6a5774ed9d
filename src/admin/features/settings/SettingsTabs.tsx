import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useLocation, useNavigate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { AlertsTab } from './AlertsTab.tsx'
import { ApkTab } from './apk/ApkTab.tsx'
import { ControlTab } from './ControlTab.tsx'
import { ImagesTab } from './images/ImagesTab.tsx'
import { problemsByTab, TABS, type TabId, tabIn } from './settings-form.ts'

/** The tab that the address names, and how to open another. */
const useTab = (): [TabId, (tab: TabId) => void] => {
  const { search } = useLocation()
  const navigate = useNavigate()
  return [tabIn(search), (tab) => navigate({ search: `?tab=${tab}` }, { replace: true })]
}

/** After a submit that failed on tabs out of sight alone, opens the first of them and goes to its first mistake. */
const useOpenProblems = (tab: TabId, open: (tab: TabId) => void) => {
  const { submitCount, isSubmitting, errors } = useFormState()
  const panels = useRef<HTMLDivElement>(null)
  const seen = useRef(submitCount)
  const isSought = useRef(false)
  const wrong = problemsByTab(errors)
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

/** The four tabs: all of them stay in the page, so that what was typed on one is kept and checked on any other. */
export const SettingsTabs = ({ isSa }: { isSa: boolean }) => {
  const [tab, open] = useTab()
  const { wrong, panels } = useOpenProblems(tab, open)
  const contents: Record<TabId, ReactNode> = {
    images: <ImagesTab />,
    apk: <ApkTab isSa={isSa} />,
    control: <ControlTab isSa={isSa} />,
    alerts: <AlertsTab />,
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
        {TABS.map(({ id, label }) => {
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
      {TABS.map(({ id }) => (
        <Panel key={id} id={id} isOpen={id === tab}>
          {contents[id]}
        </Panel>
      ))}
    </Box>
  )
}

const MARKED = { color: 'error.main', '&.Mui-selected': { color: 'error.main' } } as const
