import Chip from '@mui/material/Chip'
import { useListContext } from 'ra-core'
import { ISSUE_TYPE_NAMES, ISSUE_TYPES } from '../../../../domain/support/issue.ts'
import { FilterDays, pastPresets } from '../../../kit/list/FilterDays.tsx'
import { FilterSelect } from '../../../kit/list/FilterSelect.tsx'
import { OwnChoice } from '../../../kit/list/ViewToggle.tsx'
import { MediaTypeFilter } from '../MediaTypeFilter.tsx'
import type { IssueRecord } from './issue-record.ts'

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

/** The orders of one view are unknown to the other. */
const ORDER = ['sort', 'order']

/** The one content that the list is held to, where it is; pressed it lets go. */
const ContentChip = () => {
  const { filterValues, setFilters, data } = useListContext<IssueRecord>()
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

/** The filters of the reports: state, kinds and days, and whether they are grouped. */
export const IssueFilters = () => (
  <>
    <OwnChoice name="status" label="Estado" options={STATES} />
    <OwnChoice name="view" label="Vista" options={VIEWS} without={ORDER} />
    <FilterSelect source="issueType" label="Tipo de error" options={TYPES} />
    <MediaTypeFilter />
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <ContentChip />
  </>
)
