import Box from '@mui/material/Box'
import type { Resource } from '../../domain/access/resources.ts'
import type { FieldChange } from '../../domain/audit/trail.ts'
import { NamedIds } from './NamedIds.tsx'
import { fieldName } from './names.ts'
import { onlyDifferent } from './only-different.ts'
import { Value } from './Value.tsx'

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

/** Fields that hold the ids of other records. */
const REFERENCES: Readonly<Record<string, string>> = { categories: 'categories', channelGuide: 'guides' }

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

interface SideProps {
  resource: Resource
  field: string
  value: unknown
}

const Side = ({ resource, field, value }: SideProps) => {
  const reference = REFERENCES[field]
  const ids = reference === undefined ? [] : idsIn(value)
  return reference !== undefined && ids.length > 0 ? (
    <NamedIds reference={reference} ids={ids} />
  ) : (
    <Value resource={resource} value={value} />
  )
}

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
              <Side resource={resource} field={change.field} value={before} />
            </Box>
            <Box component="td" sx={{ ...STACKED, ...onPhone('Después') }}>
              <Side resource={resource} field={change.field} value={after} />
            </Box>
          </tr>
        )
      })}
    </tbody>
  </Box>
)
