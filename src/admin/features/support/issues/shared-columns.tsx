import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { Column } from '../../../kit/list/Column.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { type IssueRecord, idsOf } from './issue-record.ts'

/** What was reported: the same of a single report and of a group. Elements: the list looks through its children. */
export const REPORTED_COLUMNS = [
  <Column<IssueRecord>
    key="title"
    source="title"
    clip={180}
    onPhone="title"
    render={(issue) => (
      <RecordLink resource={issue.resource} ids={idsOf(issue)}>
        {issue.title}
      </RecordLink>
    )}
  />,
  <Column<IssueRecord>
    key="mediaType"
    source="mediaType"
    render={({ mediaType }) => MEDIA_TYPE_NAMES[mediaType]}
  />,
  <Column<IssueRecord>
    key="issueType"
    source="issueType"
    render={({ issueType }) => ISSUE_TYPE_NAMES[issueType]}
  />,
  <Column key="reference" source="reference" clip={100} />,
]
