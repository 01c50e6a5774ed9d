import type { PlaylistEntry } from '../../../../domain/channels/playlist/entry.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES, parsePlaylist } from '../../../../domain/channels/playlist/parse.ts'
import { Invalid } from '../../../platform/http/errors.ts'
import { textOf } from '../../../platform/readers/text.ts'
import { fetchSource, type SourceAddress } from '../fetch-source.ts'

/** Maximum size of a playlist in bytes. */
export const MAX_PLAYLIST = 16 * 1024 * 1024

/** Reads the entries of an uploaded playlist, or of one at a URL. */
export const readPlaylist = async (source: Uint8Array | SourceAddress): Promise<PlaylistEntry[]> => {
  const bytes = source instanceof Uint8Array ? source : await download(source)
  const entries = parsePlaylist(textOf(bytes))
  if (!entries) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.none }])
  if (entries.length > MAX_ENTRIES) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.tooMany }])
  return entries
}

async function download(address: SourceAddress): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of await fetchSource(address, MAX_PLAYLIST)) parts.push(part)
  return Buffer.concat(parts)
}
