import { shorten } from '../format/text.ts'

const LONGEST = 60
const MOST_KNOWN = 16

/** A value of a row as messages show it: on one line, and not all of a long one. */
export const quoted = (text: string): string => `«${shorten(text.replace(/\s+/gu, ' ').trim(), LONGEST)}»`

const withoutStop = (message: string): string => message.replace(/\.$/, '')

/** A message about a cell, with what the row says there. */
export const aboutCell = (message: string, cell = ''): string =>
  cell.trim() === '' ? message : `${withoutStop(message)}: la fila dice ${quoted(cell)}.`

/** About a cell that is needed and has a default for the whole file. */
export const missingDefault = (message: string): string =>
  `${withoutStop(message)}: elija su columna, o un valor para todo el archivo.`

/** What can be written instead of an unknown value. */
export const unknownValue = (noun: string, value: string, known: readonly string[]): string => {
  const named = known.slice(0, MOST_KNOWN).join(', ')
  return `${noun} ${quoted(value)} no existe: use ${named}${known.length > MOST_KNOWN ? '…' : '.'}`
}

export const ambiguousName = (name: string): string =>
  `Varios registros se llaman ${quoted(name)}: escriba el Id de uno.`
