import { fold } from '../../format/text.ts'
import type { ValidationError } from '../../validation/errors.ts'
import { CHANNEL_MESSAGES } from '../channel.ts'
import type { ImportChoices } from './choices.ts'
import type { Comparison, StoredChannel, Verdict } from './compare.ts'
import type { EntryField, PlayableChannel, PlaylistEntry } from './entry.ts'
import { changedChannel, NumberPool, newChannel } from './write.ts'

const IMPORT_MESSAGES = { noNumber: 'No quedan números de canal libres.' } as const

/** What was chosen of an entry when its preview was looked at. */
export interface Choice {
  /** Whether it is imported. */
  take: boolean
  /** The stored channel that it would change; null for a new one. */
  channel: string | null
  /** The fields of the stored channel that it overwrites. */
  fields: readonly EntryField[]
}

export interface ImportPlan<Channel extends StoredChannel> {
  created: PlayableChannel[]
  changed: { channel: Channel; values: PlayableChannel }[]
  problems: ValidationError[]
}

/** Whether an entry is still as it was chosen in the preview: what was stored since is left alone. */
const isAsChosen = ({ verdict, channel }: Comparison, choice: Choice): boolean =>
  choice.take &&
  (verdict === 'new' ? choice.channel === null : verdict === 'changed' && choice.channel === channel?._id)

/**
 * The channels that an import creates and changes: `category` is that of entries without one. Of stored channels only
 * the fields that were chosen change. Numbers that the playlist gives come first; those that it lacks, or that are
 * taken, are the next free ones.
 */
export const planImport = <Channel extends StoredChannel>(
  comparisons: readonly Comparison<Channel>[],
  choices: readonly Choice[],
  stored: readonly Channel[],
  { category }: Pick<ImportChoices, 'category'>,
): ImportPlan<Channel> => {
  const taken = comparisons.flatMap((comparison, index) => {
    const choice = choices[index]
    return choice && isAsChosen(comparison, choice) ? [{ ...comparison, fields: choice.fields }] : []
  })
  const changed = taken.flatMap(({ channel, entry, changes, fields }) => {
    const asked = changes.map(({ field }) => field).filter((field) => fields.includes(field))
    return channel && asked.length > 0 ? [{ channel, values: changedChannel(channel, entry, asked) }] : []
  })
  const fresh = taken.flatMap(({ channel, entry }) => (channel ? [] : [entry]))
  const numbers = new NumberPool(
    [...stored, ...changed.map(({ values }) => values)].map(({ number }) => number),
  )
  const own = fresh.map(({ number }) => (number !== null && numbers.take(number) ? number : undefined))
  const created = fresh.map((entry, index) =>
    newChannel(entry, { number: own[index] ?? numbers.takeNext() ?? -1, category }),
  )
  return { created, changed, problems: validationErrorsOf(created) }
}

function validationErrorsOf(created: readonly PlayableChannel[]): ValidationError[] {
  if (created.some(({ category }) => category.trim() === ''))
    return [{ field: 'category', message: CHANNEL_MESSAGES.category }]
  if (created.some(({ number }) => number < 0)) return [{ field: '', message: IMPORT_MESSAGES.noNumber }]
  return []
}

/** How many entries were written, and how many not, by why. */
type ImportCounts = Record<'created' | 'changed' | 'skipped' | Exclude<Verdict, 'new' | 'changed'>, number>

export const countsOf = (
  comparisons: readonly Comparison[],
  { created, changed }: Pick<ImportPlan<StoredChannel>, 'created' | 'changed'>,
): ImportCounts => {
  const count = (...verdicts: Verdict[]) =>
    comparisons.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    created: created.length,
    changed: changed.length,
    skipped: count('new', 'changed') - created.length - changed.length,
    same: count('same'),
    duplicate: count('duplicate'),
    invalid: count('invalid'),
  }
}

type KeyOf = (entry: PlaylistEntry) => string | undefined

/** One way in which an entry and a stored channel are the same one. */
interface Sameness {
  keyOf: KeyOf
  /** Says something only when neither side has it twice. */
  isUnique: boolean
}

const joined = (...parts: (string | number | null)[]): string | undefined =>
  parts.some((part) => part === '' || part === null) ? undefined : JSON.stringify(parts)

const title = (entry: PlaylistEntry): string => fold(entry.title)

/** A channel's id without the feed of it that playlists name behind an @: CieloTV.do@SD. */
const idOf = ({ epgId }: PlaylistEntry): string => epgId.split('@', 1)[0] ?? ''

/** From the strongest evidence to the weakest: lists change addresses more often than names. */
const SAMENESSES: readonly Sameness[] = [
  { keyOf: (entry) => joined(entry.link, title(entry), entry.number), isUnique: false },
  { keyOf: (entry) => joined(entry.link, title(entry)), isUnique: false },
  { keyOf: (entry) => joined(entry.link), isUnique: false },
  { keyOf: (entry) => joined(idOf(entry), title(entry)), isUnique: false },
  { keyOf: (entry) => joined(entry.number, title(entry)), isUnique: false },
  { keyOf: (entry) => joined(title(entry)), isUnique: true },
  { keyOf: (entry) => joined(entry.epgId), isUnique: true },
]

/** Different EPG IDs are different channels, whatever their titles (rule T9). */
const contradicts = (one: PlaylistEntry, other: PlaylistEntry): boolean =>
  idOf(one) !== '' && idOf(other) !== '' && idOf(one) !== idOf(other) && one.link !== other.link

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
