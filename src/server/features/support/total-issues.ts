import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ISSUE_TYPES } from '../../../domain/support/issue.ts'
import { MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { choice, day } from '../../platform/collections/list-parameters.ts'
import { issueDays } from '../../platform/database/schema/support.ts'
import type { Context } from '../../platform/http/context.ts'
import { daysOf } from './issue-conditions.ts'

/** The query of the sums of reports. */
export const totalParameters = z.strictObject({
  mediaType: choice(MEDIA_TYPES).optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})

/** How many reports of a type are open, and how many repaired. */
export const issueTotalsSchema = z.array(
  z.object({
    issueType: z.enum(ISSUE_TYPES),
    open: z.int().meta({ description: 'Reportados' }),
    fixed: z.int().meta({ description: 'Reparados' }),
  }),
)

/** The reports of each type that has any: a glance at what is open. */
export const totalIssues = async (
  { db }: Context,
  query: z.output<typeof totalParameters>,
): Promise<z.output<typeof issueTotalsSchema>> =>
  db
    .select({
      issueType: issueDays.issueType,
      open: sql<number>`sum(${issueDays.open})`.mapWith(Number),
      fixed: sql<number>`sum(${issueDays.fixed})`.mapWith(Number),
    })
    .from(issueDays)
    .where(daysOf(query))
    .groupBy(issueDays.issueType)
    .orderBy(asc(issueDays.issueType))
