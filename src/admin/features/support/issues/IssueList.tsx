import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQueryClient } from '@tanstack/react-query'
import { type GetListParams, type GetListResult, LinkBase, type SortPayload, useListContext } from 'ra-core'
import { type MouseEvent, Suspense, useState } from 'react'
import { ISSUE_TYPE_NAMES, ISSUE_TYPES, issueStatusName } from '../../../../domain/support/issue.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { pathOf } from '../../../api/addresses.ts'
import { lazy } from '../../../api/connection.ts'
import type { Answer, RowOf } from '../../../api/http.ts'
import { ONLY } from '../../../api/lists.ts'
import { useCan } from '../../../api/me.ts'
import { stopPropagation } from '../../../kit/display/display.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column, CountColumn, DayColumn, MomentColumn } from '../../../kit/list/columns.tsx'
import { FilterDays, FilterSelect, pastPresets, useIsNarrow } from '../../../kit/list/filters.tsx'
import { useToggle } from '../../../kit/list/table-state.ts'
import { useQueryParameter, ViewToggle } from '../../../kit/list/ViewToggle.tsx'
import { forgetHandled, noteHandled } from '../../../kit/page/handled.ts'
import { MediaTypeFilter, RecordLink } from '../media.tsx'
import { Assignee, AssigneeEntry, AssigneeFilter } from './assignments.tsx'
import { REPORT_ACTIONS, RepairButtons, RepairDialog, RepairHistory } from './RepairDialog.tsx'
import { idsOf, RepairNotice, RepairNotices, reportSearch } from './repairs.tsx'

type IssueRow = RowOf<'issues'>

/** All reports of one type about one content. */
type IssueGroupRow = Answer<'GET /api/issues/groups'>[number] & Pick<IssueRow, 'id'>

const MOST: SortPayload = { field: 'open', order: 'DESC' }

/** The status filter for the URL's parameter: Reportados by default, `all` for Todos. */
const onlyOf = (status: string): { status?: string } => {
  if (status === 'all') return {}
  return status === 'true' ? { status } : ONLY.issues
}

/** Columns common to reports and groups. Elements, since the list inspects its children. */
const REPORTED_COLUMNS = [
  <Column<IssueRow>
    key="title"
    source="title"
    clip={150}
    onPhone="title"
    render={(issue) => (
      <RecordLink resource={issue.resource} ids={idsOf(issue)} search={reportSearch(issue)}>
        {issue.title}
      </RecordLink>
    )}
  />,
  <Column<IssueRow>
    key="mediaType"
    source="mediaType"
    onPhone="line"
    render={({ mediaType }) => MEDIA_TYPE_NAMES[mediaType]}
  />,
  <Column<IssueRow>
    key="issueType"
    source="issueType"
    clip={205}
    onPhone="line"
    render={({ issueType }) => ISSUE_TYPE_NAMES[issueType]}
  />,
  <Column key="reference" source="reference" clip={90} />,
]

const SINGLE_COLUMNS = [
  ...REPORTED_COLUMNS,
  <MomentColumn key="date" source="date" onPhone="line" />,
  <Column<IssueRow>
    key="status"
    source="status"
    render={({ status, isAnswered }) => <StatusTags status={status} isAnswered={isAnswered} />}
  />,
  <Column<IssueRow>
    key="assigneeName"
    source="assigneeName"
    disableSort
    onPhone="line"
    render={(issue) => <Assignee issue={issue} />}
    renderOnPhone={({ assigneeName }) => assigneeName}
    menu={(issue) => <AssigneeEntry issue={issue} />}
  />,
  <Column<IssueRow>
    key="actions"
    source="actions"
    label="Acciones"
    disableSort
    onPhone="action"
    render={(issue) => <IssueActions issue={issue} />}
  />,
]

const GROUP_COLUMNS = [
  ...REPORTED_COLUMNS,
  <CountColumn key="open" source="open" onPhone="labelled" />,
  <CountColumn key="fixed" source="fixed" onPhone="labelled" />,
  <DayColumn key="lastDate" source="lastDate" />,
  <Column<IssueGroupRow>
    key="actions"
    source="actions"
    label="Acciones"
    disableSort
    onPhone="action"
    render={(group) => <GroupActions group={group} />}
  />,
]

