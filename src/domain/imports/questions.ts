import { formatCount } from '../format/text.ts'
import { linkDefaults } from './cells.ts'
import type { Import } from './import.ts'
import { reasonColumn } from './reasons.ts'

type File = Pick<Import, 'columns' | 'fields'>

/** What the user chose: the field of each column, and what holds for the whole file. */
interface Chosen {
  chosen: readonly (string | null)[]
  options: Readonly<Record<string, unknown>>
}

export const valuesText = (count: number): string =>
  count === 1 ? '1 valor' : `${formatCount(count)} valores`

/** Required fields of new records without a column, and missing attributes of their links. */
const missingLabels = ({ fields }: File, { chosen, options }: Chosen): string[] => {
  const needed = chosen.includes('content') ? Object.keys(linkDefaults.shape) : []
  return fields
    .filter(
      ({ name, isRequired }) =>
        !chosen.includes(name) && (isRequired || (needed.includes(name) && options[name] === undefined)),
    )
    .map(({ label }) => label)
}

/** The values of a column that are not imported. */
export const lostValues = ({ columns }: Pick<File, 'columns'>, { chosen }: Chosen, index: number): number =>
  (chosen[index] ?? null) === null && index !== reasonColumn(columns.map(({ name }) => name))
    ? (columns[index]?.filled ?? 0)
    : 0

/** What to confirm before the review: values that are lost, and fields that new records need. */
export const questionsAbout = (file: File, choice: Chosen): string[] => {
  const missing = missingLabels(file, choice)
  const without = file.fields.flatMap(({ name, without: text }) =>
    text === '' || choice.chosen.includes(name) ? [] : [text],
  )
  const lost = file.columns.flatMap(({ name }, index) => {
    const count = lostValues(file, choice, index)
    return count === 0 ? [] : [`${name} (${valuesText(count)})`]
  })
  return [
    ...(missing.length === 0
      ? []
      : [`Sin estos campos no se crean registros nuevos: ${missing.join(', ')}.`]),
    ...without,
    ...(lost.length === 0 ? [] : [`No se importan: ${lost.join(', ')}.`]),
  ]
}
