import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { type Identifier, type RaRecord, useListContext } from 'react-admin'
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '../../../domain/audit/audit-event.ts'
import { auditLabel, RESOURCES } from '../../../domain/registry.ts'
import type { RowOf } from '../../api/http.ts'
import { momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import type { Column } from '../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
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

/** Audit log (Auditoría); an event opens with its changes. */
export const AuditList = () => {
  const [shown, setShown] = useState<Identifier>()
  const [isOpen, setOpen] = useState(false)
  const show = ({ id }: RaRecord): void => {
    setShown(id)
    setOpen(true)
  }
  const columns: readonly Column<RowOf<'audit'>>[] = [
    {
      source: 'date',
      firstOrder: 'DESC',
      onPhone: 'title',
      render: (event) => (
        <Link
          component="button"
          type="button"
          onClick={(click) => {
            click.stopPropagation()
            show(event)
          }}
          sx={{ py: '3px', fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
        >
          {momentText(event.date)}
        </Link>
      ),
    },
    { source: 'userName', disableSort: true, onPhone: 'line', clip: 180, render: authorText },
    { source: 'action', disableSort: true, onPhone: 'line', render: ({ action }) => AUDIT_ACTIONS[action] },
    {
      source: 'resource',
      disableSort: true,
      onPhone: 'line',
      render: ({ resource }) => auditLabel(resource),
    },
    { source: 'recordName', disableSort: true, onPhone: 'line', clip: 260, render: recordText },
    { source: 'address', disableSort: true },
  ]
  return (
    <CatalogueList
      title="Auditoría"
      onOpen={show}
      filters={<AuditFilters />}
      above={
        shown === undefined ? null : (
          <OpenedEvent key={shown} id={shown} open={isOpen} onClose={() => setOpen(false)} />
        )
      }
      columns={columns}
    />
  )
}

const ACTIONS = AUDIT_ACTION_NAMES.map((value) => ({ value, label: AUDIT_ACTIONS[value] }))
const RESOURCE_CHOICES = RESOURCES.map((value) => ({ value, label: auditLabel(value) }))

/** Shows that the list is filtered by a record, and removes the filter. */
const OneRecord = () => {
  const { filterValues, setFilters, data } = useListContext()
  const { record, ...others } = filterValues
  if (record === undefined) return null
  const name = data?.find(({ recordName }) => recordName !== '')?.recordName ?? 'este registro'
  return (
    <Chip
      label={`Cambios de ${name}`}
      onDelete={() => setFilters(others)}
      sx={{ maxWidth: { xs: '100%', sm: 320 }, height: { xs: 44, sm: 36 } }}
    />
  )
}

const AuditFilters = () => (
  <>
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <SelectFilter source="action" label="Acción" options={ACTIONS} allLabel="Todas" />
    <SelectFilter source="resource" label="Sección" options={RESOURCE_CHOICES} allLabel="Todas" />
    <OneRecord />
  </>
)
