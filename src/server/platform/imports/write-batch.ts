import { sql } from 'drizzle-orm'
import type { Resource } from '../../../domain/registry.ts'
import { type Author, recordChange } from '../audit/audit-log.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import type { Context } from '../http/context.ts'
import { addToBatch, endImportBatch, insertImportBatch, type WrittenRecord } from '../tasks/batches.ts'
import type { ImportStep } from './import-work.ts'

/** Lets one import of a resource write at a time: a concurrent one with the same new records waits, then sees them. */
export const holdImports = async (tx: Tx, resource: Resource): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${resource}`}, 0))`)
}

interface NewImport {
  /** Id of the batch. */
  _id: string
  resource: Resource
  /** The file, or another source. */
  name: string
  /** Further counts for the audit log. */
  counts?: Fields | undefined
}

export interface Written {
  created: number
  changed: number
  /** Null if nothing was written. */
  batch: string | null
}

/** Stores written records as a batch that can be undone, with its audit event. */
export const writeAsBatch = async (
  { tx, context, currentUser }: Pick<ImportStep, 'tx' | 'context' | 'currentUser'>,
  { _id, resource, name, counts }: NewImport,
  parts: AsyncIterable<readonly WrittenRecord[]>,
): Promise<Written> => {
  const batch = await insertImportBatch(tx, currentUser, { _id, resource, date: context.now() })
  const written = { created: 0, changed: 0 }
  for await (const records of parts) {
    await addToBatch(tx, batch, records)
    for (const { before } of records) written[before === null ? 'created' : 'changed']++
  }
  return endWritten(
    tx,
    context,
    currentUser,
    { _id, resource, name, counts },
    { ...written, state: 'done', message: '' },
  )
}

interface WrittenEnd extends Omit<Written, 'batch'> {
  /** Of a batch that was running. */
  state: 'done' | 'cancelled' | 'failed'
  message: string
}

/** Ends the batch of an import with its audit event, or deletes it if nothing was written. */
export const endWritten = async (
  tx: Tx,
  context: Pick<Context, 'now'>,
  author: Author,
  { _id, resource, name, counts }: NewImport,
  { state, message, ...written }: WrittenEnd,
): Promise<Written> => {
  if (written.created + written.changed === 0) {
    await endImportBatch(tx, _id, undefined)
    return { ...written, batch: null }
  }
  await endImportBatch(tx, _id, { summary: { name, ...written }, state, message })
  const record = { _id: null, name }
  const after = { ...written, ...counts }
  await recordChange(tx, author, context.now(), { action: 'import', resource, record, batch: _id, after })
  return { ...written, batch: _id }
}
