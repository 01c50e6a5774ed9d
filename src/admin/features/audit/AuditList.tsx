import Link from '@mui/material/Link'
import type { RaRecord } from 'ra-core'
import { useState } from 'react'
import { AUDIT_ACTIONS } from '../../../domain/audit/trail.ts'
import { resourceName } from '../../kit/changes/names.ts'
import { momentText } from '../../kit/display/dates.ts'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditEntry, asEntry, authorText, recordText } from './audit-entry.ts'
import { ChangesDialog } from './ChangesDialog.tsx'

const NEWEST = { field: 'date', order: 'DESC' } as const

/** Auditoría: who changed what, when and from where; each entry opens with what it changed. */
export const AuditList = () => {
  const [shown, setShown] = useState<AuditEntry>()
  const [isOpen, setOpen] = useState(false)
  const show = (record: RaRecord): void => {
    setShown(asEntry(record))
    setOpen(true)
  }
  return (
    <>
      <CatalogueList title="Auditoría" sort={NEWEST} onOpen={show} filters={<AuditFilters />}>
        <Column<AuditEntry>
          source="date"
          firstOrder="DESC"
          onPhone="title"
          render={(entry) => (
            <Link
              component="button"
              type="button"
              onClick={(event) => {
                event.stopPropagation()
                show(entry)
              }}
              sx={{ py: '3px', fontSize: 'inherit', minHeight: { xs: 44, sm: 24 } }}
            >
              {momentText(entry.date)}
            </Link>
          )}
        />
        <Column<AuditEntry> source="userName" disableSort clip={180} render={authorText} />
        <Column<AuditEntry> source="action" disableSort render={({ action }) => AUDIT_ACTIONS[action]} />
        <Column<AuditEntry> source="resource" disableSort render={({ resource }) => resourceName(resource)} />
        <Column<AuditEntry> source="recordName" disableSort clip={260} render={recordText} />
        <Column source="address" disableSort />
      </CatalogueList>
      {shown === undefined ? null : (
        <ChangesDialog key={shown.id} open={isOpen} entry={shown} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
