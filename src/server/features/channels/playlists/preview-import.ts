import { eq } from 'drizzle-orm'
import { type Comparison, comparePlaylist } from '../../../../domain/channels/playlist/compare.ts'
import type { PlaylistEntry } from '../../../../domain/channels/playlist/entry.ts'
import { channelLists } from '../../../platform/database/schema/channels.ts'
import type { Context } from '../../../platform/http/context.ts'
import { NotFound } from '../../../platform/http/errors.ts'
import { type Readers, stoppedFile, stoppedSource } from '../../../platform/readers/readers.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import { readingSource } from '../fetch-source.ts'
import { playableChannels } from './stored-channels.ts'

/** The entries of the playlist that a channel list leads to. */
export const readListedPlaylist = async (
  { db, config }: Context,
  readers: Readers,
  listId: string,
): Promise<PlaylistEntry[]> => {
  const [list] = await db
    .select({ link: channelLists.link })
    .from(channelLists)
    .where(eq(channelLists._id, listId))
  if (!list) throw new NotFound('La lista de canales no existe.')
  const source = { address: list.link, allowPrivateGuides: config.allowPrivateGuides }
  return readingSource('No se pudo leer la lista.', () =>
    readers.read('playlist', source, { stopped: stoppedSource }),
  )
}

/** The entries of a playlist that was sent. */
export const readSentPlaylist = (readers: Readers, playlist: Uint8Array): Promise<PlaylistEntry[]> =>
  readers.read('playlist', playlist, { stopped: stoppedFile })

/** What importing these entries would do, one by one. */
export const previewImport = async (
  { db }: Context,
  entries: readonly PlaylistEntry[],
): Promise<Comparison[]> => {
  const { tvUrlBase } = await readSettings(db)
  return comparePlaylist(entries, await playableChannels(db), tvUrlBase)
}
