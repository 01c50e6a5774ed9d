import { BYTE_ORDER_MARK, type CsvSeparator, csvRow } from '../format/csv.ts'

/** The id, which identifies stored records in exports; new records have none yet. */
const RECORD_ID = '_id'

/** The fields of a new record. */
export const templateFields = <Field extends { name: string }>(fields: readonly Field[]): Field[] =>
  fields.filter(({ name }) => name !== RECORD_ID)

/** A CSV file with the headings of a new record's fields, which an import recognises by itself. */
export const templateFile = (
  fields: readonly { name: string; label: string }[],
  separator: CsvSeparator,
): string =>
  BYTE_ORDER_MARK +
  csvRow(
    templateFields(fields).map(({ label }) => label),
    separator,
  )
