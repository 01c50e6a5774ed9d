import ChatIcon from '@mui/icons-material/ChatBubbleOutline'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import {
  type GetListParams,
  type GetListResult,
  LinkBase,
  type SortPayload,
  useListContext,
} from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { ISSUE_TYPE_NAMES, ISSUE_TYPES, issueStatusName } from '../../../../domain/support/issue.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import type { ResponseBody, RowOf } from '../../../api/http.ts'
import { DEFAULT_FILTERS } from '../../../api/lists.ts'
import { useCan } from '../../../api/me.ts'
import { pathOf } from '../../../api/paths.ts'
import { dayText } from '../../../kit/display/dates.ts'
import { stopPropagation } from '../../../kit/display/display.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { type Column, countColumn, dayColumn, momentColumn } from '../../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter, useIsNarrow } from '../../../kit/list/filters.tsx'
import type { EmptyText } from '../../../kit/list/list-states.tsx'
import { useSelection } from '../../../kit/list/selection.tsx'
import { useToggle } from '../../../kit/list/table-state.ts'
import { useQueryParameter, ViewToggle } from '../../../kit/list/ViewToggle.tsx'
import { DropDownAction, DropDownLink } from '../../../kit/page/DropDown.tsx'
import { clearChanged, markChanged } from '../../../kit/page/recently-changed.ts'
import { MediaTypeFilter, RecordLink } from '../media.tsx'
import { Assignee, AssigneeEntry, AssigneeFilter } from './assignments.tsx'
import { contentIds, type IssueFilters, RepairAlert, RepairAlertProvider, reportSearch } from './repairs.tsx'
import { ReplyDialogProvider, type ReportsTarget, useReplyDialog } from './reply-dialogs.tsx'
import { REPORT_ACTIONS, RepairButtons, RepairHistory } from './report-actions.tsx'
import { SenderName, SenderNames } from './senders.tsx'

type IssueRow = RowOf<'issues'>

/** All reports of one type about one content. */
type IssueGroupRow = ResponseBody<'GET /api/issues/groups'>[number] & Pick<IssueRow, 'id'>

const MOST_OPEN_FIRST: SortPayload = { field: 'open', order: 'DESC' }

/** The status filter for the URL's parameter: Reportados by default, `all` for Todos. */
const statusFilter = (status: string): { status?: string } => {
  if (status === 'all') return {}
  return status === 'true' ? { status } : DEFAULT_FILTERS.issues
}

/** Without records of a status; the key is the URL's parameter. */
const EMPTY: Readonly<Record<string, EmptyText>> = {
  '': { title: 'No hay reportes abiertos.', text: 'Los errores que reporten los clientes aparecerán aquí.' },
  true: { title: 'No hay reportes reparados.', text: 'Los que se marquen como reparados aparecerán aquí.' },
  all: { title: 'Todavía no hay reportes.', text: 'Los errores que reporten los clientes aparecerán aquí.' },
}

/** Columns common to reports and groups. */
const REPORTED_COLUMNS: readonly Column<IssueRow | IssueGroupRow>[] = [
  {
    source: 'title',
    clip: 140,
    onPhone: 'title',
    render: (issue) => (
      <RecordLink resource={issue.resource} ids={contentIds(issue)} search={reportSearch(issue)}>
        {issue.title}
      </RecordLink>
    ),
  },
  { source: 'mediaType', render: ({ mediaType }) => MEDIA_TYPE_NAMES[mediaType] },
  { source: 'issueType', clip: 106, onPhone: 'line', render: ({ issueType }) => ISSUE_TYPE_NAMES[issueType] },
  { source: 'reference', clip: 80 },
]

const SINGLE_COLUMNS: readonly Column<IssueRow>[] = [
  ...REPORTED_COLUMNS,
  momentColumn({ source: 'date', onPhone: 'line', renderOnPhone: ({ date }) => dayText(date) }),
  {
    // No field of the report, so that no export asks for it.
    source: 'customer',
    label: 'Cliente',
    disableSort: true,
    clip: 84,
    onPhone: 'line',
    render: ({ sender }) => sender && <SenderName sender={sender} />,
  },
  {
    source: 'assigneeName',
    disableSort: true,
    onPhone: 'labelled',
    render: (issue) => <Assignee issue={issue} />,
    renderOnPhone: ({ assigneeName }) => assigneeName,
  },
  {
    source: 'status',
    onPhone: 'line',
    render: ({ status, isAnswered }) => <StatusTags status={status} isAnswered={isAnswered} />,
    renderOnPhone: (issue) => <PhoneProgress issue={issue} />,
  },
  {
    source: 'actions',
    label: 'Acciones',
    disableSort: true,
    onPhone: 'action',
    render: (issue) => <IssueActions issue={issue} />,
    renderOnPhone: (issue) => <StatusButton issue={issue} isShort />,
    menu: (issue) => (
      <>
        <ReplyEntry issue={issue} />
        <AssigneeEntry issue={issue} />
      </>
    ),
  },
]