/** Error reports (Reporte de Errores): individually, or grouped by content and type. */
export const IssueList = () => {
  const status = useQueryParameter('status')
  const isGrouped = useQueryParameter('view') === 'groups'
  const only = onlyOf(status)
  const isNarrow = useIsNarrow()
  return (
    <RepairNotices>
      <CatalogueList
        title="Reporte de Errores"
        {...(isGrouped ? { sort: MOST } : {})}
        only={isGrouped ? { ...only, grouped: true } : only}
        filters={<IssueFilters />}
        filterParameters={PARAMETERS}
        details={isNarrow ? undefined : <Grouping isBare />}
        above={<RepairNotice sx={{ '&:not(:empty)': { mb: 2 } }} />}
        bulk={REPORT_ACTIONS}
        actions={<RepairButtons offersFiltered={status !== 'true'} />}
        tools={<RepairHistory />}
      >
        {isGrouped ? GROUP_COLUMNS : SINGLE_COLUMNS}
      </CatalogueList>
    </RepairNotices>
  )
}

/** The status, and individual or grouped. */
const PARAMETERS = ['status', 'view']

const STATES = [
  { value: '', label: 'Reportados' },
  { value: 'true', label: 'Reparados' },
  { value: 'all', label: 'Todos' },
]

const VIEWS = [
  { value: '', label: 'Uno por uno' },
  { value: 'groups', label: 'Agrupados' },
]

const TYPES = ISSUE_TYPES.map((value) => ({ value, label: ISSUE_TYPE_NAMES[value] }))

/** Each view has its own sort fields. */
const ORDER = ['sort', 'order']

/** Shows the content that the list is filtered by; clicking it removes the filter. */
const ContentChip = () => {
  const { filterValues, setFilters, data } = useListContext<IssueRow>()
  const { mediaId, ...others } = filterValues
  if (mediaId === undefined) return null
  const title = data?.find((issue) => issue.mediaId === mediaId)?.title
  return (
    <Chip
      clickable
      component="button"
      label={`Solo ${title ?? 'un contenido'} ✕`}
      aria-label={`Solo ${title ?? 'un contenido'}: ver todos los contenidos`}
      onClick={() => setFilters(others)}
      sx={{ height: 37, maxWidth: 1 }}
    />
  )
}

/** Individual or grouped; on a narrow screen among the filters, otherwise next to the heading. */
const Grouping = (props: { isBare?: boolean }) => (
  <ViewToggle name="view" label="Vista" options={VIEWS} without={ORDER} {...props} />
)

/** Filters of the reports: status, types and days, and the grouping. */
const IssueFilters = () => (
  <>
    <ViewToggle name="status" label="Estado" options={STATES} />
    {useIsNarrow() ? <Grouping /> : null}
    <FilterSelect source="issueType" label="Tipo de error" options={TYPES} />
    <MediaTypeFilter />
    <AssigneeFilter />
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <ContentChip />
  </>
)

const OPEN = { bgcolor: 'var(--yellow-ground)', color: 'var(--yellow-ink)' }
const FIXED = { bgcolor: 'var(--chip)', color: 'text.secondary' }
const TAG = {
  display: 'inline-block',
  px: '9px',
  py: '1px',
  borderRadius: '6px',
  fontSize: 12,
  fontWeight: 600,
} as const

const StatusTags = ({ status, isAnswered }: { status: boolean; isAnswered: boolean }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
    <Box component="span" sx={{ ...TAG, ...(status ? FIXED : OPEN) }}>
      {issueStatusName(status)}
    </Box>
    {isAnswered ? (
      <Box component="span" sx={{ ...TAG, ...FIXED }}>
        Respondido
      </Box>
    ) : null}
  </Box>
)

const ReportDialog = lazy(async () => ({ default: (await import('./AnswerDialog.tsx')).ReportDialog }))
const AnswerMany = lazy(async () => ({ default: (await import('./AnswerDialog.tsx')).AnswerMany }))

