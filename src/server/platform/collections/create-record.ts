import { recordChange } from '../audit/record-change.ts'
import type { CurrentUser } from '../auth/permissions.ts'
import { newId } from '../database/ids.ts'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { Invalid } from '../http/errors.ts'
import type { Collection } from './collection.ts'
import { referenceErrors } from './references.ts'
import { insertRow, mapUniqueViolation, toResponse } from './rows.ts'

export const createRecord = async <Output = Record<string, unknown>>(
  { db, now }: Context,
  collection: Collection,
  currentUser: CurrentUser,
  fields: Record<string, unknown>,
) => {
  const _id = newId()
  const row = await mapUniqueViolation(collection, () =>
    withRetry(db, async (tx) => {
      const errors = [
        ...(await referenceErrors(tx, collection, fields)),
        ...((await collection.beforeWrite?.({ tx, fields, stored: undefined })) ?? []),
      ]
      if (errors.length > 0) throw new Invalid(errors)
      const date = now()
      const row = await insertRow(tx, collection.table, {
        ...fields,
        ...collection.derive(fields),
        _id,
        userCreate: currentUser.name,
        userUpdate: currentUser.name,
        dateCreate: date,
        dateUpdate: date,
      })
      const { resource } = collection.entity
      await recordChange(tx, currentUser, date, { action: 'create', resource, record: row, after: row })
      return row
    }),
  )
  return toResponse<Output>(row)
}
