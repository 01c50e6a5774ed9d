import { and, desc, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import type { histories, issues } from '../../platform/database/schema/support.ts'
import { TooManyRequests } from '../../platform/http/errors.ts'

interface Limit {
  count: number
  seconds: number
}

/**
 * Rate limit per viewer, counted from the stored rows: valid across nodes and for concurrent requests, since the caller
 * holds the lock of the viewer's row. `rate-limiter-flexible` would need a table and a write per request, and its fixed
 * windows let nearly twice the limit through at their edge.
 */
export const limitSending = async (
  tx: Tx,
  table: typeof histories | typeof issues,
  user: string,
  now: Date,
  { count, seconds, message }: Limit & { message: string },
): Promise<void> => {
  const since = new Date(now.getTime() - seconds * 1000)
  const [blocking] = await tx
    .select({ date: table.date })
    .from(table)
    .where(and(eq(table.user, user), gt(table.date, since)))
    .orderBy(desc(table.date))
    .offset(count - 1)
    .limit(1)
  if (!blocking) return
  const wait = (blocking.date.getTime() - since.getTime()) / 1000
  throw new TooManyRequests(Math.max(1, Math.ceil(wait)), message)
}
