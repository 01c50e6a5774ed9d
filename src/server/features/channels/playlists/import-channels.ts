import { inArray, lt } from 'drizzle-orm'
import { can } from '../../../../domain/access/permissions.ts'
import { undoableSince } from '../../../../domain/batches/undo.ts'
import { comparePlaylist } from '../../../../domain/channels/playlist/compare.ts'
import type { ChosenPlaylist } from '../../../../domain/channels/playlist/endpoints.ts'
import { tidyEntry } from '../../../../domain/channels/playlist/entry.ts'
import { countsOf, type ImportPlan, planImport } from '../../../../domain/channels/playlist/plan.ts'
import { recordChange } from '../../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { referenceErrors } from '../../../platform/collections/references.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/open.ts'
import {
  type ChannelBefore,
  channelImportRows,
  channelImports,
} from '../../../platform/database/schema/channels.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Forbidden, Invalid } from '../../../platform/http/errors.ts'
import { editDate } from '../../../platform/http/operation.ts'
import { lockSettings } from '../../../platform/settings/read-settings.ts'
import { channelCollection } from '../collections.ts'
import {
  type ImportedChannel,
  insertChannels,
  insertImportRows,
  playableChannels,
  type StoredPlayable,
  updateChannels,
} from './stored-channels.ts'

/** Records an import or its undoing as one audit event; its batch stores the channels' earlier values. */
export const recordImport = (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  action: 'import' | 'undo-import',
  counts: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordChange(tx, currentUser, date, {
    action,
    resource: 'channels',
    record: { _id: null, name: 'Lista de reproducción' },
    after: counts,
  })

/** Retention of the import history, in milliseconds. */
const HISTORY = 365 * 24 * 3_600_000

type Plan = ImportPlan<StoredPlayable>

/**
 * Imports the chosen entries in one transaction, and returns what was done; without changes there is no batch to undo.
 */
export const importChannels = (context: Context, currentUser: CurrentUser, choices: ChosenPlaylist) =>
  withRetry(context.db, async (tx) => {
    // Locked until the end: of two concurrent imports, the second one sees the changes of the first.
    const { tvUrlBase } = (await lockSettings(tx)).value
    const errors = await referenceErrors(tx, channelCollection, { channelGuide: choices.channelGuide })
    if (errors.length > 0) throw new Invalid(errors)
    const stored = await playableChannels(tx)
    const comparisons = comparePlaylist(choices.entries.map(tidyEntry), stored, tvUrlBase)
    const plan = planImport(comparisons, choices.entries, stored, choices)
    if (plan.problems.length > 0) throw new Invalid(plan.problems)
    if (plan.changed.length > 0 && !can(currentUser, 'update', 'channels')) throw new Forbidden()
    const { batchId, ids } = await write(tx, context, currentUser, plan, choices)
    const changed = plan.changed.filter(({ channel }) => ids.has(channel._id))
    const counts = countsOf(comparisons, { created: plan.created, changed })
    if (batchId !== null) await recordImport(tx, currentUser, context.now(), 'import', { ...counts })
    return { batchId, ...counts }
  })

/** Writes the plan, and returns its batch with the ids of the changed channels. */
async function write(
  tx: Tx,
  { now }: Context,
  currentUser: CurrentUser,
  { created, changed }: Plan,
  { channelGuide, source }: Pick<ChosenPlaylist, 'channelGuide' | 'source'>,
): Promise<{ batchId: string | null; ids: ReadonlySet<string> }> {
  const date = now()
  const newRows = created.map((channel) => ({
    ...channel,
    _id: newId(),
    channelGuide: channel.epgId === '' ? null : channelGuide,
    epgId: channelGuide === null ? '' : channel.epgId,
    userUpdate: currentUser.name,
    dateUpdate: date,
  }))
  const changedRows = changed.map(({ channel, values }) => ({
    ...values,
    _id: channel._id,
    was: channel.dateUpdate,
    userUpdate: currentUser.name,
    dateUpdate: editDate(date, channel.dateUpdate),
    before: asBefore(channel),
  }))
  await insertChannels(tx, newRows)
  const ids = await updateChannels(tx, changedRows)
  const written = [
    ...newRows.map(({ _id, dateUpdate }) => ({ channel: _id, written: dateUpdate, before: null })),
    ...changedRows
      .filter(({ _id }) => ids.has(_id))
      .map(({ _id, dateUpdate, before }) => ({ channel: _id, written: dateUpdate, before })),
  ]
  return { batchId: await keepBatch(tx, currentUser, date, source, written), ids }
}

/** Stores the data for undoing an import, until it is undone or too old; no batch if nothing was written. */
async function keepBatch(
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  source: string,
  written: readonly ImportedChannel[],
): Promise<string | null> {
  if (written.length === 0) return null
  const batchId = newId()
  await forgetOldImports(tx, date)
  const created = written.filter(({ before }) => before === null).length
  await tx.insert(channelImports).values({
    _id: batchId,
    createdBy: currentUser.id,
    date,
    source,
    created,
    changed: written.length - created,
  })
  await insertImportRows(tx, batchId, written)
  return batchId
}

/** Deletes the undo data of imports that can no longer be undone, and imports older than the history. */
async function forgetOldImports(tx: Tx, now: Date): Promise<void> {
  await tx.delete(channelImports).where(lt(channelImports.date, new Date(now.getTime() - HISTORY)))
  const old = tx
    .select({ _id: channelImports._id })
    .from(channelImports)
    .where(lt(channelImports.date, undoableSince(now)))
  await tx.delete(channelImportRows).where(inArray(channelImportRows.import, old))
}

const asBefore = ({ _id, dateUpdate, channelGuide, ...channel }: StoredPlayable): ChannelBefore => ({
  ...channel,
  dateUpdate: dateUpdate.toISOString(),
})
