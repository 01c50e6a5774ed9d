/** What separates the cells of a row: Excel expects the one or the other by the country of its computer. */
export const CSV_SEPARATORS = [';', ','] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** By it Excel tells UTF-8 from older encodings. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Ends each row, and stands nowhere else: within cells lines end with a line feed alone. */
export const CSV_LINE_END = '\r\n'

/** Spreadsheets take full-width signs for the ASCII ones. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/

/** A text that no spreadsheet takes for a formula: an apostrophe before what could begin one. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that `guardFormula` was given. */
export const unguardFormula = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text)

const SPECIAL = /[;,"\n\t]|^\s|\s$/

const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A cell: numbers as they are, texts guarded and where needed in quotes. */
const csvCell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : quoted(guardFormula(value).replace(/\r\n?/g, '\n'))

/** A row with its end. */
export const csvRow = (cells: readonly (string | number)[], separator: CsvSeparator): string =>
  cells.map(csvCell).join(separator) + CSV_LINE_END
