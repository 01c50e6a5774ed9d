import { sql } from 'drizzle-orm'
import { sessions } from '../database/schema/users.ts'
import { runDetached } from '../database/statement-context.ts'
import type { App, Context } from '../http/context.ts'

/**
 * Stores the WAL position before a write is answered: its author never reads an older state from any node afterwards.
 */
export const recordWritePositions = (app: App, { db }: Context): void => {
  app.addHook('onSend', async ({ method, session, log }, { statusCode }) => {
    // Keys always read from the primary.
    if (
      !session ||
      session.isApp ||
      session.key ||
      method === 'GET' ||
      method === 'HEAD' ||
      statusCode >= 500
    )
      return
    // No wait for the disk: everything that precedes this commit is already flushed.
    const note = sql`update ${sessions} set written = (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint
      from set_config('synchronous_commit', 'off', true) where token_hash = ${session.tokenHash}`
    await runDetached(async () => db.execute(note)).catch((error) =>
      log.warn({ err: error }, 'the position of a write could not be kept'),
    )
  })
}
