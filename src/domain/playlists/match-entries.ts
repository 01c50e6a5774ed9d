import { fold } from '../format/text.ts'
import type { PlaylistEntry } from './entry.ts'

type KeyOf = (entry: PlaylistEntry) => string | undefined

/** A criterion by which an entry and a stored channel match. */
interface Sameness {
  keyOf: KeyOf
  /** Matches only if the key is unique on both sides. */
  isUnique: boolean
}

const joinKey = (...parts: (string | number | null)[]): string | undefined =>
  parts.some((part) => part === '' || part === null) ? undefined : JSON.stringify(parts)

const title = (entry: PlaylistEntry): string => fold(entry.title)

/** A channel's EPG ID without the feed suffix that playlists append: CieloTV.do@SD. */
const feedlessId = ({ epgId }: PlaylistEntry): string => epgId.split('@', 1)[0] ?? ''

/** Strongest evidence first: lists change links more often than names. */
const SAMENESSES: readonly Sameness[] = [
  { keyOf: (entry) => joinKey(entry.link, title(entry), entry.number), isUnique: false },
  { keyOf: (entry) => joinKey(entry.link, title(entry)), isUnique: false },
  { keyOf: (entry) => joinKey(entry.link), isUnique: false },
  { keyOf: (entry) => joinKey(feedlessId(entry), title(entry)), isUnique: false },
  { keyOf: (entry) => joinKey(entry.number, title(entry)), isUnique: false },
  { keyOf: (entry) => joinKey(title(entry)), isUnique: true },
  { keyOf: (entry) => joinKey(entry.epgId), isUnique: true },
]

/** Different EPG IDs are different channels, whatever their titles (rule T9). */
const contradicts = (one: PlaylistEntry, other: PlaylistEntry): boolean =>
  feedlessId(one) !== '' &&
  feedlessId(other) !== '' &&
  feedlessId(one) !== feedlessId(other) &&
  one.link !== other.link

const byKey = (entries: readonly PlaylistEntry[], taken: ReadonlySet<number>, keyOf: KeyOf) => {
  const found = new Map<string, number[]>()
  for (const [index, entry] of entries.entries()) {
    const key = taken.has(index) ? undefined : keyOf(entry)
    if (key === undefined) continue
    const there = found.get(key)
    if (there) there.push(index)
    else found.set(key, [index])
  }
  return found
}

/**
 * Maps the index of each playlist entry to the index of its stored channel. No channel is matched twice (rule T9).
 */
export const matchEntries = (
  entries: readonly PlaylistEntry[],
  stored: readonly PlaylistEntry[],
): Map<number, number> => {
  const matches = new Map<number, number>()
  const taken = new Set<number>()
  for (const { keyOf, isUnique } of SAMENESSES) {
    const wanted = byKey(entries, new Set(matches.keys()), keyOf)
    const offered = byKey(stored, taken, keyOf)
    for (const [key, indexes] of wanted) {
      const channels = offered.get(key) ?? []
      if (isUnique && (indexes.length > 1 || channels.length > 1)) continue
      for (const [order, index] of indexes.entries()) {
        const channel = channels[order]
        const [entry, other] = [entries[index], channel === undefined ? undefined : stored[channel]]
        if (channel === undefined || !entry || !other || contradicts(entry, other)) continue
        matches.set(index, channel)
        taken.add(channel)
      }
    }
  }
  return matches
}
