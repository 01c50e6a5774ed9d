import Box from '@mui/material/Box'
import { useGetMany } from 'ra-core'
import type { Resource } from '../../../domain/registry.ts'
import { dayText, momentText } from '../display/dates.ts'
import { fieldName, valueName } from './names.ts'

const NOTHING = '—'

/** Fields that hold the ids of other records. */
const REFERENCES: Readonly<Record<string, string>> = { categories: 'categories', channelGuide: 'guides' }

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const textOf = (field: string, value: string): string => {
  if (isInstant(value)) return momentText(value)
  return isDay(value) ? dayText(value) : valueName(field, value)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')

interface ValueProps {
  resource: Resource
  field: string
  value: unknown
  /** Which records its ids are of, where the field alone does not say so. */
  reference?: string | undefined
}

const Parts = ({ resource, value }: { resource: Resource; value: object }) => (
  <Box component="ul" sx={{ m: 0, pl: 0, listStyle: 'none', '& + &': { mt: 1 } }}>
    {Object.entries(value)
      .filter(([, part]) => !isEmpty(part) && part !== false)
      .map(([name, part]) => (
        <li key={name}>
          {fieldName(resource, name)}: <Value resource={resource} field={name} value={part} />
        </li>
      ))}
  </Box>
)

/** What a field holds, in words: lists one below the other, records with the names of their fields. */
export const Value = ({ resource, field, value, reference = REFERENCES[field] }: ValueProps) => {
  if (isEmpty(value)) return NOTHING
  if (reference !== undefined && idsIn(value).length > 0)
    return <NamedIds reference={reference} ids={idsIn(value)} />
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return textOf(field, value)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.map((each) => textOf(field, String(each))).join(', ')
  if (Array.isArray(value))
    return value.map((each) => (
      <Value key={JSON.stringify(each)} resource={resource} field={field} value={each} />
    ))
  return typeof value === 'object' && value !== null ? (
    <Parts resource={resource} value={value} />
  ) : (
    valueName(field, String(value))
  )
}

interface NamedIdsProps {
  /** Which records they are. */
  reference: string
  ids: readonly string[]
}

/** Records by their names; one that is gone, by its id. */
const NamedIds = ({ reference, ids }: NamedIdsProps) => {
  const { data = [] } = useGetMany(reference, { ids: [...ids] })
  const nameOf = (id: string): string => String(data.find((record) => record?.id === id)?.name ?? id)
  return ids.map(nameOf).join(', ')
}
