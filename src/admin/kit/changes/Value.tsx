import Box from '@mui/material/Box'
import type { ReactElement } from 'react'
import { useGetManyAggregate } from 'react-admin'
import { displayValue } from '../../../domain/category-labels.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { shorten } from '../../../domain/format/text.ts'
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

/** A value other than objects as text; undefined for these. */
const plainText = (field: string, value: unknown): string | undefined => {
  if (isEmpty(value)) return NOTHING
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return formatText(field, value)
  if (typeof value === 'number') return valueLabel(field, String(value))
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
    ? value.map((each) => formatText(field, String(each))).join(', ')
    : undefined
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

/** The names of a value's ids; undefined for other values. */
const referencedNames = ({
  resource,
  field,
  value,
  reference = entryOf(resource).references?.[field]?.to,
}: ValueProps): ReactElement | undefined => {
  const ids = reference === undefined ? [] : idsIn(value)
  return reference === undefined || ids.length === 0 ? undefined : <NamedIds resource={reference} ids={ids} />
}

/** Formats a field's value: lists as lines, objects with the names of their fields. */
export const Value = (props: ValueProps) => {
  const { resource, field, value } = props
  const names = referencedNames(props)
  if (names) return names
  const text = plainText(field, value)
  if (text !== undefined) return text
  if (Array.isArray(value))
    return value.map((each) => (
      <Value key={JSON.stringify(each)} resource={resource} field={field} value={each} />
    ))
  return typeof value === 'object' && value !== null ? <Parts resource={resource} value={value} /> : null
}

/** Characters of a value in a line. */
const MAX_SHORT = 40

/** A value in a line, shortened; of objects only the number. */
export const ShortValue = (props: ValueProps) => {
  const { field, value } = props
  const names = referencedNames(props)
  if (names) return names
  const text = plainText(field, value) ?? (Array.isArray(value) ? String(value.length) : '…')
  return shorten(text, MAX_SHORT)
}

interface NamedIdsProps {
  resource: Resource
  ids: readonly string[]
}

/** Names of records; ids for those that are deleted or not readable. */
const NamedIds = ({ resource, ids }: NamedIdsProps) => {
  const canRead = useCan('read', resource)
  const enabled = canRead || entryOf(resource).isLookup === true
  const { data = [] } = useGetManyAggregate(resource, { ids: [...ids] }, { enabled })
  const nameOf = (id: string): string => recordTitle(data.find((record) => record?.id === id) ?? {}) || id
  return ids.map(nameOf).join(', ')
}
