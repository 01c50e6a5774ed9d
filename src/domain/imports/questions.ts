import { formatCount } from '../format/text.ts'
import { linkDefaults } from './cells.ts'
import type { Import } from './import.ts'
import { reasonColumn } from './reasons.ts'

type File = Pick<Import, 'columns' | 'fields'>

/** The user's choice: the field of each column, and the options for the whole file. */
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

/** Number of values of a column that are not imported. */
export const lostValues = ({ columns }: Pick<File, 'columns'>, { chosen }: Chosen, index: number): number =>
  (chosen[index] ?? null) === null && index !== reasonColumn(columns.map(({ name }) => name))
    ? (columns[index]?.filled ?? 0)
    : 0

/**
 * Questions to confirm before the review: about values that are not imported or say 'unlimited', and missing fields of
 * new records.
 */
export const questionsAbout = (file: File, choice: Chosen): string[] => {
  const missing = missingLabels(file, choice)
  const without = file.fields.flatMap(({ name, without: text }) =>
    text === '' || choice.chosen.includes(name) ? [] : [text],
  )
  const lost = file.columns.flatMap(({ name }, index) => {
    const count = lostValues(file, choice, index)
    return count === 0 ? [] : [`${name} (${valuesText(count)})`]
  })
  const unlimited = file.columns.flatMap(({ name, days }, index) => {
    const text = file.fields.find((field) => field.name === choice.chosen[index])?.unlimited ?? ''
    const count = days?.unlimited ?? 0
    return text === '' || count === 0 ? [] : [`${name}: ${valuesText(count)} ${text}`]
  })
  return [
    ...(missing.length === 0
      ? []
      : [`Sin estos campos no se crean registros nuevos: ${missing.join(', ')}.`]),
    ...without,
    ...unlimited,
    ...(lost.length === 0 ? [] : [`No se importan: ${lost.join(', ')}.`]),
  ]
}
