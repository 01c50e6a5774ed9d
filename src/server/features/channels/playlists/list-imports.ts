import { count, desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { stateOf } from '../../../../domain/channels/playlist/history.ts'
import { channelImports } from '../../../platform/database/schema/channels.ts'
import { users } from '../../../platform/database/schema/users.ts'
import type { Context } from '../../../platform/http/context.ts'

const PAGE_SIZE = 20

const undoer = alias(users, 'undoer')

/** A page of the history of imports, the last ones first. */
export const listImports = async (
  { db, now }: Context,
  { page = 1, limit = PAGE_SIZE }: { page?: number | undefined; limit?: number | undefined },
) => {
  const rows = await db
    .select({ batch: channelImports, userName: users.name, undoneBy: undoer.name })
    .from(channelImports)
    .innerJoin(users, eq(users._id, channelImports.createdBy))
    .leftJoin(undoer, eq(undoer._id, channelImports.undoneBy))
    .orderBy(desc(channelImports.date), desc(channelImports._id))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(({ batch, userName, undoneBy }) => ({
    _id: batch._id,
    date: batch.date.toISOString(),
    userName,
    source: batch.source,
    created: batch.created,
    changed: batch.changed,
    state: stateOf(batch, now()),
    undoneAt: batch.undoneAt?.toISOString() ?? null,
    undoneBy: undoneBy ?? '',
    kept: batch.kept,
  }))
}

/** How many imports the history has. */
export const countImports = async ({ db }: Context): Promise<{ count: number }> => {
  const [row] = await db.select({ count: count() }).from(channelImports)
  return { count: row?.count ?? 0 }
}
