import { and, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { tableOf } from '../../platform/database/collection.ts'
import type { Executor } from '../../platform/database/open.ts'

/** Records whose links are read by one statement: on the embedded database all other requests wait for it. */
const CHUNK = 20_000

/** Conditions that divide the records of a resource into chunks, at least one. */
export const chunksOf = async (db: Executor, resource: LinkedResource): Promise<SQL[]> => {
  const table = tableOf(resource)
  const { rows } = await db.execute<{ _id: string }>(sql`
    select _id from (select ${table._id} as _id, row_number() over (order by ${table._id}) as n from ${table}) as ids
    where n % ${CHUNK} = 0 order by _id`)
  const ends = rows.map(({ _id }) => _id)
  return [undefined, ...ends].map((after, index) => {
    const until = ends[index]
    const isBetween = and(
      after === undefined ? undefined : gt(table._id, after),
      until === undefined ? undefined : lte(table._id, until),
    )
    return isBetween ?? sql`true`
  })
}
