import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Executor } from './executor.ts'

const planSchema = z.object({
  'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })).min(1),
})

/** The planner's estimate of a query's rows, from statistics only. */
export async function estimateRows(db: Executor, statement: SQL): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) ${statement}`)
  const [plan] = planSchema.parse(rows[0])['QUERY PLAN']
  return Math.round(plan?.Plan['Plan Rows'] ?? 0)
}
