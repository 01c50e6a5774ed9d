import { eq, lt } from 'drizzle-orm'
import { may } from '../../../domain/access/permissions.ts'
import { CHANNEL_MESSAGES } from '../../../domain/channels/channel.ts'
import type { ImportChoices } from '../../../domain/channels/playlist/choices.ts'
import { comparePlaylist } from '../../../domain/channels/playlist/compare.ts'
import { type PlaylistEntry, tidyEntry } from '../../../domain/channels/playlist/entry.ts'
import { type Choice, countsOf, type ImportPlan, planImport } from '../../../domain/channels/playlist/plan.ts'
import { newId } from '../../database/ids.ts'
import type { Tx } from '../../database/open.ts'
import { withRetry } from '../../database/retry.ts'
import { type ChannelBefore, channelImports } from '../../database/schema/channel-imports.ts'
import { channelGuides } from '../../database/schema/channels.ts'
import type { Context } from '../../http/context.ts'
import { editDate } from '../../http/edits.ts'
import { Forbidden, Invalid } from '../../http/errors.ts'
import type { Caller } from '../../http/permissions.ts'
import { readStoredSettings } from '../../settings/read-settings.ts'
import { playableChannels, type StoredPlayable } from './stored-channels.ts'
import { insertChannels, insertImportRows, updateChannels } from './write-channels.ts'

/** For so long an import can be undone, in milliseconds. */
const KEPT = 30 * 24 * 3_600_000

/** A playlist as its preview showed it, with what was chosen of each entry. */
export interface ChosenPlaylist extends ImportChoices {
  /** Also those that are not taken: they tell which channel each of the others stands for. */
  entries: readonly (PlaylistEntry & Choice)[]
}

type Plan = ImportPlan<StoredPlayable>

/** Imports the chosen entries, all or none of them, and gives what was done; without any nothing is there to undo. */
export const importChannels = (context: Context, caller: Caller, choices: ChosenPlaylist) =>
  withRetry(context.db, async (tx) => {
    // Held to the end: of two imports at once the second one sees what the first one wrote.
    const { tvUrlBase } = (await readStoredSettings(tx, true)).value
    await holdGuide(tx, choices.channelGuide)
    const stored = await playableChannels(tx)
    const comparisons = comparePlaylist(choices.entries.map(tidyEntry), stored, tvUrlBase)
    const plan = planImport(comparisons, choices.entries, stored, choices.category)
    if (plan.problems.length > 0) throw new Invalid(plan.problems)
    if (plan.changed.length > 0 && !may(caller, 'update', 'channels')) throw new Forbidden()
    const batchId = await write(tx, context, caller, plan, choices.channelGuide)
    return { batchId, ...countsOf(comparisons, plan) }
  })

async function holdGuide(tx: Tx, guide: string | null): Promise<void> {
  if (guide === null) return
  const found = tx.select({ _id: channelGuides._id }).from(channelGuides).where(eq(channelGuides._id, guide))
  if ((await found.for('key share')).length === 0)
    throw new Invalid([{ field: 'channelGuide', message: CHANNEL_MESSAGES.guide }])
}

async function write(
  tx: Tx,
  { now }: Context,
  caller: Caller,
  { created, changed }: Plan,
  guide: string | null,
): Promise<string | null> {
  if (created.length + changed.length === 0) return null
  const date = now()
  const batchId = newId()
  await tx.delete(channelImports).where(lt(channelImports.date, new Date(date.getTime() - KEPT)))
  await tx.insert(channelImports).values({ _id: batchId, createdBy: caller.id, date })
  const newRows = created.map((channel) => ({
    ...channel,
    _id: newId(),
    channelGuide: channel.epgId === '' ? null : guide,
    userUpdate: caller.name,
    dateUpdate: date,
  }))
  const changedRows = changed.map(({ channel, values }) => ({
    ...values,
    _id: channel._id,
    userUpdate: caller.name,
    dateUpdate: editDate(date, channel.dateUpdate),
    before: asBefore(channel),
  }))
  await insertChannels(tx, newRows)
  await updateChannels(tx, changedRows)
  await insertImportRows(tx, batchId, [
    ...newRows.map(({ _id, dateUpdate }) => ({ channel: _id, written: dateUpdate, before: null })),
    ...changedRows.map(({ _id, dateUpdate, before }) => ({ channel: _id, written: dateUpdate, before })),
  ])
  return batchId
}

const asBefore = ({ _id, dateUpdate, ...channel }: StoredPlayable): ChannelBefore => ({
  ...channel,
  dateUpdate: dateUpdate.toISOString(),
})
