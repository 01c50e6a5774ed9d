import { fold, shorten } from '../format/text.ts'
import type { ImportRow } from './import.ts'

const MAX_LENGTH = 160

/** Comparison key that ignores case, accents and punctuation. */
const comparisonKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** A value as it will be stored, with the cell's text if that differs by more than case, accents and punctuation. */
const rowValue = (field: string, text: string, cell: string): ImportRow['values'][number] => {
  const isSame = comparisonKey(text).startsWith(comparisonKey(cell))
  return { field, text: shorten(text, MAX_LENGTH), original: isSame ? '' : shorten(cell.trim(), MAX_LENGTH) }
}

/** The values of a row as they will be stored, without empty ones. */
export const rowValues = (
  texts: Readonly<Record<string, string>>,
  cells: Readonly<Record<string, string>>,
): ImportRow['values'] =>
  Object.entries(texts).flatMap(([field, text]) =>
    text === '' ? [] : [rowValue(field, text, cells[field] ?? '')],
  )
