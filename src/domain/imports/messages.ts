import { quoted } from '../format/text.ts'

const MAX_KNOWN = 16

const withoutStop = (message: string): string => message.replace(/\.$/, '')

/** Appends the text of a cell to a message about it. */
export const aboutCell = (message: string, cell = ''): string =>
  cell.trim() === '' ? message : `${withoutStop(message)}: la fila dice ${quoted(cell)}.`

/** Message for a missing value that can also be chosen for the whole file. */
export const missingDefault = (message: string): string =>
  `${withoutStop(message)}: elija su columna, o un valor para todo el archivo.`

/** Message for an unknown value, with some of the known ones. */
export const unknownValue = (noun: string, value: string, known: readonly string[]): string => {
  const named = known.slice(0, MAX_KNOWN).join(', ')
  return `${noun} ${quoted(value)} no existe: use ${named}${known.length > MAX_KNOWN ? '…' : '.'}`
}

export const ambiguousName = (name: string): string =>
  `Varios registros se llaman ${quoted(name)}: escriba el Id de uno.`
