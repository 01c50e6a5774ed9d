import { searchText, sortKey } from '../../../platform/database/search-text.ts'
import { sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { fetchSource, type SourceAddress } from '../fetch-source.ts'
import type { GuideChannel } from './guide-content.ts'
import { readXmltv } from './read-xmltv.ts'

/** Maximum size of a guide in bytes, decompressed. */
const MAX_TEXT = 200 * 1024 * 1024
/** Limits of one insert: its text passes through the main thread as a whole. */
const CHANNELS_AT_ONCE = 1000
const CHARACTERS_AT_ONCE = 1024 * 1024
const MAX_CHARACTERS = 64 * 1024 * 1024

interface GuideSource extends SourceAddress {
  /** In milliseconds. */
  now: number
}

/** Fetches and reads a guide, and returns its channels as rows of `guide_channels`, in parts of JSON. */
export const readGuide = async ({ now, ...address }: GuideSource): Promise<string[]> =>
  toRows(await readXmltv(await fetchSource(address, MAX_TEXT), new Date(now), MAX_TEXT))

function toRows(channels: readonly GuideChannel[]): string[] {
  const parts: string[] = []
  let rows: string[] = []
  let size = 0
  let total = 0
  const finish = () => {
    if (rows.length > 0) parts.push(`[${rows.join()}]`)
    rows = []
    size = 0
  }
  for (const { epgId, name, names, programmes } of channels) {
    const row = JSON.stringify({
      epgId,
      name,
      nameKey: sortKey(name),
      search: searchText(epgId, ...names),
      programmes,
    })
    total += row.length
    if (total > MAX_CHARACTERS) throw sourceFailed('tooBig')
    if (rows.length === CHANNELS_AT_ONCE || size + row.length > CHARACTERS_AT_ONCE) finish()
    rows.push(row)
    size += row.length
  }
  finish()
  return parts
}
