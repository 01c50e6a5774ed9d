import { lt, sql } from 'drizzle-orm'
import { recordDetail, trashCutoff } from '../../../domain/contract/trash.ts'
import { recordTitle } from '../../../domain/registry.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Collection, StoredRow } from '../database/collection.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Db, Tx } from '../database/open.ts'
import { waitingViews } from '../database/schema/contents.ts'
import { type TrashRecord, trash } from '../database/schema/trash.ts'
import { searchText, sortKey } from '../database/search.ts'
import { parentRecordId, type RecordWithCollection, referencedIds, referenceNames } from './references.ts'

/** Stores records of a collection being deleted, with their parts, for a later restoration. */
export const storeInTrash = async (
  tx: Tx,
  { id: deletedBy }: CurrentUser,
  date: Date,
  collection: Collection,
  deleted: readonly { row: StoredRow; parts: readonly RecordWithCollection[] }[],
): Promise<void> => {
  if (deleted.length === 0) return
  const rows = deleted.flatMap(({ row, parts }) => [row, ...parts.map((part) => part.row)])
  const waiting = await takeWaitingViews(
    tx,
    rows.flatMap((row) => ('view' in row ? [row._id] : [])),
  )
  const names = await referenceNames(
    tx,
    collection,
    deleted.map(({ row }) => row),
  )
  await tx.insert(trash).values(
    deleted.map(({ row, parts }) => {
      const title = recordTitle(row)
      const detail = recordDetail(row, collection.detail)
      return {
        resource: collection.entity.resource,
        record: row._id,
        parent: parentRecordId(collection, row) ?? null,
        title,
        titleKey: sortKey(title),
        detail,
        parts: parts.length,
        deletedBy,
        date,
        snapshot: {
          record: trashRecord({ collection, row }, waiting),
          parts: parts.map((part) => trashRecord(part, waiting)),
          names: Object.fromEntries(
            referencedIds(collection, row).flatMap((id) => {
              const name = names.get(id)
              return name === undefined ? [] : [[id, name]]
            }),
          ),
        },
        search: searchText(title, detail),
      }
    }),
  )
}

/** Moves queued visits of deleted contents along; returns their number by id. */
async function takeWaitingViews(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ item: string; views: number }>(sql`
    with taken as (delete from ${waitingViews} where ${isAnyOf(waitingViews.item, ids)} returning item)
    select item, count(*)::int as views from taken group by item`)
  return new Map(rows.map(({ item, views }) => [item, views]))
}

/** Stored in the API's format, which is stable while columns may change with new versions. */
const trashRecord = (
  { collection, row }: RecordWithCollection,
  waiting: ReadonlyMap<string, number>,
): TrashRecord => {
  const { resource, schemas } = collection.entity
  const fields = Object.fromEntries(Object.keys(schemas.record.shape).map((name) => [name, row[name]]))
  const view = 'view' in row ? { view: Number(row.view) + (waiting.get(row._id) ?? 0) } : {}
  return { resource, fields: { ...fields, ...view } }
}

/** Purges expired records, and returns their number. */
export const emptyTrash = async (db: Db, now: Date): Promise<number> => {
  const { rowCount } = await db.delete(trash).where(lt(trash.date, trashCutoff(now)))
  return rowCount ?? 0
}
