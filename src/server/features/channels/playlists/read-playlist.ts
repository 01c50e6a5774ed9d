import type { PlaylistEntry } from '../../../../domain/playlists/entry.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES, PlaylistReader } from '../../../../domain/playlists/parse.ts'
import { Invalid, SourceFailed } from '../../../platform/http/errors.ts'
import { decompress } from '../../../platform/outbound/decompress.ts'
import { sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { archiveFormat } from '../../../platform/sandbox/archives.ts'
import { decodeStream } from '../../../platform/sandbox/decode-text.ts'
import { fetchSource, type SourceAddress } from '../fetch-source.ts'

const MIB = 1024 * 1024
/** Maximum decompressed size of a playlist in bytes, and of one of which only the live entries are read. */
export const MAX_PLAYLIST = 16 * MIB
export const MAX_LIVE_PLAYLIST = 64 * MIB

export interface PlaylistSource {
  /** An uploaded file, or a URL. */
  from: Uint8Array | SourceAddress
  /** Skips films and episodes. */
  onlyLive: boolean
}

const invalidFile = (message: string): Invalid => new Invalid([{ field: '', message }])

/** Reads the entries of an uploaded playlist, or of one at a URL, optionally compressed with gzip. */
export const readPlaylist = async ({ from, onlyLive }: PlaylistSource): Promise<PlaylistEntry[]> => {
  const limit = onlyLive ? MAX_LIVE_PLAYLIST : MAX_PLAYLIST
  const isFile = from instanceof Uint8Array
  const reader = new PlaylistReader({ onlyLive })
  try {
    const parts = decompress(isFile ? inParts(from) : await fetchSource(from, limit))
    for await (const text of decodeStream(checkParts(parts, limit, isFile))) {
      reader.write(text)
      if (reader.isFull) break
    }
  } catch (error) {
    if (!isFile || !(error instanceof SourceFailed)) throw error
    throw invalidFile(
      error.failure === 'tooBig' ? PLAYLIST_MESSAGES.tooBig(limit / MIB) : PLAYLIST_MESSAGES.none,
    )
  }
  const entries = reader.end()
  if (!entries) throw invalidFile(PLAYLIST_MESSAGES.none)
  if (entries.length > MAX_ENTRIES) throw invalidFile(PLAYLIST_MESSAGES.tooMany)
  return entries
}

const PART = 64 * 1024

async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PART) yield bytes.subarray(start, start + PART)
}

/** Passes parts on; throws above the limit of bytes, and for archives, with their format. */
async function* checkParts(
  parts: AsyncIterable<Uint8Array>,
  limit: number,
  isFile: boolean,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of parts) {
    const archive = size === 0 ? archiveFormat(part) : undefined
    if (archive !== undefined)
      throw isFile ? invalidFile(PLAYLIST_MESSAGES.archive(archive)) : sourceFailed('archive')
    size += part.length
    if (size > limit) throw sourceFailed('tooBig')
    yield part
  }
}
