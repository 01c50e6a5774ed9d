import { can } from '../../../../domain/access/permissions.ts'
import { comparePlaylist } from '../../../../domain/channels/playlist/compare.ts'
import type { ChosenPlaylist } from '../../../../domain/channels/playlist/endpoints.ts'
import { type PlayableChannel, tidyEntry } from '../../../../domain/channels/playlist/entry.ts'
import { countsOf, type ImportPlan, planImport } from '../../../../domain/channels/playlist/plan.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { pick, type RecordEdit, writeEdits } from '../../../platform/collections/bulk.ts'
import { insertNew } from '../../../platform/collections/import.ts'
import { lockRows } from '../../../platform/collections/records.ts'
import { referenceErrors } from '../../../platform/collections/references.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/open.ts'
import { channels } from '../../../platform/database/schema/channels.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Forbidden, Invalid } from '../../../platform/http/errors.ts'
import { editDate } from '../../../platform/http/operation.ts'
import { holdImports, writeAsBatch } from '../../../platform/imports/write-batch.ts'
import { lockSettings } from '../../../platform/settings/read-settings.ts'
import type { WrittenRecord } from '../../../platform/tasks/batches.ts'
import { channelCollection, channelKeys } from '../collections.ts'
import { playableChannels, type StoredPlayable } from './stored-channels.ts'

/**
 * Imports the chosen entries in one transaction, and returns what was done; without changes there is no batch to undo.
 */
export const importChannels = (context: Context, currentUser: CurrentUser, choices: ChosenPlaylist) =>
  withRetry(context.db, async (tx) => {
    // Locked until the end: of two concurrent imports, the second one sees the changes of the first. The settings are last,
    // so that no save of theirs waits for another import.
    await holdImports(tx, 'channels')
    const { tvUrlBase } = (await lockSettings(tx)).value
    const { channelGuide, source } = choices
    const errors = await referenceErrors(tx, channelCollection, { channelGuide })
    if (errors.length > 0) throw new Invalid(errors)
    const stored = await playableChannels(tx)
    const comparisons = comparePlaylist(choices.entries.map(tidyEntry), stored, tvUrlBase)
    const plan = planImport(comparisons, choices.entries, stored, choices)
    if (plan.problems.length > 0) throw new Invalid(plan.problems)
    if (plan.changed.length > 0 && !can(currentUser, 'update', 'channels')) throw new Forbidden()
    const changed = await lockedEdits(tx, context, plan.changed)
    const created = plan.created.map((channel) => newFields(channel, channelGuide))
    const { skipped, same, duplicate, invalid } = countsOf(comparisons, { created, changed })
    const counts = { skipped, same, duplicate, invalid }
    const _id = newId()
    const written = await writeAsBatch(
      { tx, context, currentUser },
      { _id, resource: 'channels', name: source, counts },
      writtenChannels({ tx, context, currentUser, batch: _id }, { created, changed }),
    )
    const { batch: batchId, ...done } = written
    return { batchId, ...done, ...counts }
  })

/** Locks the channels to be changed, and skips those edited meanwhile. */
async function lockedEdits(
  tx: Tx,
  { now }: Context,
  changed: ImportPlan<StoredPlayable>['changed'],
): Promise<RecordEdit[]> {
  const rows = await lockRows(
    tx,
    channels,
    changed.map(({ channel }) => channel._id),
  )
  return changed.flatMap(({ channel: { _id, dateUpdate }, values }) => {
    const stored = rows.get(_id)
    if (stored?.dateUpdate.getTime() !== dateUpdate.getTime()) return []
    const fields: Record<string, unknown> = { ...values }
    return {
      stored,
      values: { ...fields, ...channelKeys(values) },
      before: pick(stored, (name) => name in fields && fields[name] !== stored[name]),
      dateUpdate: editDate(now(), dateUpdate),
    }
  })
}

const newFields = (channel: PlayableChannel, channelGuide: string | null) => ({
  ...channel,
  channelGuide: channel.epgId === '' ? null : channelGuide,
  epgId: channelGuide === null ? '' : channel.epgId,
  flag: '',
  isAdult: false,
  children: false,
  status: true,
})

/** Channels per statement. */
const AT_ONCE = 500

async function* writtenChannels(
  step: Parameters<typeof writeEdits>[1],
  { created, changed }: { created: readonly ReturnType<typeof newFields>[]; changed: readonly RecordEdit[] },
): AsyncGenerator<WrittenRecord[]> {
  for (const part of inParts(changed)) yield await writeEdits(channelCollection, step, part)
  for (const part of inParts(created)) yield await insertNew(channelCollection, step, part)
}

function* inParts<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE)
}
