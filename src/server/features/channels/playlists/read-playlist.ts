import type { PlaylistEntry } from '../../../../domain/channels/playlist/entry.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES, parsePlaylist } from '../../../../domain/channels/playlist/parse.ts'
import { Invalid } from '../../../platform/http/errors.ts'
import { fetchSource, type SourceAddress } from '../fetch-source.ts'

/** The most bytes of a playlist. */
export const MAX_PLAYLIST = 16 * 1024 * 1024

const decode = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a playlist: UTF-8, UTF-16 with its mark, or else the Latin of older programs. */
const playlistText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Reads the entries of a playlist that was sent, or that lies behind an address. */
export const readPlaylist = async (source: Uint8Array | SourceAddress): Promise<PlaylistEntry[]> => {
  const bytes = source instanceof Uint8Array ? source : await download(source)
  const entries = parsePlaylist(playlistText(bytes))
  if (!entries) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.none }])
  if (entries.length > MAX_ENTRIES) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.tooMany }])
  return entries
}

async function download(address: SourceAddress): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of await fetchSource(address, MAX_PLAYLIST)) parts.push(part)
  return Buffer.concat(parts)
}