/** For users who may not read who sent a report. */
const WITHOUT_SENDERS = SINGLE_COLUMNS.filter(({ source }) => source !== 'customer')

const GROUP_COLUMNS: readonly Column<IssueGroupRow>[] = [
  ...REPORTED_COLUMNS,
  countColumn({ source: 'open', onPhone: 'labelled' }),
  countColumn({ source: 'fixed', onPhone: 'labelled' }),
  {
    source: 'customers',
    label: 'Clientes',
    disableSort: true,
    clip: 110,
    onPhone: 'labelled',
    render: (group) => <SenderNames group={group} />,
  },
  dayColumn({ source: 'lastDate' }),
  {
    source: 'actions',
    label: 'Acciones',
    disableSort: true,
    onPhone: 'action',
    render: (group) => <GroupActions group={group} />,
    renderOnPhone: (group) => <RepairGroup group={group} />,
    menu: (group) => <GroupEntry group={group} />,
  },
]

/** Error reports (Reporte de Errores): individually, or grouped by content and type. */
export const IssueList = () => {
  const status = useQueryParameter('status')
  const isGrouped = useQueryParameter('view') === 'groups'
  const only = statusFilter(status)
  const isNarrow = useIsNarrow()
  const sees = useCan('read', 'users')
  return (
    <RepairAlertProvider>
      <ReplyDialogProvider>
        <CatalogueList
          title="Reporte de Errores"
          {...(isGrouped ? { sort: MOST_OPEN_FIRST } : {})}
          only={isGrouped ? { ...only, grouped: true } : only}
          filters={<ListFilters />}
          filterParameters={PARAMETERS}
          details={isNarrow ? undefined : <Grouping isBare />}
          above={<ResultAbove />}
          bulk={REPORT_ACTIONS}
          actions={<RepairButtons offersFiltered={status !== 'true'} />}
          tools={<RepairHistory />}
          empty={EMPTY[status] ?? EMPTY['']}
          columns={isGrouped ? GROUP_COLUMNS : sees ? SINGLE_COLUMNS : WITHOUT_SENDERS}
        />
      </ReplyDialogProvider>
    </RepairAlertProvider>
  )
}

/** The result of the last repair; with a selection, its bar shows it instead. */
const ResultAbove = () => {
  const selection = useSelection()
  return selection?.ids.size ? null : <RepairAlert sx={{ '&:not(:empty)': { mb: 2 } }} />
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
const ListFilters = () => (
  <>
    <ViewToggle name="status" label="Estado" options={STATES} />
    {useIsNarrow() ? <Grouping /> : null}
    <SelectFilter source="issueType" label="Tipo de error" options={TYPES} />
    <MediaTypeFilter />
    <AssigneeFilter />
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
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
  <Box component="span" sx={{ display: 'inline-grid', gap: '2px', justifyItems: 'start' }}>
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

/** On a phone: the status where the list has both, 'Respondido', and the number of notes and answers. */
const PhoneProgress = ({ issue: { status, isAnswered, comments } }: { issue: IssueRow }) => {
  const isMixed = useQueryParameter('status') === 'all'
  if (!(isMixed || status || isAnswered || comments > 0)) return null
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {isMixed || status ? (
        <Box component="span" sx={{ ...TAG, ...(status ? FIXED : OPEN) }}>
          {issueStatusName(status)}
        </Box>
      ) : null}
      {isAnswered ? (
        <Box component="span" sx={{ ...TAG, ...FIXED }}>
          Respondido
        </Box>
      ) : null}
      {comments > 0 ? (
        <Box
          component="span"
          role="img"
          aria-label={`Notas y respuestas: ${formatCount(comments)}`}
          sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}
        >
          <ChatIcon sx={{ fontSize: 15 }} />
          {formatCount(comments)}
        </Box>
      ) : null}
    </Box>
  )
}

/** Label of the button that opens the notes and answers. */
const useReplyLabel = (): string => (useCan('modify', 'issues') ? 'Responder' : 'Ver respuestas')

/** The same in the menu of a phone's card. */
const ReplyEntry = ({ issue }: { issue: IssueRow }) => {
  const openReply = useReplyDialog()
  return (
    <DropDownAction opens="dialog" onChosen={() => openReply({ issue })}>
      {useReplyLabel()}
    </DropDownAction>
  )
}

/** Changes the status of the row's report; and opens its notes and answers, with their number. */
const IssueActions = ({ issue }: { issue: IssueRow }) => (
  // Keeps clicks on the buttons from reaching the row.
  <Box component="span" onClick={stopPropagation} sx={{ display: 'inline-flex', gap: 0.5 }}>
    <StatusButton issue={issue} />
    <ReplyButton label={useReplyLabel()} name={issue.title} count={issue.comments} target={{ issue }} />
  </Box>
)

interface ReplyButtonProps {
  label: string
  name: string
  count?: number
  target: Parameters<ReturnType<typeof useReplyDialog>>[0]
}

