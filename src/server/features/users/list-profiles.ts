import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { can, roleOf } from '../../../domain/access/permissions.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { canAssign } from '../../../domain/users/creation.ts'
import type { Profile } from '../../../domain/users/profile.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import { countRows, listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { profiles } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listParameters, pagingOf } from '../../platform/http/operation.ts'
import { loadPageSize, readSettings } from '../../platform/settings/read-settings.ts'
import { profileResponse } from './profile-row.ts'

const source = {
  table: profiles,
  id: profiles._id,
  sorts: {
    name: profiles.nameKey,
    accessWeb: profiles.accessWeb,
    accessApp: profiles.accessApp,
    dateValidate: profiles.dateValidate,
    deviceValidate: profiles.deviceValidate,
    dateUpdate: profiles.dateUpdate,
  },
  defaultSort: { by: 'name', order: 'asc' },
} as const

/** The query of the list and its count. */
export const profileParameters = listParameters(Object.keys(source.sorts), {})
type ProfileQuery = z.output<typeof profileParameters>

const conditionOf = ({ search, ids }: ProfileQuery) =>
  and(searchCondition(profiles.search, search), ids && inArray(profiles._id, ids))

/** A page of profiles: whole for readers, else the fields that forms need. */
export const listProfiles = async ({ db }: Context, currentUser: CurrentUser, query: ProfileQuery) => {
  const rows = await listPage(db, source, {
    ...(await pagingOf(query, () => loadPageSize(db))),
    where: conditionOf(query),
    sort: query.sort,
    order: query.order,
  })
  const settings = await readSettings(db)
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

export const countProfiles = async ({ db }: Context, query: ProfileQuery): Promise<{ count: number }> => ({
  count: await countRows(db, profiles, conditionOf(query)),
})

export const findProfile = async (db: Executor, id: string): Promise<Profile> => {
  const [row] = await db.select().from(profiles).where(eq(profiles._id, id))
  if (!row) throw new NotFound()
  return profileResponse(row)
}
