/** Column separators: which one Excel expects depends on the computer's regional settings. */
export const CSV_SEPARATORS = [';', ','] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Excel needs it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Row terminator, which occurs nowhere else: line breaks inside cells are a single LF. */
export const CSV_LINE_END = '\r\n'

/** Includes the full-width signs, which spreadsheets treat like the ASCII ones. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
const GUARDED = /^'+[=+\-@＝＋－＠\t\r\n]/

/** Prefixes an apostrophe to texts that a spreadsheet would evaluate as a formula. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverts `guardFormula`. */
export const unguardFormula = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text)

const SPECIAL = /[;,"\n\t]|^\s|\s$/

const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats a cell: numbers unchanged; texts guarded against formulas, and quoted if needed. */
const csvCell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : quoted(guardFormula(value).replace(/\r\n?/g, '\n'))

export const csvRow = (cells: readonly (string | number)[], separator: CsvSeparator): string =>
  cells.map(csvCell).join(separator) + CSV_LINE_END
