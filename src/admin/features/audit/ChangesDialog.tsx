import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { AUDIT_ACTIONS, type FieldChange } from '../../../domain/audit/audit-event.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { RowOf } from '../../api/http.ts'
import { fieldName, resourceName } from '../../kit/changes/names.ts'
import { Value } from '../../kit/changes/Value.tsx'
import { momentText } from '../../kit/display/dates.ts'
import { DescriptionList } from '../../kit/display/display.tsx'

interface ChangesDialogProps {
  open: boolean
  event: RowOf<'audit'>
  onClose: () => void
}

/** An event of the audit log: who, when, from where, and each field before and after. */
export const ChangesDialog = ({ open, event, onClose }: ChangesDialogProps) => {
  const heading = useId()
  const { action, resource, address, date, changes } = event
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{AUDIT_ACTIONS[action]}</DialogTitle>
      <DialogContent>
        <DescriptionList
          items={[
            ['Sección', resourceName(resource)],
            ['Registro', recordText(event)],
            ['Usuario', authorText(event)],
            ['Desde', address],
            ['Fecha', momentText(date)],
          ]}
        />
        {changes.length > 0 ? (
          <ChangesTable resource={resource} changes={changes} />
        ) : (
          <Typography sx={{ mt: 2, color: 'text.secondary' }}>No cambió ningún campo.</Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const DELETED = 'Usuario eliminado'

/** The author: the name goes when the user is deleted. */
export const authorText = ({ user, userName }: RowOf<'audit'>): string =>
  userName || (user === null ? 'Sin sesión' : DELETED)

export const recordText = ({ resource, record, recordName }: RowOf<'audit'>): string =>
  recordName || (resource === 'users' && record !== null ? DELETED : '')

const CELL = {
  p: 1,
  borderTop: 1,
  borderColor: 'divider',
  verticalAlign: 'top',
  textAlign: 'left',
  overflowWrap: 'anywhere',
} as const

/** On a phone each field is a block of its own: three columns would not fit. */
const STACKED = { ...CELL, display: { xs: 'block', sm: 'table-cell' } } as const

const onPhone = (label: string) => ({
  '&::before': {
    content: `"${label}"`,
    display: { xs: 'block', sm: 'none' },
    fontSize: 12,
    fontWeight: 600,
  },
})

interface ChangesTableProps {
  resource: Resource
  changes: readonly FieldChange[]
}

const ChangesTable = ({ resource, changes }: ChangesTableProps) => (
  <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', mt: 2, tableLayout: 'fixed' }}>
    <Box
      component="thead"
      sx={{ display: { xs: 'none', sm: 'table-header-group' }, color: 'text.secondary' }}
    >
      <tr>
        <Box component="th" scope="col" sx={{ ...CELL, width: '26%', borderTop: 0 }}>
          Campo
        </Box>
        <Box component="th" scope="col" sx={{ ...CELL, borderTop: 0 }}>
          Antes
        </Box>
        <Box component="th" scope="col" sx={{ ...CELL, borderTop: 0 }}>
          Después
        </Box>
      </tr>
    </Box>
    <tbody>
      {changes.map((change) => {
        const { before, after } = onlyDifferent(change)
        return (
          <tr key={change.field}>
            <Box component="th" scope="row" sx={{ ...STACKED, fontWeight: 600 }}>
              {fieldName(resource, change.field)}
            </Box>
            <Box component="td" sx={{ ...STACKED, ...onPhone('Antes'), color: 'text.secondary' }}>
              <Value resource={resource} field={change.field} value={before} />
            </Box>
            <Box component="td" sx={{ ...STACKED, ...onPhone('Después') }}>
              <Value resource={resource} field={change.field} value={after} />
            </Box>
          </tr>
        )
      })}
    </tbody>
  </Box>
)

const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] => {
  const known = new Set(others.map((each) => JSON.stringify(each)))
  return items.filter((each) => !known.has(JSON.stringify(each)))
}

/** Of two lists only the items that the other one lacks; lists in another order are shown whole. */
export const onlyDifferent = ({ before, after }: FieldChange): Pick<FieldChange, 'before' | 'after'> => {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after }
  const gone = without(before, after)
  const come = without(after, before)
  return gone.length + come.length === 0 ? { before, after } : { before: gone, after: come }
}
