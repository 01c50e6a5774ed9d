import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { isTimedOut } from './errors.ts'
import type { Db, Executor } from './executor.ts'

const planSchema = z.object({
  'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })).min(1),
})

/** The planner's estimate of matching rows, from statistics alone. */
export async function estimateRows(db: Executor, table: PgTable, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute(
    sql`explain (format json) select 1 from ${table} ${where ? sql`where ${where}` : sql``}`,
  )
  const [plan] = planSchema.parse(rows[0])['QUERY PLAN']
  return Math.round(plan?.Plan['Plan Rows'] ?? 0)
}

/** A count: exact, or an estimate where counting would take long (rule Q3). */
export interface RoughCount {
  count: number
  approximate?: true
}

const READING = { accessMode: 'read only' } as const

/** The most rows, and milliseconds, of an exact count. */
export interface CountLimits {
  rows: number
  milliseconds: number
}

/** Counts rows exactly within limits; beyond them it returns the planner's estimate. */
export async function countWithin(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  { rows: most, milliseconds }: CountLimits,
): Promise<RoughCount> {
  const estimate = await estimateRows(db, table, where)
  if (estimate > most) return { count: estimate, approximate: true }
  try {
    const count = await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`))
      const { rows } = await tx.execute<{ count: number }>(sql`select count(*) as count from (
        select 1 from ${table} ${where ? sql`where ${where}` : sql``} limit ${most + 1}) as counted`)
      return rows[0]?.count ?? 0
    }, READING)
    return count > most ? { count: Math.max(count, estimate), approximate: true } : { count }
  } catch (error) {
    if (isTimedOut(error)) return { count: estimate, approximate: true }
    throw error
  }
}
