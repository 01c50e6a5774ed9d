import { eq } from 'drizzle-orm'
import { recordChange } from '../audit/record-change.ts'
import type { CurrentUser } from '../auth/permissions.ts'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { NotFound } from '../http/errors.ts'
import type { Collection } from './collection.ts'
import { refuseInUse } from './references.ts'
import { lockRow } from './rows.ts'

/** Deletes a record, unless the collection's own rule forbids it, and gives its id. */
export const deleteRecord = (
  { db, now }: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
) =>
  withRetry(db, async (tx) => {
    const { table, beforeDelete } = collection
    const { resource } = collection.entity
    const stored = await lockRow(tx, table, id, 'deletion')
    if (!stored) throw new NotFound()
    await refuseInUse(tx, collection, stored)
    const date = now()
    await beforeDelete?.({ tx, id, currentUser, date })
    await tx.delete(table).where(eq(table._id, id))
    await recordChange(tx, currentUser, date, { action: 'delete', resource, record: stored, before: stored })
    return { _id: id }
  })
