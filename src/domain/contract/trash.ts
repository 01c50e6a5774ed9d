import { z } from 'zod'
import { displayValue } from '../category-labels.ts'
import { entryOf, type Resource } from '../registry.ts'

/** Days during which a deleted record can be restored (rule W16). */
export const TRASH_DAYS = 30

const DAY_MS = 24 * 3_600_000

/** Records deleted before this date are purged. */
export const trashCutoff = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS)

/** When a record deleted at `deleted` is purged. */
export const purgeDate = (deleted: Date): Date => new Date(deleted.getTime() + TRASH_DAYS * DAY_MS)

/** A referenced record that is missing when a deleted one is to be restored. */
interface Missing {
  readonly to: Resource
  readonly name: string
  readonly isInTrash: boolean
}

export const TRASH_MESSAGES = {
  gone: 'El registro ya no está en la papelera.',
  missing: ({ to, name, isInTrash }: Missing): string => {
    const { name: called } = entryOf(to)
    return isInTrash
      ? `Antes debe restaurar «${name}», que está en la papelera de ${called.many}.`
      : `«${name}» (${called.one}) ya no existe o cambió de tipo.`
  },
  lacksField: 'Se eliminó con una versión anterior del sistema, sin este dato que ahora es obligatorio.',
  badField: 'Se eliminó con una versión anterior del sistema, y este dato ya no es válido.',
} as const

type Row = Readonly<Record<string, unknown>>

/** Prefixes of fields that need one. */
const FIELD_PREFIXES: Readonly<Record<string, string>> = { season: 'T', episode: 'E', number: 'N.º ' }

/** Distinguishes records with the same title by the fields that their collection names: `N.º 7 · General`, `T1 E2`. */
export const recordDetail = (row: Row, fields: readonly string[]): string =>
  fields
    .map((field) =>
      row[field] === null ? '' : `${FIELD_PREFIXES[field] ?? ''}${displayValue(field, row[field])}`,
    )
    .filter((text) => text !== '')
    .join(fields.includes('season') ? ' ' : ' · ')

/** The fields of a deleted record in the current schema, or the errors that prevent it. */
export interface TrashFields {
  readonly fields: Record<string, unknown>
  readonly errors: { field: string; message: string }[]
}

/**
 * Reads a record from the trash. Input rules are not applied again, since the record may predate them; but every field
 * must fit the output schema, so that no malformed value is restored.
 */
export const readTrashFields = (
  { new: input, record }: { readonly new: z.ZodObject; readonly record: z.ZodObject },
  kept: Row,
): TrashFields => {
  const read: TrashFields = { fields: {}, errors: [] }
  for (const [field, schema] of Object.entries(input.shape)) {
    const isKept = field in kept
    const found = z.safeParse(isKept ? (record.shape[field] ?? schema) : schema, kept[field])
    if (found.success) read.fields[field] = found.data
    else read.errors.push({ field, message: isKept ? TRASH_MESSAGES.badField : TRASH_MESSAGES.lacksField })
  }
  return read
}
