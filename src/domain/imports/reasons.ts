import { fold } from '../format/text.ts'
import type { ValidationError } from '../validation/errors.ts'
import type { Import } from './import.ts'

/** Heading of the last column of a file of refused rows, which says why. */
export const REASON = 'Motivo'

/** The name of a column without a heading. */
export const unnamedColumn = (index: number): string => `Columna ${index + 1}`

/** Place of the column that says why the rows of a file were refused before, which is ignored; -1 if there is none. */
export const reasonColumn = (names: readonly string[]): number => {
  const last = names.findLastIndex((name, index) => name !== unnamedColumn(index))
  return names[last] === REASON ? last : -1
}

type File = Pick<Import, 'fields' | 'columns'>

export const labelIn = ({ fields }: Pick<File, 'fields'>, name: string): string =>
  fields.find((field) => field.name === name)?.label ?? name

/** A field's label, with the name of its column if different. */
const columnIn = (file: File, name: string): string => {
  const label = labelIn(file, name)
  const column = file.columns.find(({ field }) => field === name)
  return column === undefined || fold(column.name) === fold(label)
    ? label
    : `${label} (columna «${column.name}»)`
}

/** Why a row is refused, as the review and the file of refused rows say it. */
export const reasonText = (file: File, { field, message }: ValidationError): string =>
  field === '' ? message : `${columnIn(file, field)}: ${message}`
