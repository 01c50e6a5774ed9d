import { startOfDay } from '../../domain/format/days.ts'
import { requiredInstant } from '../../domain/validation/dates.ts'
import { type Problem, problemsOf } from '../../domain/validation/problems.ts'
import type { Tx } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { Invalid, NotFound, stale } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import type { Collection, StoredRow } from './collection.ts'
import { lockRow, sayingDuplicates, toWire, updateRow } from './rows.ts'

type Fields = Record<string, unknown>

/**
 * Changes the fields that are sent: the record is validated whole, but for its status sent alone. A `dateUpdate`
 * sent along must be the stored one.
 */
export const updateRecord = async (
  { db, config, now }: Context,
  collection: Collection,
  caller: Caller,
  id: string,
  body: Fields,
) => {
  const { dateUpdate: read, ...sent } = body
  const row = await sayingDuplicates(collection, () =>
    withRetry(db, async (tx) => {
      const stored = await lockRow(tx, collection.table, id)
      if (!stored) throw new NotFound()
      if ('dateUpdate' in body) refuseStale(read, stored)
      const values = isStatusAlone(sent)
        ? statusOf(collection, sent)
        : await mergedValues(tx, collection, stored, sent, config.timeZone)
      return updateRow(tx, collection.table, id, {
        ...values,
        userUpdate: caller.name,
        dateUpdate: new Date(Math.max(now().getTime(), stored.dateUpdate.getTime() + 1)),
      })
    }),
  )
  return toWire(row)
}

const dateUpdateShape = requiredInstant('Debe enviar la fecha de modificación que leyó.')

function refuseStale(read: unknown, { dateUpdate }: StoredRow): void {
  const parsed = dateUpdateShape.safeParse(read)
  if (!parsed.success)
    throw new Invalid(problemsOf(parsed.error).map(({ message }) => ({ field: 'dateUpdate', message })))
  if (Date.parse(parsed.data) !== dateUpdate.getTime()) throw stale()
}

const isStatusAlone = (sent: Fields): boolean => Object.keys(sent).join() === 'status'

function statusOf({ editedShape }: Collection, sent: Fields): Fields {
  const parsed = editedShape.shape.status?.safeParse(sent.status)
  if (parsed?.success) return { status: parsed.data }
  throw new Invalid(
    parsed ? problemsOf(parsed.error).map(({ message }) => ({ field: 'status', message })) : [],
  )
}

async function mergedValues(
  tx: Tx,
  collection: Collection,
  stored: StoredRow,
  sent: Fields,
  timeZone: string,
): Promise<Fields> {
  const { editedShape, newShape, derive, beforeWrite } = collection
  const before = toWire(stored)
  const known = Object.keys(editedShape.shape).map((name) => [name, before[name]] as const)
  const parsed = editedShape.safeParse({ ...Object.fromEntries(known), ...sent })
  const problems: Problem[] = parsed.success ? [] : problemsOf(parsed.error)
  if (!parsed.success) throw new Invalid(problems)
  const { dateCreate, ...rest } = parsed.data
  const fields: Fields = Object.fromEntries(Object.keys(newShape.shape).map((name) => [name, rest[name]]))
  problems.push(...((await beforeWrite?.({ tx, fields, stored })) ?? []))
  if (problems.length > 0) throw new Invalid(problems)
  const created =
    'dateCreate' in sent && typeof dateCreate === 'string'
      ? { dateCreate: instantOf(dateCreate, timeZone) }
      : {}
  return { ...fields, ...derive(fields), ...created }
}

/** A day without a time begins where the service is. */
const instantOf = (date: string, timeZone: string): Date =>
  date.length === 10 ? startOfDay(date, timeZone) : new Date(date)
