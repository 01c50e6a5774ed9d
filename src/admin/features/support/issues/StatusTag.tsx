import Box from '@mui/material/Box'
import { issueStatusName } from '../../../../domain/support/issue.ts'

const OPEN = { bgcolor: 'var(--yellow-ground)', color: 'var(--yellow-ink)' }
const FIXED = { bgcolor: 'var(--chip)', color: 'text.secondary' }

/** Whether a report is open or repaired. */
export const StatusTag = ({ status }: { status: boolean }) => (
  <Box
    component="span"
    sx={{
      ...(status ? FIXED : OPEN),
      display: 'inline-block',
      px: '9px',
      py: '1px',
      borderRadius: '6px',
      fontSize: 12,
      fontWeight: 600,
    }}
  >
    {issueStatusName(status)}
  </Box>
)
