import { z } from 'zod'
import { startOfDay } from '../../../domain/format/dates.ts'
import { validationErrorsOf } from '../../../domain/validation/errors.ts'
import { FIRST_DATE } from '../../../domain/validation/fields.ts'
import { recordChange } from '../audit/record-change.ts'
import type { CurrentUser } from '../auth/permissions.ts'
import type { Tx } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { changesNothing, editDate, refuseStale } from '../http/edits.ts'
import { Invalid, NotFound } from '../http/errors.ts'
import type { Collection, StoredRow } from './collection.ts'
import { referenceErrors, typeErrors } from './references.ts'
import { lockRow, mapUniqueViolation, toResponse, updateRow } from './rows.ts'

type Fields = Record<string, unknown>

/** Changes the fields that are sent (rules W1, W3, W4). */
export const updateRecord = async <Output = Record<string, unknown>>(
  { db, config, now }: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
  body: Fields,
) => {
  const { dateUpdate: _read, ...sent } = body
  const row = await mapUniqueViolation(collection, () =>
    withRetry(db, async (tx) => {
      const stored = await lockRow(tx, collection.table, id, 'change')
      if (!stored) throw new NotFound()
      refuseStale(body, stored.dateUpdate)
      const fields = isStatusAlone(sent)
        ? statusOf(collection, sent)
        : await mergedFields(tx, collection, stored, sent, config.timeZone)
      if (changesNothing(stored, fields)) return stored
      const values = isStatusAlone(sent) ? fields : { ...fields, ...collection.derive(fields) }
      const dateUpdate = editDate(now(), stored.dateUpdate)
      const row = await updateRow(tx, collection.table, id, {
        ...values,
        userUpdate: currentUser.name,
        dateUpdate,
      })
      const { resource } = collection.entity
      const event = { action: 'update', resource, record: row, before: stored, after: row } as const
      await recordChange(tx, currentUser, now(), event)
      return row
    }),
  )
  return toResponse<Output>(row)
}

const isStatusAlone = (sent: Fields): boolean => Object.keys(sent).join() === 'status'

function statusOf({ entity }: Collection, sent: Fields): Fields {
  return parse(z.object({ status: entity.schemas.edited.shape.status ?? z.never() }), sent)
}

async function mergedFields(
  tx: Tx,
  collection: Collection,
  stored: StoredRow,
  sent: Fields,
  timeZone: string,
): Promise<Fields> {
  const { entity, impliedBy } = collection
  // A stored creation date is not checked anew: in UTC it may lie a day beyond the range of days.
  const before: Fields = { ...toResponse(stored), dateCreate: FIRST_DATE }
  const written = Object.fromEntries(
    Object.keys(entity.schemas.edited.shape).map((name) => [name, before[name]]),
  )
  const { dateCreate, ...fields } = parse(entity.schemas.edited, {
    ...written,
    ...impliedBy?.(sent, stored),
    ...sent,
  })
  const errors = [
    ...(await referenceErrors(tx, collection, fields)),
    ...(await typeErrors(tx, collection, stored, fields)),
    ...((await collection.beforeWrite?.({ tx, fields, stored })) ?? []),
  ]
  if (errors.length > 0) throw new Invalid(errors)
  const created = typeof dateCreate === 'string' && 'dateCreate' in sent
  return { ...fields, ...(created && { dateCreate: instantOf(dateCreate, timeZone) }) }
}

function parse(schema: z.ZodObject, value: Fields): Fields {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Invalid(validationErrorsOf(parsed.error))
  return parsed.data
}

/** A day without a time begins where the service is. */
const instantOf = (date: string, timeZone: string): Date =>
  date.length === 10 ? startOfDay(date, timeZone) : new Date(date)
