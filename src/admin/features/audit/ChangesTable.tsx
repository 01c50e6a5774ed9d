import Box from '@mui/material/Box'
import { differenceWith } from 'es-toolkit'
import type { ReactNode } from 'react'
import type { FieldChange } from '../../../domain/audit/audit-event.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import type { Resource } from '../../../domain/registry.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import { Value } from '../../kit/changes/Value.tsx'

const CELL = {
  p: 1,
  borderTop: 1,
  borderColor: 'divider',
  verticalAlign: 'top',
  textAlign: 'left',
  overflowWrap: 'anywhere',
} as const

/** On a phone each field is a block: three columns would not fit. */
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
  /** Headings of the two values. */
  labels?: readonly [before: string, after: string]
  /** Shown instead of a field's name. */
  head?: (change: FieldChange, name: string) => ReactNode
}

/** Fields with their values before and after a change. */
export const ChangesTable = ({
  resource,
  changes,
  labels: [first, second] = ['Antes', 'Después'],
  head = (_, name) => name,
}: ChangesTableProps) => (
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
          {first}
        </Box>
        <Box component="th" scope="col" sx={{ ...CELL, borderTop: 0 }}>
          {second}
        </Box>
      </tr>
    </Box>
    <tbody>
      {changes.map((change) => {
        const { before, after } = onlyDifferent(change)
        const ofField = { resource, field: change.field, reference: profileReference(resource, change.field) }
        return (
          <tr key={change.field}>
            <Box component="th" scope="row" sx={{ ...STACKED, fontWeight: 600 }}>
              {head(change, fieldLabel(resource, change.field))}
            </Box>
            <Box component="td" sx={{ ...STACKED, ...onPhone(first), color: 'text.secondary' }}>
              <Value {...ofField} value={before} />
            </Box>
            <Box component="td" sx={{ ...STACKED, ...onPhone(second) }}>
              <Value {...ofField} value={after} />
            </Box>
          </tr>
        )
      })}
    </tbody>
  </Box>
)

/** The registry only declares the catalogue's references. */
export const profileReference = (resource: Resource, field: string): Resource | undefined =>
  resource === 'users' && field === 'profile' ? 'profiles' : undefined

/** For two lists, only the items missing in the other one; lists that only differ in order are shown whole. */
export const onlyDifferent = ({ before, after }: FieldChange): Pick<FieldChange, 'before' | 'after'> => {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after }
  const gone = differenceWith(before, after, isSameValue)
  const come = differenceWith(after, before, isSameValue)
  return gone.length + come.length === 0 ? { before, after } : { before: gone, after: come }
}
