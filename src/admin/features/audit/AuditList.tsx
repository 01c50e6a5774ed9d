import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { type Identifier, type RaRecord, useListContext, useListFilterContext } from 'react-admin'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_VIEWS,
  type AuditAction,
} from '../../../domain/audit/audit-event.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { auditLabel, RESOURCES } from '../../../domain/registry.ts'
import type { RowOf } from '../../api/http.ts'
import { DEFAULT_FILTERS } from '../../api/lists.ts'
import { momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import type { Column } from '../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
import { useQueryParameter, ViewToggle } from '../../kit/list/ViewToggle.tsx'
import { ChangeSummary } from './ChangeSummary.tsx'
import { authorText, ChangesDialog, recordText } from './ChangesDialog.tsx'

interface OpenedEventProps {
  id: Identifier
  open: boolean
  onClose: () => void
}

/** Keeps the opened row, which a refetch may remove from the list. */
const OpenedEvent = ({ id, ...dialog }: OpenedEventProps) => {
  const { data } = useListContext<RowOf<'audit'>>()
  const [event] = useState(() => data?.find((row) => row.id === id))
  return event === undefined ? null : <ChangesDialog event={event} {...dialog} />
}

type View = keyof typeof AUDIT_VIEWS | 'all'

/** The view in the URL: the changes if it names none. */
const useView = (): View => {
  const requested = useQueryParameter('view')
  return requested === 'access' || requested === 'all' ? requested : 'changes'
}

/** Audit log (Auditoría); an event opens with its changes. */
export const AuditList = () => {
  const view = useView()
  const [shown, setShown] = useState<Identifier>()
  const [isOpen, setOpen] = useState(false)
  const show = ({ id }: RaRecord): void => {
    setShown(id)
    setOpen(true)
  }
  const opener = (event: RowOf<'audit'>, text: string): ReactNode => (
    <Link
      component="button"
      type="button"
      onClick={(click) => {
        click.stopPropagation()
        show(event)
      }}
      sx={{ py: '3px', fontSize: 'inherit', textAlign: 'left', minHeight: { xs: 44, sm: 24 } }}
    >
      {text}
    </Link>
  )
  const columns: readonly Column<RowOf<'audit'>>[] = [
    { source: 'date', firstOrder: 'DESC', render: (event) => opener(event, momentText(event.date)) },
    {
      source: 'userName',
      disableSort: true,
      onPhone: 'title',
      clip: 130,
      render: authorText,
      renderOnPhone: (event) => opener(event, `${authorText(event)} · ${AUDIT_ACTIONS[event.action]}`),
    },
    { source: 'action', disableSort: true, render: ({ action }) => AUDIT_ACTIONS[action] },
    { source: 'resource', disableSort: true, render: ({ resource }) => auditLabel(resource) },
    { source: 'recordName', disableSort: true, clip: 160, render: recordText },
    {
      source: 'changes',
      disableSort: true,
      onPhone: 'line',
      clip: 280,
      render: (event) => <ChangeSummary event={event} />,
      renderOnPhone: (event) => <PhoneLines event={event} />,
    },
    { source: 'address', disableSort: true, isHidden: view === 'changes' },
  ]
  return (
    <CatalogueList
      title="Auditoría"
      only={FILTERS[view]}
      onOpen={show}
      filters={<AuditFilters view={view} />}
      filterParameters={PARAMETERS}
      above={
        shown === undefined ? null : (
          <OpenedEvent key={shown} id={shown} open={isOpen} onClose={() => setOpen(false)} />
        )
      }
      columns={columns}
    />
  )
}

/** Below who did what on a phone: to which record, what changed, and when. */
const PhoneLines = ({ event }: { event: RowOf<'audit'> }) => (
  <>
    {[auditLabel(event.resource), recordText(event)].filter((text) => text !== '').join(': ')}
    <br />
    {event.changes.length > 0 ? (
      <>
        <ChangeSummary event={event} />
        <br />
      </>
    ) : null}
    {momentText(event.date)}
  </>
)

const FILTERS = { changes: DEFAULT_FILTERS.audit, access: { view: 'access' }, all: {} } as const
const PARAMETERS = ['view']

const VIEWS = [
  { value: '', label: 'Cambios' },
  { value: 'access', label: 'Accesos' },
  { value: 'all', label: 'Todo' },
]
const VIEW_ACTIONS: Readonly<Record<View, readonly AuditAction[]>> = {
  ...AUDIT_VIEWS,
  all: AUDIT_ACTION_NAMES,
}
const RESOURCE_CHOICES = RESOURCES.map((value) => ({ value, label: auditLabel(value) }))

/** Shows that the list is filtered by a record, and removes the filter. */
const OneRecord = () => {
  const { filterValues, setFilters, data } = useListContext()
  const { record, settings, ...others } = filterValues
  if (record === undefined && settings === undefined) return null
  const name = data?.find(({ recordName }) => recordName !== '')?.recordName ?? 'este registro'
  return (
    <Chip
      label={settings === undefined ? `Cambios de ${name}` : `Cambios de ${settingsText(String(settings))}`}
      onDelete={() => setFilters(others)}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: { xs: 44, sm: 36 } }}
    />
  )
}

/** The label of one setting, or the number of several. */
const settingsText = (settings: string): string => {
  const [first = '', ...more] = settings.split(',')
  return more.length === 0 ? fieldLabel('settings', first) : `${more.length + 1} campos de la configuración`
}

const AuditFilters = ({ view }: { view: View }) => {
  const { filterValues } = useListFilterContext()
  // A link or the other view may have set another action.
  const actions = AUDIT_ACTION_NAMES.filter(
    (action) => VIEW_ACTIONS[view].includes(action) || action === filterValues.action,
  )
  return (
    <>
      <ViewToggle name="view" label="Vista" options={VIEWS} />
      <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
      <SelectFilter
        source="action"
        label="Acción"
        options={actions.map((value) => ({ value, label: AUDIT_ACTIONS[value] }))}
        allLabel="Todas"
      />
      <SelectFilter source="resource" label="Sección" options={RESOURCE_CHOICES} allLabel="Todas" />
      <OneRecord />
    </>
  )
}
