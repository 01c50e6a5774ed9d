import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import { entryOf } from '../../../../domain/channels/playlist/entry.ts'
import { writePlaylist } from '../../../../domain/channels/playlist/write.ts'
import { inBatches, readLong } from '../../../platform/database/long-read.ts'
import { channels } from '../../../platform/database/schema/channels.ts'
import type { Context } from '../../../platform/http/context.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import { playableChannels, type StoredPlayable } from './stored-channels.ts'

const BATCH = 1000

/** All channels as a playlist, which imports to no change. */
export const exportPlaylist = ({ db }: Context): Promise<string> =>
  readLong(db, async (tx) => {
    const { tvUrlBase } = await readSettings(tx)
    const entries = []
    const batches = inBatches<StoredPlayable>(BATCH, (last, size) =>
      playableChannels(tx, last && after(last)).limit(size),
    )
    for await (const batch of batches) entries.push(...batch.map((channel) => entryOf(channel, tvUrlBase)))
    return writePlaylist(entries)
  })

const after = ({ number, _id }: StoredPlayable): SQL | undefined =>
  or(gt(channels.number, number), and(eq(channels.number, number), gt(channels._id, _id)))
