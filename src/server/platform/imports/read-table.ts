import Papa from 'papaparse'
import { BYTE_ORDER_MARK, unguardFormula } from '../../../domain/format/csv.ts'
import { type DaySamples, daySamplesOf } from '../../../domain/imports/days.ts'
import { IMPORT_MESSAGES, MOST_CELL, MOST_COLUMNS, MOST_ROWS } from '../../../domain/imports/import.ts'
import { Invalid } from '../http/errors.ts'
import { textOf } from '../readers/text.ts'

/** A row of a file, by its number in a spreadsheet: that of the names of the columns is 1. */
export interface TableRow {
  row: number
  cells: string[]
}

export interface Table {
  columns: string[]
  /** Of each column. */
  days: DaySamples[]
  rows: TableRow[]
}

const refused = (message: string): Invalid => new Invalid([{ field: '', message }])

/** What separates cells; Excel writes a semicolon or a comma by the country of its computer, and a tab as 'Unicode text'. */
const SEPARATORS = [';', ',', '\t', '|']

/** Reads a table of text that was sent: its first row names the columns. Throws an Invalid that says what is wrong. */
export const readTable = (bytes: Uint8Array): Table => {
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b) throw refused(IMPORT_MESSAGES.workbook)
  const text = textOf(bytes).replace(BYTE_ORDER_MARK, '')
  if (text.includes('\u0000')) throw refused(IMPORT_MESSAGES.notText)
  const named = /^"?sep=(.)"?\r?\n/.exec(text)
  const table = named ? text.slice(named[0].length) : text
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: named?.[1] ?? separatorOf(table) })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open) throw refused(IMPORT_MESSAGES.openQuote((open.row ?? 0) + 1))
  return tableOf(data)
}

/** What divides the names of the columns into most parts. */
const separatorOf = (text: string): string => {
  const counted = SEPARATORS.map((separator) => {
    const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: 1 })
    return { separator, parts: data[0]?.length ?? 0 }
  })
  return counted.reduce((most, each) => (each.parts > most.parts ? each : most)).separator
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const tableOf = (data: readonly string[][]): Table => {
  const found = data.flatMap((cells, index) => (isBlank(cells) ? [] : [{ row: index + 1, cells }]))
  const [head, ...rows] = found
  if (!head) throw refused(IMPORT_MESSAGES.empty)
  const columns = head.cells.map((name, index) => name.trim() || `Columna ${index + 1}`)
  if (columns.length > MOST_COLUMNS) throw refused(IMPORT_MESSAGES.tooManyColumns)
  if (rows.length === 0) throw refused(IMPORT_MESSAGES.noRows)
  if (rows.length > MOST_ROWS) throw refused(IMPORT_MESSAGES.tooManyRows(MOST_ROWS))
  const long = rows.find(({ cells }) => cells.some((cell) => cell.length > MOST_CELL))
  if (long) throw refused(IMPORT_MESSAGES.longCell(long.row))
  const days = columns.map((_, index) => daySamplesOf(rows.map(({ cells }) => cells[index] ?? '')))
  return { columns, days, rows: rows.map(({ row, cells }) => ({ row, cells: cells.map(plain) })) }
}

/** A cell as its author wrote it: line feeds alone, and without the guard that our exports put before formulas. */
const plain = (cell: string): string => unguardFormula(cell.replace(/\r\n?/g, '\n'))
