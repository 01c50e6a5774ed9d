import { eq } from 'drizzle-orm'
import { type Comparison, comparePlaylist } from '../../../domain/channels/playlist/compare.ts'
import type { PlaylistEntry } from '../../../domain/channels/playlist/entry.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES, parsePlaylist } from '../../../domain/channels/playlist/parse.ts'
import { channelLists } from '../../database/schema/channels.ts'
import type { Context } from '../../http/context.ts'
import { Invalid, NotFound } from '../../http/errors.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { fetchSource, readingSource } from '../fetch-source.ts'
import { playlistText } from './playlist-text.ts'
import { playableChannels } from './stored-channels.ts'

/** The most bytes of a playlist. */
export const MAX_PLAYLIST = 16 * 1024 * 1024

/** The bytes of the playlist that a channel list leads to. */
export const readListedPlaylist = async ({ db, config }: Context, listId: string): Promise<Uint8Array> => {
  const [list] = await db
    .select({ link: channelLists.link })
    .from(channelLists)
    .where(eq(channelLists._id, listId))
  if (!list) throw new NotFound('La lista de canales no existe.')
  return readingSource('No se pudo leer la lista.', async () => {
    const parts: Uint8Array[] = []
    for await (const part of await fetchSource(config, list.link, MAX_PLAYLIST)) parts.push(part)
    return Buffer.concat(parts)
  })
}

/** What importing a playlist would do, entry by entry. */
export const previewImport = async ({ db }: Context, playlist: Uint8Array): Promise<Comparison[]> => {
  const entries = entriesOf(playlist)
  const { tvUrlBase } = await readSettings(db)
  return comparePlaylist(entries, await playableChannels(db), tvUrlBase)
}

function entriesOf(playlist: Uint8Array): PlaylistEntry[] {
  const entries = parsePlaylist(playlistText(playlist))
  if (!entries) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.none }])
  if (entries.length > MAX_ENTRIES) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.tooMany }])
  return entries
}
