import { and, eq, gte, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { PUBLICATION_STATES, type PublicationState } from '../../../domain/contents/publication-states.ts'
import { choice } from '../../../domain/validation/filters.ts'
import { type Filter, filter } from '../../platform/database/collection.ts'
import type { PublicationColumns } from '../../platform/database/columns.ts'

const STATES = Object.keys(PUBLICATION_STATES) as [PublicationState, ...PublicationState[]]

/** Condition of each state; all but the last have a small index (rule L5). */
const stateConditions = ({
  datePublish,
  dateUnpublish,
  publicationDue,
  publicationBlocked,
}: PublicationColumns): Record<PublicationState, SQL | undefined> => ({
  scheduled: and(isNotNull(publicationDue), eq(publicationDue, datePublish)),
  ending: and(isNotNull(publicationDue), gte(dateUnpublish, publicationDue)),
  blocked: isNotNull(publicationBlocked),
  none: and(isNull(datePublish), isNull(dateUnpublish)),
})

/** Filter by publication state: scheduled, ending, blocked or none. */
export const publicationFilter = (table: PublicationColumns): { publication: Filter } => {
  const conditions = stateConditions(table)
  return { publication: filter(choice(STATES), (state) => conditions[state]) }
}
