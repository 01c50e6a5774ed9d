import { fold } from '../format/text.ts'

/** A field that a column of a file can be brought into. */
export interface ImportField {
  readonly name: string
  /** Spanish, as forms and exports name it. */
  readonly label: string
  /** A new record can't be without it. */
  readonly isRequired: boolean
  /** Its cells are shown nowhere, and gone once the work of the resource has prepared them: a password. */
  readonly isSecret?: boolean
  /** Days, whose order in the file is found out (DD/MM or MM/DD). */
  readonly isDay?: boolean
  /** Further names of its column, such as those that other programs give it. */
  readonly aliases?: readonly string[]
}

/** What names of columns are compared by: blind to case, accents, blanks, hyphens and underscores. */
const keyOf = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * The field of each column, or null where its name says nothing. The name of a field counts before its label, and that before
 * its other names; each field is taken once, by the first column that names it.
 */
export const recogniseColumns = (
  columns: readonly string[],
  fields: readonly ImportField[],
): (string | null)[] => {
  const keys = columns.map(keyOf)
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
      const names = new Set(namesOf(field).map(keyOf))
      const place = keys.findIndex((key, index) => found[index] === null && key !== '' && names.has(key))
      if (place < 0) continue
      found[place] = field.name
      taken.add(field.name)
    }
  return found
}
