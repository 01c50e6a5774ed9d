import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { LinkBase, useListContext } from 'ra-core'
import { type SyntheticEvent, useState } from 'react'
import { ISSUE_TYPE_NAMES } from '../../../../domain/support/issue.ts'
import { pathOf } from '../../../api/addresses.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useOwnParameter } from '../../../kit/list/ViewToggle.tsx'
import type { IssueGroupRecord } from './issue-record.ts'
import { RepairDialog } from './RepairDialog.tsx'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

const SMALL = { whiteSpace: 'nowrap', minHeight: 32, py: 0.25 } as const

/** Shows the reports of a group one by one, or marks its open ones as repaired. */
export const GroupActions = ({ group }: { group: IssueGroupRecord }) => {
  const { filterValues } = useListContext()
  const status = useOwnParameter('status')
  const mayModify = useMay('modify', 'issues')
  const [isOpen, setOpen] = useState(false)
  const name = `${group.title}, ${ISSUE_TYPE_NAMES[group.issueType]}`
  const filters = { ...filterValues, mediaId: group.mediaId, issueType: group.issueType }
  const query = new URLSearchParams({
    ...(status === '' ? {} : { status }),
    filter: JSON.stringify(filters),
  })
  return (
    // A click on the buttons or in the dialog is none on the row that holds them.
    <Box component="span" onClick={stop} sx={{ display: 'inline-flex', gap: 0.75 }}>
      <Button
        size="small"
        component={LinkBase}
        to={`${pathOf('issue-list')}?${query}`}
        aria-label={`Ver reportes: ${name}`}
        sx={SMALL}
      >
        Ver
      </Button>
      {mayModify && group.open > 0 ? (
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
    </Box>
  )
}
