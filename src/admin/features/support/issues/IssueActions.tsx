import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import type { MouseEvent } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import type { IssueRecord } from './issue-record.ts'
import { useIssueStatus } from './use-issue-status.ts'

/** Marks the row's report as repaired, or opens it again; absent for who may not. */
export const IssueActions = ({ issue }: { issue: IssueRecord }) => {
  const setStatus = useIssueStatus()
  const { isPlaceholderData } = useListContext()
  const mayModify = useMay('modify', 'issues')
  if (!mayModify) return null
  const change = (event: MouseEvent): void => {
    event.stopPropagation()
    // The row answers at once: the second press of a double click must not take the first one back.
    if (event.detail < 2 && !isPlaceholderData) setStatus(issue, !issue.status)
  }
  const label = issue.status ? 'Reabrir' : 'Marcar como Reparado'
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={`${label}: ${issue.title}`}
      onClick={change}
      sx={{ whiteSpace: 'nowrap', minHeight: 32, py: 0.25 }}
    >
      {label}
    </Button>
  )
}
