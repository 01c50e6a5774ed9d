import Box from '@mui/material/Box'
import type { Resource } from '../../../domain/access/resources.ts'
import type { FieldChange } from '../../../domain/audit/trail.ts'
import { fieldName } from '../../kit/changes/names.ts'
import { Value } from '../../kit/changes/Value.tsx'
import { onlyDifferent } from './only-different.ts'

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

/** Each changed field with what it held before and since. */
export const ChangesTable = ({ resource, changes }: ChangesTableProps) => (
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
