import Box from '@mui/material/Box'
import { useGetMany } from 'react-admin'
import { displayValue } from '../../../domain/category-labels.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { entryOf, type Resource, recordTitle } from '../../../domain/registry.ts'
import { valueLabel } from '../../../domain/value-labels.ts'
import { useCan } from '../../api/me.ts'
import { dayText, momentText } from '../display/dates.ts'

const NOTHING = '—'

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const formatText = (field: string, value: string): string => {
  if (isInstant(value)) return momentText(value)
  return isDay(value) ? dayText(value) : displayValue(field, valueLabel(field, value))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

interface ValueProps {
  resource: Resource
  field: string
  value: unknown
  /** The resource of its ids, if the registry declares no reference. */
  reference?: Resource | undefined
}

const Parts = ({ resource, value }: { resource: Resource; value: object }) => (
  <Box component="ul" sx={{ m: 0, pl: 0, listStyle: 'none', '& + &': { mt: 1 } }}>
    {Object.entries(value)
      .filter(([, part]) => !isEmpty(part) && part !== false)
      .map(([name, part]) => (
        <li key={name}>
          {fieldLabel(resource, name)}: <Value resource={resource} field={name} value={part} />
        </li>
      ))}
  </Box>
)

const referencedResource = (resource: Resource, field: string): Resource | undefined =>
  entryOf(resource).references?.[field]?.to

/** Formats a field's value: lists as lines, objects with the names of their fields. */
export const Value = ({
  resource,
  field,
  value,
  reference = referencedResource(resource, field),
}: ValueProps) => {
  if (isEmpty(value)) return NOTHING
  if (reference !== undefined && idsIn(value).length > 0)
    return <NamedIds resource={reference} ids={idsIn(value)} />
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return formatText(field, value)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.map((each) => formatText(field, String(each))).join(', ')
  if (Array.isArray(value))
    return value.map((each) => (
      <Value key={JSON.stringify(each)} resource={resource} field={field} value={each} />
    ))
  return typeof value === 'object' && value !== null ? (
    <Parts resource={resource} value={value} />
  ) : (
    valueLabel(field, String(value))
  )
}

interface NamedIdsProps {
  resource: Resource
  ids: readonly string[]
}

/** Names of records; ids for those that are deleted or not readable. */
const NamedIds = ({ resource, ids }: NamedIdsProps) => {
  const canRead = useCan('read', resource)
  const enabled = canRead || entryOf(resource).isLookup === true
  const { data = [] } = useGetMany(resource, { ids: [...ids] }, { enabled })
  const nameOf = (id: string): string => recordTitle(data.find((record) => record?.id === id) ?? {}) || id
  return ids.map(nameOf).join(', ')
}
