import { z } from 'zod'
import { can } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { RESOURCES, type Resource } from '../../../domain/registry.ts'
import {
  SEARCH_ENDPOINTS as API,
  type Candidate,
  MAX_FOUND,
  MAX_OF_KIND,
  MAX_SEARCHED,
  mergeResults,
  type SearchResult,
} from '../../../domain/search/search.ts'
import { text } from '../../../domain/validation/fields.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { customers } from '../../platform/auth/scope.ts'
import { findRecords } from '../../platform/collections/find-records.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, wholeNumber } from '../../platform/http/operation.ts'
import { findByReference } from '../credits/list-transactions.ts'
import { findUsers } from '../users/find-users.ts'

const querystring = z.strictObject({
  q: text(MAX_SEARCHED).meta({ description: 'Texto a buscar, sin distinguir mayúsculas ni acentos' }),
  limit: wholeNumber(1, MAX_FOUND).optional(),
})

const DEFAULT_LIMIT = 20

const READ_USERS = { action: 'read', resource: 'users' } as const
/** Of the searched records, only users have a scope. */
const USER_CASES = customers(
  { hiddenUnless: READ_USERS },
  { hiddenUnless: { all: [READ_USERS, { role: 'admin' }] } },
)

/** GET /api/search: searches everything that the current user may list. */
export const searchRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.search, { querystring }),
    config: { access: 'signed-in', cases: USER_CASES, replica: true },
    handler: ({ currentUser, query: { q, limit = DEFAULT_LIMIT } }) => search(context, currentUser, q, limit),
  })
}

/** Searches all kinds in parallel, the catalogue in one statement. */
const search = async (
  context: Context,
  currentUser: CurrentUser,
  query: string,
  limit: number,
): Promise<SearchResult[]> => {
  if (fold(query) === '') return []
  const most = Math.min(limit, MAX_OF_KIND)
  const mayList = (resource: Resource): boolean => can(currentUser, 'read', resource)
  const collections = RESOURCES.filter(mayList).flatMap((resource) =>
    context.collections.filter(({ entity }) => entity.resource === resource),
  )
  const none: Candidate[] = []
  const [users, transactions, records] = await Promise.all([
    mayList('users') ? findUsers(context, currentUser, query, most) : none,
    mayList('license_transactions') ? findByReference(context, currentUser, query) : none,
    findRecords(context.db, collections, query, most),
  ])
  return mergeResults([users, transactions, ...records], query, limit)
}
