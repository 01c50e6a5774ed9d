import { fold } from '../format/text.ts'

/** A field to which a column of a file can be mapped. */
export interface ImportField {
  readonly name: string
  /** In Spanish, as in forms and exports. */
  readonly label: string
  /** Required for new records. */
  readonly isRequired: boolean
  /** For passwords: its cells are never shown, and are erased once they are processed. */
  readonly isSecret?: boolean
  /** Contains days, whose order (DD/MM or MM/DD) is detected. */
  readonly isDay?: boolean
  /** Description of its format, in Spanish; empty for plain texts. */
  readonly format: string
  /** Message to confirm if its column is missing: what happens to new records without it. */
  readonly without?: string
  /** Message to confirm about values that say 'unlimited', after their number; without one they have no meaning. */
  readonly unlimited?: string
  /** Further names of its column, as other programs write them. */
  readonly aliases?: readonly string[]
}

const SECRET = /pass|pwd|clave|contrasen|senha|\bpin\b|secret|token/

/** True for names of columns that may hold passwords, whether or not these are imported: their cells are never shown. */
export const looksSecret = (name: string): boolean => SECRET.test(fold(name))

/** Comparison key of column names: ignores case, accents, blanks, hyphens and underscores. */
const columnKey = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Maps each column to a field by its name, or to null. A field's name takes precedence over its label, and that over
 * its aliases; each field is mapped once, to the first matching column.
 */
export const recogniseColumns = (
  columns: readonly string[],
  fields: readonly ImportField[],
): (string | null)[] => {
  const keys = columns.map(columnKey)
  const found = columns.map((): string | null => null)
  const taken = new Set<string>()
  const namings: ((field: ImportField) => readonly string[])[] = [
    ({ name }) => [name],
    ({ label }) => [label],
    ({ aliases = [] }) => aliases,
  ]
  for (const namesOf of namings)
    for (const field of fields) {
      if (taken.has(field.name)) continue
      const names = new Set(namesOf(field).map(columnKey))
      const place = keys.findIndex((key, index) => found[index] === null && key !== '' && names.has(key))
      if (place < 0) continue
      found[place] = field.name
      taken.add(field.name)
    }
  return found
}
