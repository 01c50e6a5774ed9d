import { lte, max } from 'drizzle-orm'
import type { Db, Tx } from './open.ts'
import { backups } from './schema/backups.ts'

/** When the last automatic backup that was proven was made, of those before `now`: a clock may have been ahead. */
export const lastProof = async (db: Db | Tx, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ proven: max(backups.proven) })
    .from(backups)
    .where(lte(backups.proven, now))
  return row?.proven ?? undefined
}