/** Opens the notes and answers of the row's report; marks it as repaired or reopens it, with permission. */
const IssueActions = ({ issue }: { issue: IssueRow }) => {
  const setStatus = useIssueStatus()
  const { isPlaceholderData } = useListContext()
  const canModify = useCan('modify', 'issues')
  const [isOpen, setOpen] = useState(false)
  const change = (event: MouseEvent): void => {
    // The row changes at once: the second half of a double click must not undo the first.
    if (event.detail < 2 && !isPlaceholderData) setStatus(issue, !issue.status)
  }
  const label = issue.status ? 'Reabrir' : 'Marcar como Reparado'
  const talk = canModify ? 'Responder' : 'Ver respuestas'
  return (
    // Keeps clicks on the buttons and in the dialog from reaching the row.
    <Box component="span" onClick={stopPropagation} sx={{ display: 'inline-flex', gap: 0.75 }}>
      <Button size="small" aria-label={`${talk}: ${issue.title}`} onClick={() => setOpen(true)} sx={SMALL}>
        {talk}
      </Button>
      {canModify ? (
        <Button
          size="small"
          variant="outlined"
          aria-label={`${label}: ${issue.title}`}
          onClick={change}
          sx={SMALL}
        >
          {label}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportDialog issue={issue} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Box>
  )
}

// React-admin's query key: resource, verb and parameters.
const statusAsked = (key: readonly unknown[]): unknown =>
  (key[2] as GetListParams | undefined)?.filter?.status

/**
 * Marks a report as repaired or reopens it. The row keeps its position, so that a second click hits no other report,
 * and can be undone there; the totals are refetched.
 */
const useIssueStatus = (): ((issue: IssueRow, status: boolean) => Promise<void>) => {
  const toggle = useToggle('status')
  const queryClient = useQueryClient()
  return async (issue, status) => {
    const isSaved = await toggle(issue, status)
    if (!isSaved) return
    if (status) noteHandled('issues', issue.id)
    else forgetHandled('issues', issue.id)
    for (const [queryKey] of queryClient.getQueriesData<GetListResult>({ queryKey: ['issues', 'getList'] })) {
      const asked = statusAsked(queryKey)
      if (asked !== 'true' && asked !== 'false') continue
      const change = asked === String(status) ? 1 : -1
      queryClient.setQueryData<GetListResult>(
        queryKey,
        (list) => list && { ...list, total: Math.max(0, (list.total ?? 0) + change) },
      )
    }
    queryClient.invalidateQueries({
      queryKey: ['issues'],
      predicate: ({ queryKey }) => queryKey[1] !== 'getList',
    })
  }
}

const SMALL = {
  whiteSpace: { sm: 'nowrap' },
  minHeight: 32,
  py: 0.25,
  lineHeight: { xs: 1.2, sm: 1.75 },
} as const

/** Lists the reports of a group, answers them, or marks its open ones as repaired. */
const GroupActions = ({ group }: { group: IssueGroupRow }) => {
  const { filterValues } = useListContext()
  const status = useQueryParameter('status')
  const canModify = useCan('modify', 'issues')
  const [isOpen, setOpen] = useState(false)
  const [isAnswering, setAnswering] = useState(false)
  const listed = status === 'all' ? '' : status || 'false'
  const name = `${group.title}, ${ISSUE_TYPE_NAMES[group.issueType]}`
  const filters = { ...filterValues, mediaId: group.mediaId, issueType: group.issueType }
  const query = new URLSearchParams({
    ...(status === '' ? {} : { status }),
    filter: JSON.stringify(filters),
  })
  return (
    // Keeps clicks on the buttons and in the dialog from reaching the row.
    <Box component="span" onClick={stopPropagation} sx={{ display: 'inline-flex', gap: 0.75 }}>
      <Button
        size="small"
        component={LinkBase}
        to={`${pathOf('issue-list')}?${query}`}
        aria-label={`Ver reportes: ${name}`}
        sx={SMALL}
      >
        Ver
      </Button>
      {canModify ? (
        <Button size="small" aria-label={`Responder: ${name}`} onClick={() => setAnswering(true)} sx={SMALL}>
          Responder
        </Button>
      ) : null}
      {canModify && group.open > 0 ? (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Reparar: ${name}`}
          onClick={() => setOpen(true)}
          sx={SMALL}
        >
          Reparar
        </Button>
      ) : null}
      <RepairDialog
        open={isOpen}
        title={`¿Marcar como reparados los reportes de ${group.title}?`}
        filters={filters}
        onClose={() => setOpen(false)}
      />
      {isAnswering ? (
        <Suspense fallback={null}>
          <AnswerMany filters={filters} status={listed} example={group} onClose={() => setAnswering(false)} />
        </Suspense>
      ) : null}
    </Box>
  )
}
