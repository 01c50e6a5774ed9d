import { and, asc, count, eq, isNotNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { can, canOpen, type Permission } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import {
  VIEW_ENDPOINTS as API,
  canChangeViews,
  canOpenList,
  editedViewSchema,
  findListScreen,
  MAX_VIEWS,
  type NewView,
  OTHER_COLUMNS,
  rowsPath,
  type SavedView,
  seenColumns,
  unknownOptions,
  VIEW_LISTS,
  VIEW_MESSAGES,
  type ViewContent,
  viewPartError,
} from '../../../domain/views/view.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { ownRows } from '../../platform/auth/scope.ts'
import { uniqueViolation } from '../../platform/database/errors.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { type ProfileRow, profiles } from '../../platform/database/schema/users.ts'
import { type SavedViewRow, savedViews } from '../../platform/database/schema/views.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict, duplicate, Forbidden, Invalid, NotFound } from '../../platform/http/errors.ts'
import {
  changesNothing,
  editDate,
  operation,
  idParameters as params,
  partialBody,
  refuseStale,
} from '../../platform/http/operation.ts'
import { lockCurrentUser } from '../users/lock-authority.ts'

type Body = Readonly<Record<string, unknown>>

/** The parameters and columns of a list, which its saved views may name. */
interface ListShape {
  parameters: z.ZodObject
  fields: readonly string[]
}

/** Lists by path. */
export type ListShapes = ReadonlyMap<string, ListShape>

const querystring = z.strictObject({
  list: z
    .enum(VIEW_LISTS, VIEW_MESSAGES.list)
    .meta({ description: 'El template de la pantalla, como lo nombran los perfiles: movie-list' }),
})

const signedIn = { access: 'signed-in', peopleOnly: true } as const

const LISTS: Permission = { any: VIEW_LISTS.map((route) => ({ route })), name: 'to open its list' }
const VIEWS = ownRows('a view of one’s own', 'another user’s', { hiddenUnless: LISTS })

export const viewRoutes = (app: App, context: Context, lists: ListShapes): void => {
  app.route({
    ...operation(API.list, { querystring }),
    config: { ...signedIn, cases: { 'a list': { needs: LISTS } } },
    handler: ({ currentUser, query }) => listViews(context, currentUser, query.list),
  })
  app.route({
    ...operation(API.create),
    config: {
      ...signedIn,
      cases: { 'a view of one’s own': { needs: LISTS }, 'for the profile of sa': { needs: { role: 'sa' } } },
    },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createView(context, lists, currentUser, body)
    },
  })
  app.route({
    ...operation(API.update, { params, body: partialBody(API.update.body) }),
    config: { ...signedIn, cases: VIEWS },
    handler: ({ currentUser, params, body }) => updateView(context, lists, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.delete, { params }),
    config: { ...signedIn, cases: VIEWS },
    handler: ({ currentUser, params }) => deleteView(context, currentUser, params.id),
  })
}

/** Collects the lists among all routes registered later. */
export const collectLists = (app: App): ListShapes => {
  const lists = new Map<string, ListShape>()
  app.addHook('onRoute', ({ method, url, schema }) => {
    const parameters: unknown = schema?.querystring
    if (method !== 'GET' || !(parameters instanceof z.ZodObject) || !('sort' in parameters.shape)) return
    lists.set(url, { parameters, fields: responseFields(schema?.response) })
  })
  return lists
}

const responseFields = (response: unknown): readonly string[] => {
  const rows =
    typeof response === 'object' && response !== null && 200 in response ? response[200] : undefined
  const row = rows instanceof z.ZodArray ? rows.element : undefined
  return row instanceof z.ZodObject ? Object.keys(row.shape) : []
}

/** Parameters that a view never stores as filters: paging, order, lists of ids, and batches, which expire. */
const UNSAVED_PARAMETERS = new Set(['page', 'limit', 'sort', 'order', 'ids', 'groups', 'batch'])

/** Throws Invalid for filters, options, an order or columns that the list does not have (rule Q12). */
const requireKnown = (lists: ListShapes, list: string, content: ViewContent): void => {
  const { filters, options, sort, order, columns } = content
  const route = findListScreen(list)
  const shape = route && lists.get(rowsPath(route, options))
  if (!shape) throw new Invalid([{ field: 'list', message: VIEW_MESSAGES.list }])
  const errors: ValidationError[] = [
    ...unknownOptions(list, options).map((name) => ({
      field: `options.${name}`,
      message: VIEW_MESSAGES.options,
    })),
    ...Object.keys(filters)
      .filter((name) => UNSAVED_PARAMETERS.has(name) || !(name in shape.parameters.shape))
      .map((name) => ({ field: `filters.${name}`, message: VIEW_MESSAGES.filter })),
    ...(columns ?? [])
      .filter((name, index, all) => !isColumn(shape, name) || all.indexOf(name) !== index)
      .map((name) => ({ field: 'columns', message: VIEW_MESSAGES.column(name) })),
  ]
  const query = { ...filters, ...(sort === null ? {} : { sort }), ...(order === null ? {} : { order }) }
  const parsed = shape.parameters.safeParse(query)
  if (!parsed.success && errors.length === 0)
    errors.push(
      ...toValidationErrors(parsed.error).map(({ field, message }) => ({
        field: field in filters ? `filters.${field}` : field,
        message,
      })),
    )
  if (errors.length > 0) throw new Invalid(errors)
}

