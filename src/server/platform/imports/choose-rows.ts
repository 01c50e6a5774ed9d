import { and, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import { chosenFields, type ImportChoice } from '../../../domain/imports/import.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, type StoredImportRow } from '../database/schema/imports.ts'
import type { ChosenRow, ImportWork } from './import-work.ts'

const NOTHING: ImportChoice = { takeNew: false, fields: [], rows: [] }

/** Returns a function that applies the user's choice to a stored row. */
export const chooser = ({ choice }: ImportRecord) => {
  const chosen = choice ?? NOTHING
  const exceptions = new Map(chosen.rows.map((each) => [each.row, each]))
  return (stored: StoredImportRow): ChosenRow[] => {
    const { row, verdict, record, was, key, prepared } = stored
    if (verdict === null) return []
    const changed = stored.changes.map(({ field }) => field)
    const exception = exceptions.get(row)
    const fields = chosenFields(chosen, exception, { verdict, changed })
    if (fields === undefined) return []
    const values = { ...stored.fields, ...offered(stored, exception?.values) }
    if (record === null || was === null) return [{ row, key, record: null, fields: values, prepared }]
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
    return [{ row, key, record: { _id: record, dateUpdate: was }, fields: sent, prepared }]
  }
}

/** The chosen values, if they are among the row's options. */
const offered = ({ options }: StoredImportRow, values: Readonly<Record<string, string>> = {}): Fields =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(options, name) && options[name]?.includes(value),
    ),
  )

/**
 * Upper bounds of the number of stored rows that a choice writes, and of those that give or take web access; valid
 * even if the choice names rows that do not exist, or one twice.
 */
export const mostChosen = async (
  tx: Tx,
  id: string,
  { takeNew, fields, rows }: ImportChoice,
  { givesAccess }: ImportWork,
): Promise<{ chosen: number; web: number }> => {
  const { row, verdict } = importRows
  const [found] = await tx
    .select({
      chosen: countDistinct(row),
      web: givesAccess
        ? sql<number>`count(*) filter (where ${givesAccess(importRows)})`.mapWith(Number)
        : sql<number>`0`.mapWith(Number),
    })
    .from(importRows)
    .leftJoin(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as exception("row" bigint, take boolean)`,
      sql`exception."row" = ${row}`,
    )
    .where(
      and(
        eq(importRows.import, id),
        sql`coalesce(exception.take, case ${verdict} when 'new' then ${takeNew}::boolean
          when 'changed' then ${fields.length > 0}::boolean end)`,
        inArray(verdict, ['new', 'changed']),
      ),
    )
  return { chosen: 0, web: 0, ...found }
}
