import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { can, roleOf } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { USER_BULK_ENDPOINTS } from '../../../domain/users/bulk.ts'
import { canAssign } from '../../../domain/users/creation.ts'
import { PROFILE_ENDPOINTS as API } from '../../../domain/users/endpoints.ts'
import { type Profile, profileOutput, profileRowOutput } from '../../../domain/users/profile.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { Cases } from '../../platform/auth/access.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { filterQuery } from '../../platform/collections/bulk.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import { listPage, outputColumns } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { profiles } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { idParameters, listParameters, operation, partialBody } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { startBatch } from '../../platform/tasks/batches.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { profileResponse } from './profile-record.ts'
import { requireEditable, updateProfile } from './update-profile.ts'

const params = idParameters

/** Rule U20. */
const PROFILE_CASES: Cases = {
  'a profile that grants nothing': { needs: { role: 'admin' } },
  'the profile of sa': { needs: { role: 'sa' } },
  'a profile of a lower role': {},
}

export const profileRoutes = (app: App, context: Context): void => {
  listRoutes(app, context, API, {
    config: { access: 'signed-in' },
    querystring: profileParameters,
    list: listProfiles,
    count: (context, _currentUser, query) => countProfiles(context, query),
    exported: exportedProfiles,
  })
  app.route({
    ...operation(USER_BULK_ENDPOINTS.bulkProfiles),
    config: { access: { action: 'delete', resource: 'profiles' }, peopleOnly: true },
    async handler({ currentUser, body }, reply) {
      reply.code(202)
      requireConfirmed(currentUser)
      const { ids, filter = {}, expected, action } = body
      const where = ids
        ? isAnyOf(profiles._id, ids)
        : profileCondition(filterQuery(profileParameters, filter))
      const records = sql`select ${profiles._id} from ${profiles} where ${where ?? sql`true`}`
      return startBatch(context, currentUser, { resource: 'profiles', action, expected, records })
    },
  })
  app.route({
    ...operation(API.get, { params }),
    config: { access: { action: 'read', resource: 'profiles' } },
    handler: ({ params }) => findProfile(context.db, params.id),
  })
  app.route({
    ...operation(API.create),
    config: {
      access: { action: 'create', resource: 'profiles' },
      peopleOnly: true,
      cases: { 'a profile that grants nothing': { needs: { role: 'admin' } } },
    },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createProfile(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.update, { params, body: partialBody(API.update.body) }),
    config: {
      access: { action: 'update', resource: 'profiles' },
      peopleOnly: true,
      cases: PROFILE_CASES,
      permit: async (currentUser, id) => requireEditable(currentUser, await findProfile(context.db, id)),
    },
    handler: ({ currentUser, params, body }) => updateProfile(context, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.delete, { params }),
    config: { access: { action: 'delete', resource: 'profiles' }, peopleOnly: true, cases: PROFILE_CASES },
    handler: ({ currentUser, params }) => deleteProfile(context, currentUser, params.id),
  })
}

const source = {
  table: profiles,
  columns: outputColumns(profiles, profileOutput),
  id: profiles._id,
  sorts: {
    name: profiles.nameKey,
    accessWeb: profiles.accessWeb,
    accessApp: profiles.accessApp,
    dateValidate: profiles.dateValidate,
    deviceValidate: profiles.deviceValidate,
    secondFactor: profiles.secondFactor,
    dateUpdate: profiles.dateUpdate,
  },
  defaultSort: { by: 'name', order: 'asc' },
} as const

const profileParameters = listParameters(Object.keys(source.sorts), {})
type ProfileQuery = z.output<typeof profileParameters>

const profileCondition = ({ search, ids }: ProfileQuery) =>
  and(searchCondition(profiles.search, search), ids && inArray(profiles._id, ids))

/** A page of profiles: complete with read permission, else only the fields needed by forms. */
export const listProfiles = async (context: Context, currentUser: CurrentUser, query: ProfileQuery) => {
  const { db } = context
  const rows = await listPage(db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: profileCondition(query),
    sort: query.sort,
    order: query.order,
  })
  const settings = await readSettings(db, currentUser)
  const isReader = can(currentUser, 'read', 'profiles')
  return rows.map((row) => ({
    ...(isReader
      ? profileResponse(row)
      : { _id: row._id, name: row.name, isSystem: row.isSystem, accessWeb: row.accessWeb }),
    role: roleOf(row),
    assignable: canAssign(currentUser, principalOf(row), settings),
    below: standsAbove(currentUser, principalOf(row)),
  }))
}

export const countProfiles = (context: Context, query: SizeQuery<ProfileQuery>): Promise<Size> =>
  listSize(context, query, { rows: rowsWhere(profiles, profileCondition(query)) })

const exportedProfiles = (currentUser: CurrentUser, query: ProfileQuery): ExportedList => ({
  resource: 'profiles',
  row: profileRowOutput,
  shown: [
    'name',
    'accessWeb',
    'accessApp',
    'dateValidate',
    'deviceValidate',
    'secondFactor',
    'dateUpdate',
  ] satisfies (keyof Profile)[],
  find: async () =>
    selectListKeys(source, { where: profileCondition(query), sort: query.sort, order: query.order }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listProfiles(context, currentUser, queryByKeys(query, keys)))
  },
})

const findProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [row] = await db.select().from(profiles).where(eq(profiles._id, id))
  if (!row) throw new NotFound()
  return profileResponse(row)
}
