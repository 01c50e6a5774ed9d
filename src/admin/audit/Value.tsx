import Box from '@mui/material/Box'
import type { Resource } from '../../domain/access/resources.ts'
import { dayText, momentText } from '../fields/dates.ts'
import { fieldName, valueName } from './names.ts'

const NOTHING = '—'

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const textOf = (value: string): string => {
  if (isInstant(value)) return momentText(value)
  return isDay(value) ? dayText(value) : valueName(value)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

interface ValueProps {
  resource: Resource
  value: unknown
}

const Parts = ({ resource, value }: { resource: Resource; value: object }) => (
  <Box component="ul" sx={{ m: 0, pl: 0, listStyle: 'none', '& + &': { mt: 1 } }}>
    {Object.entries(value)
      .filter(([, part]) => !isEmpty(part) && part !== false)
      .map(([name, part]) => (
        <li key={name}>
          {fieldName(resource, name)}: <Value resource={resource} value={part} />
        </li>
      ))}
  </Box>
)

/** What a field held, in words: lists one below the other, records with the names of their fields. */
export const Value = ({ resource, value }: ValueProps) => {
  if (isEmpty(value)) return NOTHING
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.map((each) => textOf(String(each))).join(', ')
  if (Array.isArray(value))
    return value.map((each) => <Value key={JSON.stringify(each)} resource={resource} value={each} />)
  return typeof value === 'object' && value !== null ? (
    <Parts resource={resource} value={value} />
  ) : (
    String(value)
  )
}
