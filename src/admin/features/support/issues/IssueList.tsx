import type { SortPayload } from 'ra-core'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { CountColumn, MomentColumn } from '../../../kit/list/columns.tsx'
import { useOwnParameter } from '../../../kit/list/ViewToggle.tsx'
import { GroupActions } from './GroupActions.tsx'
import { IssueActions } from './IssueActions.tsx'
import { IssueFilters } from './IssueFilters.tsx'
import type { IssueGroupRecord, IssueRecord } from './issue-record.ts'
import { RepairButtons } from './RepairButtons.tsx'
import { RepairNotice, RepairNotices } from './RepairNotices.tsx'
import { StatusTag } from './StatusTag.tsx'
import { REPORTED_COLUMNS } from './shared-columns.tsx'

const NEWEST: SortPayload = { field: 'date', order: 'DESC' }
const MOST: SortPayload = { field: 'open', order: 'DESC' }

/** What the address asks for, as the API filters: Reportados by default, `all` for Todos. */
const onlyOf = (status: string): Record<string, string> => {
  if (status === 'all') return {}
  return { status: status === 'true' ? 'true' : 'false' }
}

const SINGLE_COLUMNS = [
  ...REPORTED_COLUMNS,
  <MomentColumn key="date" source="date" />,
  <Column<IssueRecord> key="status" source="status" render={({ status }) => <StatusTag status={status} />} />,
  <Column<IssueRecord>
    key="actions"
    source="actions"
    label="Acciones"
    disableSort
    render={(issue) => <IssueActions issue={issue} />}
  />,
]

const GROUP_COLUMNS = [
  ...REPORTED_COLUMNS,
  <CountColumn key="open" source="open" />,
  <CountColumn key="fixed" source="fixed" />,
  <MomentColumn key="lastDate" source="lastDate" />,
  <Column<IssueGroupRecord>
    key="actions"
    source="actions"
    label="Acciones"
    disableSort
    render={(group) => <GroupActions group={group} />}
  />,
]

/** Reporte de Errores: one by one, or grouped by content and type. */
export const IssueList = () => {
  const status = useOwnParameter('status')
  const isGrouped = useOwnParameter('view') === 'groups'
  const only = onlyOf(status)
  return (
    <RepairNotices>
      <CatalogueList
        title="Reporte de Errores"
        sort={isGrouped ? MOST : NEWEST}
        only={isGrouped ? { ...only, grouped: true } : only}
        filters={<IssueFilters />}
        above={<RepairNotice sx={{ '&:not(:empty)': { mb: 2 } }} />}
        actions={<RepairButtons offersFiltered={status !== 'true'} />}
      >
        {isGrouped ? GROUP_COLUMNS : SINGLE_COLUMNS}
      </CatalogueList>
    </RepairNotices>
  )
}