/**
 * Throws if a part of the list is hidden from the current user, or from users of the profile that the view is for (rule
 * U6).
 */
const requireVisible = (
  currentUser: CurrentUser,
  profile: ProfileRow | null,
  list: string,
  content: ViewContent,
): void => {
  const message = viewPartError(currentUser.role, list, content)
  if (message !== undefined) throw new Forbidden(message)
  // Columns hidden from them are removed when they read the view.
  const forThem = { ...content, columns: null }
  if (profile !== null && viewPartError(principalOf(profile).role, list, forThem) !== undefined)
    throw new Invalid([{ field: 'profile', message: VIEW_MESSAGES.profileCannotSee }])
}

const isColumn = ({ fields }: ListShape, name: string): boolean =>
  fields.includes(name) || OTHER_COLUMNS.includes(name)

const select = (db: Executor) =>
  db
    .select({ view: savedViews, profile: profiles })
    .from(savedViews)
    .leftJoin(profiles, eq(profiles._id, savedViews.profile))

interface ViewWithProfile {
  view: SavedViewRow
  profile: ProfileRow | null
}

const viewResponse = (currentUser: CurrentUser, { view, profile }: ViewWithProfile): SavedView => {
  const { nameKey: _key, owner: _owner, dateUpdate, ...fields } = view
  return {
    ...fields,
    columns: seenColumns(currentUser.role, fields.list, fields.columns),
    profileName: profile?.name ?? '',
    canChange: profile === null || canChangeViews(currentUser, profile),
    dateUpdate: dateUpdate.toISOString(),
  }
}

const listViews = async ({ db }: Context, currentUser: CurrentUser, list: string): Promise<SavedView[]> => {
  if (!canOpenList(currentUser, list)) throw new Forbidden(VIEW_MESSAGES.listForbidden)
  const isManager = can(currentUser, 'update', 'profiles')
  const rows = await select(db)
    .where(
      and(
        eq(savedViews.list, list),
        or(
          eq(savedViews.owner, currentUser.id),
          eq(savedViews.profile, currentUser.profileId),
          isManager ? isNotNull(savedViews.profile) : undefined,
        ),
      ),
    )
    .orderBy(asc(savedViews.nameKey), asc(savedViews._id))
  return rows
    .filter(({ view, profile }) => isVisible(currentUser, view, profile))
    .map((each) => viewResponse(currentUser, each))
}

/**
 * True if a view is visible: the current user's own, of their profile, or of a profile whose views they may change
 * (rule Q10); and only if none of its filters and sort fields is hidden from their role.
 */
const isVisible = (currentUser: CurrentUser, view: SavedViewRow, profile: ProfileRow | null): boolean =>
  canOpenList(currentUser, view.list) &&
  viewPartError(currentUser.role, view.list, { ...view, columns: null }) === undefined &&
  (profile === null
    ? view.owner === currentUser.id
    : profile._id === currentUser.profileId || canChangeViews(currentUser, profile))

const createView = (
  { db, now }: Context,
  lists: ListShapes,
  session: CurrentUser,
  { list, profile: profileId, ...content }: NewView,
): Promise<SavedView> =>
  mapDuplicate(content.name, () =>
    withRetry(db, async (tx) => {
      const { currentUser, profileOf } = await lockCurrentUser(tx, session, {
        profileIds: profileId === null ? [] : [profileId],
      })
      if (!canOpenList(currentUser, list)) throw new Forbidden(VIEW_MESSAGES.listForbidden)
      const profile = profileId === null ? null : requireProfile(currentUser, profileOf(profileId), list)
      requireVisible(currentUser, profile, list, content)
      requireKnown(lists, list, content)
      await requireRoom(tx, profileId ?? currentUser.id, list)
      const [view] = await tx
        .insert(savedViews)
        .values({
          ...content,
          list,
          nameKey: fold(content.name),
          owner: profileId === null ? currentUser.id : null,
          profile: profileId,
          dateUpdate: now(),
        })
        .returning()
      if (!view) throw new Error('The new view was not stored')
      await recordViewChange(tx, currentUser, now(), profile, undefined, view)
      return viewResponse(currentUser, { view, profile })
    }),
  )

