import { entryOf } from '../../../domain/channels/playlist/entry.ts'
import { writePlaylist } from '../../../domain/channels/playlist/write.ts'
import type { Context } from '../../http/context.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { playableChannels } from './stored-channels.ts'

/** All channels as a playlist, which imports to no change. */
export const exportPlaylist = async ({ db }: Context): Promise<string> => {
  const { tvUrlBase } = await readSettings(db)
  const channels = await playableChannels(db)
  return writePlaylist(channels.map((channel) => entryOf(channel, tvUrlBase)))
}