const ReplyButton = ({ label, name, count = 0, target }: ReplyButtonProps) => {
  const open = useReplyDialog()
  return (
    <Button
      size="small"
      title={label}
      aria-label={`${label}: ${name}`}
      aria-haspopup="dialog"
      onClick={() => open(target)}
      sx={{
        ...{ minWidth: 32, minHeight: 32, px: 0.5, py: 0.25, gap: 0.5 },
        // The primary colour has too little contrast with the ground of a button that has both.
        '&.Mui-focusVisible:hover': { color: 'text.primary' },
      }}
    >
      <ChatIcon fontSize="small" />
      {count > 0 ? count : null}
    </Button>
  )
}

interface StatusButtonProps {
  issue: IssueRow
  /** For a phone's card, which has less room. */
  isShort?: boolean
}

/** Marks the row's report as repaired, or reopens it; hidden without permission. */
const StatusButton = ({ issue, isShort = false }: StatusButtonProps) => {
  const setStatus = useIssueStatus()
  const { isPlaceholderData } = useListContext()
  const canModify = useCan('modify', 'issues')
  if (!canModify) return null
  const change = (event: MouseEvent): void => {
    event.stopPropagation()
    // The row changes at once: the second half of a double click must not undo the first.
    if (event.detail < 2 && !isPlaceholderData) setStatus(issue, !issue.status)
  }
  const repair = isShort ? 'Reparar' : 'Marcar como Reparado'
  const label = issue.status ? 'Reabrir' : repair
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`${label}: ${issue.title}`}
      onClick={change}
      sx={{ ...SMALL, ...NARROW }}
    >
      {label}
    </Button>
  )
}

// React-admin's query key: resource, verb and parameters.
const requestedStatus = (key: readonly unknown[]): unknown =>
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
    if (status) markChanged('issues', issue.id)
    else clearChanged('issues', issue.id)
    for (const [queryKey] of queryClient.getQueriesData<GetListResult>({ queryKey: ['issues', 'getList'] })) {
      const requested = requestedStatus(queryKey)
      if (requested !== 'true' && requested !== 'false') continue
      const change = requested === String(status) ? 1 : -1
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

/** Where the columns leave little room. */
const NARROW = {
  '@media (min-width: 600px) and (max-width: 1439.95px)': { px: 0.5, fontSize: 12 },
} as const

/** A group's name, the path of its reports, and the targets of its dialogs. */
const useGroup = (group: IssueGroupRow) => {
  const { title, issueType, mediaId } = group
  const { filterValues } = useListContext()
  const requested = useQueryParameter('status')
  const filters: IssueFilters = { ...filterValues, mediaId, issueType }
  const query = new URLSearchParams({
    ...(requested === '' ? {} : { status: requested }),
    filter: JSON.stringify(filters),
  })
  const reply: ReportsTarget = {
    title,
    filters,
    group,
    status: requested === 'all' ? '' : requested || 'false',
  }
  const repair: ReportsTarget = {
    ...reply,
    title: `¿Marcar como reparados los reportes de ${title}?`,
    status: 'false',
    isRepair: true,
  }
  return {
    name: `${title}, ${ISSUE_TYPE_NAMES[issueType]}`,
    path: `${pathOf('issue-list')}?${query}`,
    reply,
    repair,
  }
}

/** The menu of a phone's card of a group. */
const GroupEntry = ({ group }: { group: IssueGroupRow }) => {
  const openReply = useReplyDialog()
  const { path, reply } = useGroup(group)
  const canModify = useCan('modify', 'issues')
  return (
    <>
      <DropDownLink to={path}>Ver reportes</DropDownLink>
      {canModify ? (
        <DropDownAction opens="dialog" onChosen={() => openReply(reply)}>
          Responder
        </DropDownAction>
      ) : null}
    </>
  )
}

/** Marks the open reports of a group as repaired, lists them, or answers them. */
const GroupActions = ({ group }: { group: IssueGroupRow }) => {
  const { name, path, reply } = useGroup(group)
  const canModify = useCan('modify', 'issues')
  return (
    // Keeps clicks on the buttons and in the dialog from reaching the row.
    <Box component="span" onClick={stopPropagation} sx={{ display: 'inline-flex', gap: 0.5 }}>
      <RepairGroup group={group} />
      <Button size="small" component={LinkBase} to={path} aria-label={`Ver reportes: ${name}`} sx={SMALL}>
        Ver
      </Button>
      {canModify ? <ReplyButton label="Responder" name={name} target={reply} /> : null}
    </Box>
  )
}

/** Marks the open reports of a group as repaired; hidden without permission. */
const RepairGroup = ({ group }: { group: IssueGroupRow }) => {
  const open = useReplyDialog()
  const { name, repair } = useGroup(group)
  const canModify = useCan('modify', 'issues')
  if (!canModify || group.open === 0) return null
  return (
    <Button
      size="small"
      variant="outlined"
      aria-haspopup="dialog"
      aria-label={`Reparar: ${name}`}
      onClick={(event) => {
        event.stopPropagation()
        open(repair)
      }}
      sx={SMALL}
    >
      Reparar
    </Button>
  )
}
