import Box from '@mui/material/Box'
import { useGetMany } from 'ra-core'
import type { CatalogueEntity, Resource } from '../../../domain/registry.ts'
import { dayText, momentText } from '../display/dates.ts'
import { fieldName, valueName } from './names.ts'

const NOTHING = '—'

/** By resource, the fields that hold ids of other records: all that the entities of the catalogue declare. */
type References = {
  [E in CatalogueEntity as E['schemas'] extends { references: object } ? E['resource'] : never]: {
    [Field in keyof ReferencesOf<E>]: ReferencesOf<E>[Field] extends { to: infer To } ? To : never
  }
}

type ReferencesOf<E extends CatalogueEntity> = E['schemas'] extends { references: infer Declared }
  ? Declared
  : never

const CATEGORIES = { categories: 'categories' } as const

const REFERENCES: References = {
  movies: CATEGORIES,
  documentaries: CATEGORIES,
  discoveries: CATEGORIES,
  musics: CATEGORIES,
  sports: CATEGORIES,
  series: CATEGORIES,
  channels: { channelGuide: 'guides' },
}

const BY_RESOURCE: Partial<Record<Resource, Readonly<Record<string, Resource>>>> = REFERENCES

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
  /** The resource that its ids are of, where no entity declares it. */
  reference?: Resource | undefined
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
export const Value = (props: ValueProps) => {
  const { resource, field, value, reference = BY_RESOURCE[resource]?.[field] } = props
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
  reference: Resource
  ids: readonly string[]
}

/** Records by their names; one that is gone, by its id. */
const NamedIds = ({ reference, ids }: NamedIdsProps) => {
  const { data = [] } = useGetMany(reference, { ids: [...ids] })
  const nameOf = (id: string): string => String(data.find((record) => record?.id === id)?.name ?? id)
  return ids.map(nameOf).join(', ')
}
