import { z } from 'zod'
import type { ExportFormat } from '../../../domain/contract/export.ts'
import { columnLabel } from '../../../domain/field-labels.ts'
import { BYTE_ORDER_MARK, type CsvSeparator, csvRow, type DecimalMark } from '../../../domain/format/csv.ts'
import { isDay, momentFormatter } from '../../../domain/format/dates.ts'
import type { Resource } from '../../../domain/registry.ts'
import { isDayField } from '../../../domain/validation/fields.ts'
import { valueLabel } from '../../../domain/value-labels.ts'
import { createPicker } from '../http/operation.ts'

export type Row = Readonly<Record<string, unknown>>

/** Formatters for cells that show something other than the field's value, as in the list. */
export type CellTexts = Readonly<Record<string, (value: unknown) => string | number>>

/** Names of referenced records, by id. */
export type Names = ReadonlyMap<string, string>

interface WriterOptions {
  resource: Resource
  /** The output schema of a row. */
  row: z.ZodObject
  columns: readonly string[]
  texts?: CellTexts | undefined
  /** Money fields, and the code of their currency. */
  amounts?: ReadonlySet<string> | undefined
  currency?: string
  /** Reference fields, for which a CSV file shows names instead of ids. */
  references: ReadonlySet<string>
  timeZone: string
}

/** Formats rows as text, one line each, with the text before the first and after the last one. */
export interface RowWriter {
  readonly head: string
  line(row: Row, names: Names): string
  readonly tail: string
}

interface CsvStyle {
  separator: CsvSeparator
  decimal: DecimalMark | undefined
}

export const rowWriter = (format: ExportFormat, style: CsvStyle, written: WriterOptions): RowWriter =>
  format === 'csv' ? csvWriter(style, written) : jsonWriter(written)

/** A JSON array of the list's rows. Line feeds inside texts are escaped, so each line is a row. */
const jsonWriter = ({ row: schema, columns }: WriterOptions): RowWriter => {
  const pick = createPicker(only(schema, columns))
  let isFirst = true
  return {
    head: '[',
    line(row) {
      const start = isFirst ? '\n' : ',\n'
      isFirst = false
      return start + JSON.stringify(pick(row))
    },
    tail: '\n]\n',
  }
}

/** An output schema restricted to some fields, in their order. */
const only = ({ shape }: z.ZodObject, names: readonly string[]): z.ZodObject =>
  z.object(Object.fromEntries(names.map((name) => [name, shape[name] ?? z.never()])))

export type Cell = (value: unknown, names: Names) => string | number

const csvWriter = ({ separator, decimal }: CsvStyle, written: WriterOptions): RowWriter => {
  const { resource, row: schema, columns, amounts, currency } = written
  const pick = createPicker(only(schema, columns))
  const cells = cellFormatters(columns, written)
  return {
    head:
      BYTE_ORDER_MARK +
      csvRow(
        columns.map((name) => `${columnLabel(resource, name)}${amounts?.has(name) ? ` (${currency})` : ''}`),
        separator,
      ),
    line(row, names) {
      const values = asRow(pick(row))
      return csvRow(
        cells.map(({ name, cell }) => cell(values[name], names)),
        separator,
        decimal,
      )
    },
    tail: '',
  }
}

/** Formatters of a CSV file's cells. */
export const cellFormatters = (
  names: readonly string[],
  written: Omit<WriterOptions, 'columns'>,
): { name: string; cell: Cell }[] => {
  const moment = momentFormatter(written.timeZone)
  return names.map((name) => ({ name, cell: cellFormatter(name, written, moment) }))
}

/** A picker of an object returns an object. */
const asRow = (value: unknown): Row => value as Row

/** Instants that the catalogue's schemas declare as plain text. */
const INSTANTS: ReadonlySet<string> = new Set(['dateCreate', 'dateUpdate'])

const cellFormatter = (
  name: string,
  written: Omit<WriterOptions, 'columns'>,
  moment: (instant: string) => string,
): Cell => {
  const text = written.texts?.[name]
  if (text) return text
  const schema = innerSchema(written.row.shape[name])
  if (INSTANTS.has(name) || schema?.meta()?.format === 'date-time')
    return (value) => (typeof value === 'string' ? moment(value) : '')
  if (schema?.meta()?.format === 'date') return dayText
  if (written.references.has(name)) return (value, names) => plainCell(value, (id) => names.get(id) ?? id)
  const isNamed = name === 'platform' || schema instanceof z.ZodEnum
  return (value) => plainCell(value, isNamed ? (each) => valueLabel(name, each) : same)
}

/** Unwraps nullable and optional schemas, and gives the schema of a list's elements. */
const innerSchema = (schema: z.core.$ZodType | undefined): z.ZodType | undefined => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return innerSchema(schema.unwrap())
  if (schema instanceof z.ZodArray) return innerSchema(schema.element)
  return schema instanceof z.ZodType ? schema : undefined
}

const same = (text: string): string => text

const dayText = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  return isDay(value) ? value.split('-').reverse().join('/') : value
}

/** Formatters of the days among a catalogue entity's fields. */
export const dayTexts = ({ shape }: z.ZodObject): CellTexts =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => (isDayField(schema) ? [[name, dayText]] : [])),
  )

const plainCell = (value: unknown, write: (text: string) => string): string | number => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'string') return write(value)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.map(write).join(', ')
  return JSON.stringify(value)
}
