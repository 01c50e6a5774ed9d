import { quoted } from '../../format/text.ts'
import { toValidationErrors, type ValidationError } from '../../validation/errors.ts'
import { channelSchema } from '../channel.ts'
import {
  categoriesIn,
  ENTRY_FIELDS,
  type EntryField,
  entryOf,
  type PlayableChannel,
  type PlaylistEntry,
} from './entry.ts'
import { matchEntries } from './match-entries.ts'
import { NumberPool, newChannel } from './write.ts'

export const VERDICTS = ['new', 'changed', 'same', 'duplicate', 'invalid'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Change {
  field: EntryField
  before: string
  after: string
}

export interface StoredChannel extends PlayableChannel {
  _id: string
  channelGuide: string | null
}

export interface Comparison<Channel extends StoredChannel = StoredChannel> {
  /** The entry reduced to a single category. */
  entry: PlaylistEntry
  verdict: Verdict
  /** All categories of the entry's group, if there are several and the stored channel has none of them. */
  categories: string[]
  channel: Channel | undefined
  changes: Change[]
  /** Why the entry cannot be imported. */
  problems: ValidationError[]
}

const COMPARISON_MESSAGES = {
  duplicate: (position: number, title: string) =>
    `La entrada ${position} (${quoted(title)}) ya trae este enlace.`,
} as const

const asText = (value: string | number | null): string => (value === null ? '' : String(value))

/** Fields in which an entry differs from the stored channel; empty ones change nothing. */
const changesOf = (
  entry: PlaylistEntry,
  before: PlaylistEntry,
  { channelGuide }: StoredChannel,
  numbers: NumberPool,
): Change[] =>
  ENTRY_FIELDS.filter((field) => {
    const value = entry[field]
    if (value === '' || value === null || value === before[field]) return false
    // A channel without a guide has no EPG ID.
    if (field === 'epgId' && channelGuide === null) return false
    // A number that is already taken is not reassigned.
    return field !== 'number' || (typeof value === 'number' && numbers.take(value))
  }).map((field) => ({ field, before: asText(before[field]), after: asText(entry[field]) }))

/**
 * Errors of an entry as a new channel, except for the fields that the import fills in: number, logo, category, guide.
 */
const errorsIn = (entry: PlaylistEntry): ValidationError[] => {
  // The guide is chosen for the whole import; without one, the EPG ID is dropped.
  const channelGuide = entry.epgId === '' ? null : 'chosen-guide'
  const parsed = channelSchema.safeParse({
    ...newChannel(entry, { number: 0, category: 'TV' }),
    channelGuide,
  })
  return parsed.success ? [] : toValidationErrors(parsed.error)
}

/**
 * Compares each entry of a playlist, in order, with the stored channels: what importing it would do. `base`: base URL
 * of internal links.
 */
export const comparePlaylist = <Channel extends StoredChannel>(
  entries: readonly PlaylistEntry[],
  channels: readonly Channel[],
  base: string,
): Comparison<Channel>[] => {
  const stored = channels.map((channel) => entryOf(channel, base))
  const matches = matchEntries(entries, stored)
  const numbers = new NumberPool(channels.map(({ number }) => number))
  const links = new Map<string, number>()
  return entries.map((each, index) => {
    const place = matches.get(index)
    const [channel, before] = place === undefined ? [] : [channels[place], stored[place]]
    const { category, categories } = categoryOf(each, before)
    const entry = { ...each, category }
    const first = links.get(entry.link)
    const repeated =
      first === undefined ? undefined : { position: first + 1, title: entries[first]?.title ?? '' }
    const judgement = judge({ entry, channel, before, repeated, numbers })
    if (judgement.verdict !== 'invalid' && first === undefined) links.set(entry.link, index)
    return { entry, channel, categories, ...judgement }
  })
}

/** The category of an entry: the stored channel's if the entry's group contains it, else the first of the group. */
const categoryOf = (
  { category: group }: PlaylistEntry,
  before: PlaylistEntry | undefined,
): { category: string; categories: string[] } => {
  const categories = categoriesIn(group)
  const stored = [group, ...categories].find((each) => each !== '' && each === before?.category)
  if (stored !== undefined) return { category: stored, categories: [] }
  return { category: categories[0] ?? '', categories: categories.length > 1 ? categories : [] }
}

interface Judged {
  entry: PlaylistEntry
  channel: StoredChannel | undefined
  before: PlaylistEntry | undefined
  /** An earlier entry with the same link. */
  repeated: { position: number; title: string } | undefined
  numbers: NumberPool
}

type Judgement = Pick<Comparison, 'verdict' | 'changes' | 'problems'>

function judge({ entry, channel, before, repeated, numbers }: Judged): Judgement {
  const changes = channel && before ? changesOf(entry, before, channel, numbers) : []
  const plain = { changes, problems: [] }
  if (channel && changes.length === 0 && entry.link !== '') return { ...plain, verdict: 'same' }
  if (!channel && repeated) {
    const message = COMPARISON_MESSAGES.duplicate(repeated.position, repeated.title)
    const problems = [{ field: 'link', message }]
    return { ...plain, verdict: 'duplicate', problems }
  }
  // Unchanged fields are not validated again: they may predate the rules, and an internal link is not a full URL.
  const isAsked = ({ field }: ValidationError) => !channel || entry.link === '' || isChanged(changes, field)
  const problems = errorsIn(entry).filter(isAsked)
  if (problems.length > 0) return { ...plain, verdict: 'invalid', problems }
  return { ...plain, verdict: channel ? 'changed' : 'new' }
}

const isChanged = (changes: readonly Change[], name: string): boolean =>
  changes.some(({ field }) => field === name)
