import { CsvError, parse } from 'csv-parse/sync'
import { BYTE_ORDER_MARK } from '../../../domain/format/csv.ts'
import type { Encoding } from '../../../domain/format/encodings.ts'
import { type DaySamples, sampleDays } from '../../../domain/imports/days.ts'
import { IMPORT_MESSAGES, MAX_CELL, MAX_COLUMNS } from '../../../domain/imports/import.ts'
import { unnamedColumn } from '../../../domain/imports/reasons.ts'
import { Invalid } from '../http/errors.ts'
import { archiveFormat } from '../sandbox/archives.ts'
import { countDamage, decodeText, detectEncoding } from '../sandbox/decode-text.ts'

/** A row with its number as in a spreadsheet: the header is row 1. */
export interface TableRow {
  row: number
  cells: string[]
}

export interface Table {
  encoding: Encoding
  /** Number of places that could not be decoded. */
  damage: number
  separator: string
  columns: string[]
  /** By column. */
  days: DaySamples[]
  rows: TableRow[]
}

const invalidFile = (message: string): Invalid => new Invalid([{ field: '', message }])

/**
 * Cell separators; Excel writes a semicolon or a comma depending on the regional settings, and a tab as 'Unicode text'.
 */
const SEPARATORS = [';', ',', '\t', '|']

/** Bytes checked before a thread reads the whole file. */
const HEAD = 64 * 1024

/** The error if the beginning of a file shows that it is no table; undefined if it may be one. */
export const tableError = (bytes: Uint8Array): string | undefined => {
  if (bytes.length === 0) return IMPORT_MESSAGES.empty
  const format = archiveFormat(bytes) ?? (bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : undefined)
  // Workbooks are ZIP files too.
  if (format === 'ZIP') return IMPORT_MESSAGES.workbook
  if (format !== undefined) return IMPORT_MESSAGES.archive(format)
  // In every supported encoding, letters have bytes that are letters in Latin-1 too.
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')
  if (!/[^\s\0]/.test(head)) return IMPORT_MESSAGES.empty
  return /[\p{L}\p{N}]/u.test(head) ? undefined : IMPORT_MESSAGES.unnamed
}

interface Upload {
  bytes: Uint8Array
  /** The encoding chosen by the user, if any. */
  encoding?: Encoding | undefined
  mostRows: number
}

/** Parses an uploaded text table, whose first row names the columns. Throws an Invalid with the error. */
export const readTable = ({ bytes, encoding = detectEncoding(bytes), mostRows }: Upload): Table => {
  const { table, named, damage, isWhole } = decodeTable(bytes, encoding)
  const separator = named ?? detectSeparator(table)
  const rows = parseRows(table, separator, mostRows)
  if (!isWhole) requireWholeRow(rows)
  return { encoding, damage, separator, ...toTable(rows) }
}

/** The table in UTF-8, in bytes: as a string it would double the memory of its cells. */
const decodeTable = (bytes: Uint8Array, encoding: Encoding) => {
  const text = decodeText(bytes, encoding).replace(BYTE_ORDER_MARK, '')
  if (text.includes('\u0000')) throw invalidFile(IMPORT_MESSAGES.notText)
  const named = /^"?sep=(.)"?\r?\n/.exec(text)
  return {
    table: Buffer.from(named ? text.slice(named[0].length) : text),
    named: named?.[1],
    damage: countDamage(text),
    isWhole: /[\r\n]$/.test(text),
  }
}

// Not `papaparse`, which takes quadratic time for some files of quotes: 19 s for 4 MB.
const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  trim: true,
  max_record_size: MAX_COLUMNS * MAX_CELL,
}

/** Limit of spreadsheets. Blank rows take time too: 16 MiB can contain millions. */
const LAST_ROW = 1_048_576

/** The non-blank rows, including the header. */
const parseRows = (table: Buffer, delimiter: string, mostRows: number): TableRow[] => {
  const rows: TableRow[] = []
  const keep = (cells: string[], { records: row }: { records: number }): null => {
    if (row > LAST_ROW) throw invalidFile(IMPORT_MESSAGES.tooManyRows(mostRows))
    if (isBlank(cells)) return null
    if (rows.length > mostRows) throw invalidFile(IMPORT_MESSAGES.tooManyRows(mostRows))
    if (cells.length > MAX_COLUMNS && rows.length === 0) throw invalidFile(IMPORT_MESSAGES.tooManyColumns)
    if (cells.some((cell) => cell.length > MAX_CELL)) throw invalidFile(IMPORT_MESSAGES.longCell(row))
    rows.push({ row, cells })
    return null
  }
  try {
    parse(table, { ...OPTIONS, delimiter, on_record: keep })
    return rows
  } catch (error) {
    throw error instanceof CsvError ? invalidFile(csvErrorMessage(error)) : error
  }
}

/** Throws an Invalid if the last row, which no line break ends, is the only one with fewer cells than the header. */
const requireWholeRow = (rows: readonly TableRow[]): void => {
  const [head, ...others] = rows
  const last = others.pop()
  if (!head || !last || others.length === 0 || last.cells.length >= head.cells.length) return
  if (others.every(({ cells }) => cells.length >= head.cells.length))
    throw invalidFile(IMPORT_MESSAGES.cutOff(last.row))
}

const csvErrorMessage = (error: CsvError): string => {
  const before: unknown = error.records
  const row = (typeof before === 'number' ? before : 0) + 1
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return IMPORT_MESSAGES.openQuote(row)
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? IMPORT_MESSAGES.longCell(row)
    : IMPORT_MESSAGES.wrongQuote(row)
}

/** The separator that splits the header into the most parts. */
const detectSeparator = (table: Buffer): string => {
  const counted = SEPARATORS.map((separator) => {
    try {
      const [names = []] = parse(table, { ...OPTIONS, delimiter: separator, to: 1 })
      return { separator, parts: names.length }
    } catch {
      return { separator, parts: 0 }
    }
  })
  return counted.reduce((most, each) => (each.parts > most.parts ? each : most)).separator
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const toTable = ([head, ...rows]: readonly TableRow[]): Pick<Table, 'columns' | 'days' | 'rows'> => {
  if (!head) throw invalidFile(IMPORT_MESSAGES.empty)
  const columns = head.cells.map((name, index) => name.trim() || unnamedColumn(index))
  if (rows.length === 0) throw invalidFile(IMPORT_MESSAGES.noRows)
  const days = columns.map((_, index) => sampleDays(rows.map(({ cells }) => cells[index] ?? '')))
  return { columns, days, rows: rows.map(({ row, cells }) => ({ row, cells: cells.map(plain) })) }
}

/** A text in a formula that prevents its conversion to a number: ="000812". */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** A cell's original text, with line ends as LF. */
const plain = (cell: string): string =>
  cell.replace(/\r\n?/g, '\n').replace(TEXT_FORMULA, (_, text: string) => text.replaceAll('""', '"'))
