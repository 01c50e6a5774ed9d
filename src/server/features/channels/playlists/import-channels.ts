import { CHANNEL_MESSAGES } from '../../../../domain/channels/channel.ts'
import type { RowVerdict } from '../../../../domain/imports/import.ts'
import { type CheckedEntry, checkEntries } from '../../../../domain/playlists/check-entries.ts'
import type { ChosenPlaylist } from '../../../../domain/playlists/endpoints.ts'
import { tidyEntry } from '../../../../domain/playlists/entry.ts'
import { newStation } from '../../../../domain/playlists/stations.ts'
import { toValidationErrors } from '../../../../domain/validation/errors.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { lockRows } from '../../../platform/collections/records.ts'
import { referenceErrors } from '../../../platform/collections/references.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Tx } from '../../../platform/database/open.ts'
import { channels } from '../../../platform/database/schema/channels.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Invalid } from '../../../platform/http/errors.ts'
import { type ChosenRow, type ImportStep, RowsOutdated } from '../../../platform/imports/import-work.ts'
import { holdImports, writeAsBatch } from '../../../platform/imports/write-batch.ts'
import { lockSettings } from '../../../platform/settings/read-settings.ts'
import type { WrittenRecord } from '../../../platform/tasks/batches.ts'
import { channelCollection } from '../collections.ts'
import { writeStations } from './playlist-imports.ts'
import { CHANNELS, type Station } from './stations.ts'

/**
 * Imports the chosen entries in one transaction within the request, with the checks and writes of imports in steps;
 * returns the result, without a batch to undo if nothing changed.
 */
export const importChannels = (context: Context, currentUser: CurrentUser, choices: ChosenPlaylist) =>
  withRetry(context.db, async (tx) => {
    // Locked until the end: of two concurrent imports, the second one sees the changes of the first. The settings are
    // locked last, so that saving them does not wait for another import.
    await holdImports(tx, 'channels')
    const { tvUrlBase } = (await lockSettings(tx)).value
    const { channelGuide, source } = choices
    const errors = await referenceErrors(tx, channelCollection, { channelGuide })
    if (errors.length > 0) throw new Invalid(errors)
    const stations = await CHANNELS.stations(tx)
    const entries = choices.entries.map(tidyEntry)
    const checked = checkEntries(entries, { target: 'channels', stations, base: tvUrlBase })
    const rows = await lockUnedited(tx, selectRows(checked, choices))
    const count = (...verdicts: RowVerdict[]): number =>
      checked.filter(({ verdict }) => verdicts.includes(verdict)).length
    const counts = {
      skipped: count('new', 'changed') - rows.length,
      same: count('same'),
      duplicate: count('duplicate'),
      invalid: count('refused'),
    }
    const _id = newId()
    const step = { tx, context, currentUser }
    const import_ = { _id, resource: 'channels', name: source, counts } as const
    const { batch: batchId, ...done } = await writeAsBatch(step, import_, writeInChunks(step, _id, rows))
    return { batchId, ...done, ...counts }
  })

/** The chosen entries that still compare as in the preview, with the fields to write. */
const selectRows = (
  checked: readonly CheckedEntry<Station>[],
  { entries, category, channelGuide }: ChosenPlaylist,
): ChosenRow[] =>
  checked.flatMap(({ entry, verdict, station, changes }, index): ChosenRow[] => {
    const choice = entries[index]
    if (!choice?.take || choice.channel !== (station?._id ?? null)) return []
    const row = { row: index, key: null, prepared: null }
    if (verdict === 'changed' && station) {
      const fields = changes.flatMap(({ field }) =>
        choice.fields.includes(field) ? [[field, entry[field]]] : [],
      )
      return fields.length === 0 ? [] : [{ ...row, record: station, fields: Object.fromEntries(fields) }]
    }
    if (verdict !== 'new') return []
    if (entry.category === '' && category.trim() === '')
      throw new Invalid([{ field: 'category', message: CHANNEL_MESSAGES.category }])
    const parsed = newStation('channels', entry, { category, channelGuide })
    if (!parsed.success) throw new Invalid(toValidationErrors(parsed.error))
    return [{ ...row, record: null, fields: parsed.data }]
  })

/** Locks the channels to be changed, and leaves out those edited meanwhile; the new ones come last. */
const lockUnedited = async (tx: Tx, rows: readonly ChosenRow[]): Promise<ChosenRow[]> => {
  const ids = rows.flatMap(({ record }) => record?._id ?? [])
  const locked = await lockRows(tx, channels, ids)
  const changed = rows.filter(
    ({ record }) => record && locked.get(record._id)?.dateUpdate.getTime() === record.dateUpdate.getTime(),
  )
  return [...changed, ...rows.filter(({ record }) => record === null)]
}

/** Channels per statement. */
const AT_ONCE = 500

async function* writeInChunks(
  step: Pick<ImportStep, 'tx' | 'context' | 'currentUser'>,
  batch: string,
  rows: readonly ChosenRow[],
): AsyncGenerator<WrittenRecord[]> {
  for (let start = 0; start < rows.length; start += AT_ONCE)
    try {
      yield await writeStations(CHANNELS, { ...step, batch, rows: rows.slice(start, start + AT_ONCE) })
    } catch (error) {
      if (!(error instanceof RowsOutdated)) throw error
      throw new Invalid(error.rows.map(({ row, message }) => ({ field: `entries.${row}`, message })))
    }
}
