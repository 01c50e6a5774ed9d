import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Action, can, type Principal } from '../../../domain/access/permissions.ts'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../domain/batches/bulk.ts'
import { isLinked, LINKED_RESOURCES, type LinkedResource } from '../../../domain/contents/link-verdict.ts'
import {
  LINK_ENDPOINTS as API,
  type CheckInput,
  LINK_HEALTH_MESSAGES,
  type LinkHealth,
} from '../../../domain/links/link-health.ts'
import { id } from '../../../domain/validation/fields.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { selectRecords } from '../../platform/collections/bulk.ts'
import { type Collection, filter } from '../../platform/database/collection.ts'
import { episodes } from '../../platform/database/schema/contents.ts'
import { linkHealth } from '../../platform/database/schema/links.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict, Forbidden, Invalid } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { countDeactivations, undoDeactivations } from './deactivate.ts'
import { linkBaseRoutes } from './link-bases.ts'
import { listHosts } from './list-hosts.ts'
import { isStillActive, queueChecks, recordsById } from './queue-checks.ts'

const querystring = z.strictObject({ resource: z.enum(LINKED_RESOURCES), record: id() })

/** Access with the permission for any linked resource; `cases` name each. */
const catalogueAccess = (action: Action) => ({
  access: { any: LINKED_RESOURCES.map((resource) => ({ action, resource })) },
  cases: Object.fromEntries(LINKED_RESOURCES.map((resource) => [resource, { needs: { action, resource } }])),
})

/** Throws Forbidden without the permission for the resource that an unvalidated request names. */
const requireResourceAccess = (principal: Principal, action: Action, sent: unknown): void => {
  const sentResource =
    typeof sent === 'object' && sent !== null && 'resource' in sent ? sent.resource : undefined
  if (typeof sentResource === 'string' && isLinked(sentResource) && !can(principal, action, sentResource))
    throw new Forbidden()
}

export const linkRoutes = (app: App, context: Context): void => {
  linkBaseRoutes(app, context)
  app.route({
    ...operation(API.list, { querystring }),
    config: catalogueAccess('read'),
    preValidation: async ({ currentUser, query }) => requireResourceAccess(currentUser, 'read', query),
    handler: ({ query: { resource, record } }) => listHealth(context, resource, record),
  })
  app.route({
    ...operation(API.hosts),
    config: { access: catalogueAccess('read').access, load: 'reports', replica: true },
    handler: ({ currentUser }) =>
      listHosts(
        context,
        LINKED_RESOURCES.filter((each) => can(currentUser, 'read', each)),
      ),
  })
  const { access, cases } = catalogueAccess('update')
  app.route({
    ...operation(API.check),
    config: { access, cases },
    preValidation: async ({ currentUser, body }) => requireResourceAccess(currentUser, 'update', body),
    async handler({ currentUser, body }, reply) {
      reply.code(202)
      return requestChecks(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.deactivations),
    config: { access },
    handler: ({ currentUser }) => countDeactivations(context, editableResources(currentUser)),
  })
  app.route({
    ...operation(API.undo),
    config: { access },
    handler: ({ currentUser, body }) =>
      undoDeactivations(context, currentUser, editableResources(currentUser), new Date(body.since)),
  })
}

const editableResources = (principal: Principal): LinkedResource[] =>
  LINKED_RESOURCES.filter((each) => can(principal, 'update', each))

/** The checked links of a record that are still active ones of it, and those that checks deactivated. */
const listHealth = async (
  { db }: Context,
  resource: LinkedResource,
  record: string,
): Promise<LinkHealth[]> => {
  const isActive = sql<boolean>`${isStillActive(resource)}`
  const isShown = sql`(${isActive} or ${linkHealth.deactivated} is not null)`
  const rows = await db
    .select({ row: linkHealth, isActive })
    .from(linkHealth)
    .where(and(eq(linkHealth.record, record), eq(linkHealth.resource, resource), isShown))
    .orderBy(asc(linkHealth.link))
  return rows.map(({ row, isActive }) => ({
    link: row.link,
    verdict: row.verdict,
    reason: row.reason,
    checked: row.checked?.toISOString() ?? null,
    since: row.since?.toISOString() ?? null,
    failures: row.verdict === 'down' ? row.repeats : 0,
    isWaiting: row.nextCheck !== null,
    // Null once a person has activated it again.
    deactivated: isActive ? null : (row.deactivated?.toISOString() ?? null),
    history: row.history,
  }))
}

/** The collection with the filters of its list: episodes are also filtered by series. */
const listCollection = (collection: Collection | undefined): Collection | undefined =>
  collection?.table === episodes
    ? {
        ...collection,
        filters: { ...collection.filters, serieId: filter(id(), (serie) => eq(episodes.serieId, serie)) },
      }
    : collection

/** Records per transaction: other requests proceed between two transactions. */
const BATCH_SIZE = 500

const requestChecks = async (
  context: Context,
  currentUser: CurrentUser,
  { resource, expected, ...choice }: CheckInput,
): Promise<{ links: number }> => {
  const { db, now, collections } = context
  const collection = listCollection(collections.find(({ entity }) => entity.resource === resource))
  if (!collection) throw new Error(`No collection of ${resource}`)
  const records = await db.execute<{ _id: string }>(
    sql`${selectRecords(collection, choice)} limit ${MAX_RECORDS + 1}`,
  )
  const ids = records.rows.map(({ _id }) => _id)
  if (ids.length > MAX_RECORDS) throw new Invalid([{ field: '', message: BULK_MESSAGES.tooMany }])
  if (ids.length !== expected)
    throw new Conflict(BULK_MESSAGES.count(ids.length, expected), { code: 'COUNT' })
  const settings = await readSettings(db, currentUser)
  let links = 0
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const where = recordsById(resource, ids.slice(from, from + BATCH_SIZE))
    links += await withRetry(db, (tx) =>
      queueChecks(tx, settings, { resource, where, now: now(), isAsked: true }),
    )
  }
  if (links === 0) throw new Conflict(LINK_HEALTH_MESSAGES.none)
  context.wakeNetworkWorkers?.()
  return { links }
}
