import { type SQL, sql } from 'drizzle-orm'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import {
  DATED_CONTENTS,
  NEWEST_ENDPOINTS,
  type NewestContent,
} from '../../../domain/contents/newest-contents.ts'
import { tableOf } from '../../platform/database/collection.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'

const LIMIT = 6

const readableContents = (principal: Principal) =>
  DATED_CONTENTS.filter((resource) => can(principal, 'read', resource))

interface NewestRow extends Record<string, unknown>, Omit<NewestContent, 'dateCreate'> {
  dateCreate: Date | string
}

/** Reads the newest contents of each readable resource from its sort index, and merges them. */
const listNewest = async ({ db }: Context, principal: Principal): Promise<NewestContent[]> => {
  const queries = readableContents(principal).map((resource): SQL => {
    const table = tableOf(resource)
    const { _id, title, year, covertImage, status, dateCreate } = table
    return sql`(
      select ${_id} as _id, ${resource}::text as resource, ${title} as title, ${year} as year,
        ${covertImage} as "covertImage", ${status} as status, ${dateCreate} as "dateCreate"
      from ${table} order by ${dateCreate} desc, ${_id} desc limit ${LIMIT})`
  })
  const { rows } = await db.execute<NewestRow>(sql`
    select * from (${sql.join(queries, sql` union all `)}) as newest
    order by "dateCreate" desc, _id desc limit ${LIMIT}`)
  return rows.map((row) => ({ ...row, dateCreate: new Date(row.dateCreate).toISOString() }))
}

export const newestRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(NEWEST_ENDPOINTS.list),
    config: {
      access: { any: DATED_CONTENTS.map((resource) => ({ action: 'read', resource }) as const) },
      replica: true,
    },
    handler: ({ currentUser }) => listNewest(context, currentUser),
  })
}
