import { fold } from '../format/text.ts'
import type { ValidationError } from '../validation/errors.ts'
import type { Import } from './import.ts'

/** Heading of the last column of a file of refused rows, with the reasons. */
export const REASON = 'Motivo'

/** The name of a column without a heading. */
export const unnamedColumn = (index: number): string => `Columna ${index + 1}`

/** Index of the column with the reasons of an earlier refusal, which is not imported; -1 if there is none. */
export const reasonColumn = (names: readonly string[]): number => {
  const last = names.findLastIndex((name, index) => name !== unnamedColumn(index))
  return names[last] === REASON ? last : -1
}

type File = Pick<Import, 'fields' | 'columns'>

export const fileFieldLabel = ({ fields }: Pick<File, 'fields'>, name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name

/** A field's label, with the name of its column if different. */
const labelWithColumn = (file: File, name: string): string => {
  const label = fileFieldLabel(file, name)
  const column = file.columns.find(({ field }) => field === name)
  return column === undefined || fold(column.name) === fold(label)
    ? label
    : `${label} (columna «${column.name}»)`
}

/** The reason why a row is refused, for the review and the file of refused rows. */
export const reasonText = (file: File, { field, message }: ValidationError): string =>
  field === '' ? message : `${labelWithColumn(file, field)}: ${message}`
