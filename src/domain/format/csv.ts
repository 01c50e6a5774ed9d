/** Column separators: which one Excel expects depends on the computer's regional settings. */
export const CSV_SEPARATORS = [';', ','] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** Decimal marks: locales in which Excel expects semicolons use the decimal comma. */
export const DECIMAL_MARKS = [',', '.'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export const decimalFor = (separator: string): DecimalMark => (separator === ';' ? ',' : '.')

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

const quoteCell = (text: string, separator: string): string =>
  SPECIAL.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/** Texts are guarded against formulas, and quoted if needed. */
const textCell = (text: string, separator: string): string =>
  quoteCell(guardFormula(text).replace(/\r\n?/g, '\n'), separator)

/** A number is quoted only if its decimal mark is the separator. */
const numberCell = (value: number, separator: string, decimal: DecimalMark): string => {
  const text = String(value).replace('.', decimal)
  return text.includes(separator) ? `"${text}"` : text
}

export const csvRow = (
  cells: readonly (string | number)[],
  separator: string,
  decimal = decimalFor(separator),
): string =>
  cells
    .map((cell) =>
      typeof cell === 'number' ? numberCell(cell, separator, decimal) : textCell(cell, separator),
    )
    .join(separator) + CSV_LINE_END
