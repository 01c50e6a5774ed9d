import { recordChange } from '../audit/record-change.ts'
import type { Caller } from '../auth/permissions.ts'
import { newId } from '../database/ids.ts'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { Invalid } from '../http/errors.ts'
import type { Collection } from './collection.ts'
import { referenceProblems } from './references.ts'
import { insertRow, mapUniqueViolation, toResponse } from './rows.ts'

export const createRecord = async <Output = Record<string, unknown>>(
  { db, now }: Context,
  collection: Collection,
  caller: Caller,
  fields: Record<string, unknown>,
) => {
  const _id = newId()
  const row = await mapUniqueViolation(collection, () =>
    withRetry(db, async (tx) => {
      const problems = [
        ...(await referenceProblems(tx, collection, fields)),
        ...((await collection.beforeWrite?.({ tx, fields, stored: undefined })) ?? []),
      ]
      if (problems.length > 0) throw new Invalid(problems)
      const date = now()
      const row = await insertRow(tx, collection.table, {
        ...fields,
        ...collection.derive(fields),
        _id,
        userCreate: caller.name,
        userUpdate: caller.name,
        dateCreate: date,
        dateUpdate: date,
      })
      const { resource } = collection.entity
      await recordChange(tx, caller, date, { action: 'create', resource, record: row, after: row })
      return row
    }),
  )
  return toResponse<Output>(row)
}
