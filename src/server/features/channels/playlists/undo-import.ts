import { eq, inArray } from 'drizzle-orm'
import { HISTORY_MESSAGES, stateOf } from '../../../../domain/channels/playlist/history.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import type { Tx } from '../../../platform/database/open.ts'
import { channelImportRows, channelImports, channels } from '../../../platform/database/schema/channels.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Conflict, NotFound } from '../../../platform/http/errors.ts'
import { editDate } from '../../../platform/http/operation.ts'
import { recordImport } from './import-channels.ts'
import { rememberRestored, updateChannels } from './stored-channels.ts'

const IDS_AT_ONCE = 1000

/**
 * Undoes an import: created channels are deleted, changed ones restored. Channels edited since are skipped, and
 * listed in the result. Possible once, within a few weeks; the import stays in the history.
 */
export const undoImport = ({ db, now }: Context, currentUser: CurrentUser, batchId: string) =>
  withRetry(db, async (tx) => {
    const date = now()
    await holdImport(tx, date, batchId)
    const rows = await writtenRows(tx, batchId)
    const untouched = rows.filter(({ written, dateUpdate }) => written.getTime() === dateUpdate.getTime())
    const kept = rows.filter(({ written, dateUpdate }) => written.getTime() !== dateUpdate.getTime())
    const created = untouched.filter(({ before }) => before === null).map(({ _id }) => _id)
    const restored = untouched.flatMap(({ _id, before, dateUpdate }) =>
      before
        ? [
            {
              ...before,
              _id,
              asOf: before.dateUpdate,
              was: dateUpdate,
              userUpdate: currentUser.name,
              dateUpdate: editDate(date, dateUpdate),
            },
          ]
        : [],
    )
    for (let start = 0; start < created.length; start += IDS_AT_ONCE)
      await tx.delete(channels).where(inArray(channels._id, created.slice(start, start + IDS_AT_ONCE)))
    await updateChannels(tx, restored)
    await rememberRestored(tx, restored)
    await tx.delete(channelImportRows).where(eq(channelImportRows.import, batchId))
    await tx
      .update(channelImports)
      .set({ undoneAt: date, undoneBy: currentUser.id, kept: kept.length })
      .where(eq(channelImports._id, batchId))
    const counts = { removed: created.length, restored: restored.length }
    await recordImport(tx, currentUser, date, 'undo-import', { ...counts, kept: kept.length })
    return {
      ...counts,
      kept: kept.map(({ _id, number, title }) => ({ _id, number, title })),
    }
  })

async function holdImport(tx: Tx, now: Date, batchId: string): Promise<void> {
  const stored = tx.select().from(channelImports).where(eq(channelImports._id, batchId))
  const [found] = await stored.for('no key update')
  if (!found) throw new NotFound(HISTORY_MESSAGES.missing)
  const state = stateOf(found, now)
  if (state !== 'done') throw new Conflict(HISTORY_MESSAGES[state])
}

/** The remaining channels of an import, locked until the transaction ends, since some are deleted in it. */
const writtenRows = (tx: Tx, batchId: string) =>
  tx
    .select({
      _id: channels._id,
      number: channels.number,
      title: channels.title,
      dateUpdate: channels.dateUpdate,
      written: channelImportRows.written,
      before: channelImportRows.before,
    })
    .from(channelImportRows)
    .innerJoin(channels, eq(channels._id, channelImportRows.channel))
    .where(eq(channelImportRows.import, batchId))
    .orderBy(channels._id)
    .for('update', { of: channels })
