import { eq } from 'drizzle-orm'
import { withRetry } from '../database/retry.ts'
import type { Context } from '../http/context.ts'
import { NotFound } from '../http/errors.ts'
import type { Collection } from './collection.ts'
import { lockRow } from './rows.ts'

/** Deletes a record, unless the collection's own rule forbids it, and gives its id. */
export const deleteRecord = ({ db }: Context, { table, beforeDelete }: Collection, id: string) =>
  withRetry(db, async (tx) => {
    if (!(await lockRow(tx, table, id))) throw new NotFound()
    await beforeDelete?.(tx, id)
    await tx.delete(table).where(eq(table._id, id))
    return { _id: id }
  })