/** Throws unless the current user may save views for a profile, whose users may open the list (rule Q11). */
const requireProfile = (
  currentUser: CurrentUser,
  profile: ProfileRow | undefined,
  list: string,
): ProfileRow => {
  if (!can(currentUser, 'update', 'profiles')) throw new Forbidden(VIEW_MESSAGES.forbidden)
  const invalid = (message: string) => new Invalid([{ field: 'profile', message }])
  if (!profile) throw invalid(VIEW_MESSAGES.unknownProfile)
  if (!canChangeViews(currentUser, profile)) throw new Forbidden(VIEW_MESSAGES.forbidden)
  const route = findListScreen(list)
  if (!route || !canOpen(principalOf(profile), route)) throw invalid(VIEW_MESSAGES.profileCannotOpen)
  return profile
}

/** Throws Conflict at the maximum number of views; serialises inserts of the same owner and list. */
const requireRoom = async (tx: Tx, owner: string, list: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`saved_views ${owner} ${list}`}))`)
  const [row] = await tx
    .select({ views: count() })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), or(eq(savedViews.owner, owner), eq(savedViews.profile, owner))))
  if (row && row.views >= MAX_VIEWS) throw new Conflict(VIEW_MESSAGES.tooMany)
}

/**
 * Locks the current user, the view's profile and the view; throws NotFound or Forbidden if the view belongs to another
 * user.
 */
const lockView = async (
  tx: Tx,
  session: CurrentUser,
  id: string,
): Promise<ViewWithProfile & { currentUser: CurrentUser }> => {
  const [stored] = await tx
    .select({ profile: savedViews.profile })
    .from(savedViews)
    .where(eq(savedViews._id, id))
  if (!stored) throw new NotFound()
  const { currentUser, profileOf } = await lockCurrentUser(tx, session, {
    profileIds: stored.profile === null ? [] : [stored.profile],
  })
  const [view] = await tx.select().from(savedViews).where(eq(savedViews._id, id)).for('update')
  if (!view) throw new NotFound()
  const profile = view.profile === null ? null : (profileOf(view.profile) ?? null)
  if (!isVisible(currentUser, view, profile)) throw new NotFound()
  if (profile !== null && !canChangeViews(currentUser, profile)) throw new Forbidden(VIEW_MESSAGES.forbidden)
  return { currentUser, view, profile }
}

const viewContent = ({ name, filters, options, sort, order, limit, columns }: SavedViewRow): ViewContent => ({
  name,
  filters,
  options,
  sort,
  order,
  limit,
  columns,
})

const updateView = (
  { db, now }: Context,
  lists: ListShapes,
  session: CurrentUser,
  id: string,
  body: Body,
): Promise<SavedView> => {
  const { dateUpdate: _read, ...sent } = body
  return mapDuplicate(String(sent.name), () =>
    withRetry(db, async (tx) => {
      const { currentUser, view: stored, profile } = await lockView(tx, session, id)
      refuseStale(body, stored.dateUpdate)
      const parsed = editedViewSchema.safeParse({ ...viewContent(stored), ...sent })
      if (!parsed.success) throw new Invalid(toValidationErrors(parsed.error))
      requireVisible(currentUser, profile, stored.list, parsed.data)
      requireKnown(lists, stored.list, parsed.data)
      if (changesNothing(stored, parsed.data)) return viewResponse(currentUser, { view: stored, profile })
      const [view] = await tx
        .update(savedViews)
        .set({
          ...parsed.data,
          nameKey: fold(parsed.data.name),
          dateUpdate: editDate(now(), stored.dateUpdate),
        })
        .where(eq(savedViews._id, id))
        .returning()
      if (!view) throw new Error('The locked view is gone')
      await recordViewChange(tx, currentUser, now(), profile, stored, view)
      return viewResponse(currentUser, { view, profile })
    }),
  )
}

const deleteView = ({ db, now }: Context, session: CurrentUser, id: string): Promise<{ _id: string }> =>
  withRetry(db, async (tx) => {
    const { currentUser, view, profile } = await lockView(tx, session, id)
    await tx.delete(savedViews).where(eq(savedViews._id, id))
    await recordViewChange(tx, currentUser, now(), profile, view, undefined)
    return { _id: id }
  })

/** Records the change of a profile's view; a user's own views are not audited (rule Q11). */
const recordViewChange = async (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  profile: ProfileRow | null,
  before: SavedViewRow | undefined,
  after: SavedViewRow | undefined,
): Promise<void> => {
  if (profile === null) return
  const record = { _id: profile._id, name: profile.name }
  await recordChange(tx, currentUser, date, {
    action: 'update',
    resource: 'profiles',
    record,
    before: { savedView: before && auditView(before) },
    after: { savedView: after && auditView(after) },
  })
}

const auditView = (view: SavedViewRow) => {
  const { name: viewName, ...content } = viewContent(view)
  return { viewName, list: findListScreen(view.list)?.description ?? view.list, ...content }
}

/** Maps a unique violation of the name to an error of its field. */
const mapDuplicate = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    const constraint = uniqueViolation(error)
    if (constraint === 'saved_views_owner' || constraint === 'saved_views_profile')
      throw duplicate('name', VIEW_MESSAGES.duplicate(name))
    throw error
  }
}
