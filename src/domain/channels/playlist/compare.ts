import { quoted } from '../../imports/messages.ts'
import { type ValidationError, validationErrorsOf } from '../../validation/errors.ts'
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
  /** With one category. */
  entry: PlaylistEntry
  verdict: Verdict
  /** Those that its group names, if it is several and the stored channel has none of them. */
  categories: string[]
  /** The stored channel that matches the entry. */
  channel: Channel | undefined
  changes: Change[]
  /** Why it cannot be imported. */
  problems: ValidationError[]
}

const COMPARISON_MESSAGES = {
  duplicate: (position: number, title: string) =>
    `La entrada ${position} (${quoted(title)}) ya trae este enlace.`,
} as const

const asText = (value: string | number | null): string => (value === null ? '' : String(value))

/** Fields in which an entry differs from the channel; absent ones change nothing. */
const changesOf = (
  entry: PlaylistEntry,
  before: PlaylistEntry,
  { channelGuide }: StoredChannel,
  numbers: NumberPool,
): Change[] =>
  ENTRY_FIELDS.filter((field) => {
    const value = entry[field]
    if (value === '' || value === null || value === before[field]) return false
    // Without a guide a channel has no EPG ID.
    if (field === 'epgId' && channelGuide === null) return false
    // A number that another channel has already stays with it.
    return field !== 'number' || (typeof value === 'number' && numbers.take(value))
  }).map((field) => ({ field, before: asText(before[field]), after: asText(entry[field]) }))

/** What is wrong with an entry as a new channel, leaving out what an import gives it: number, logo, category, guide. */
const errorsIn = (entry: PlaylistEntry): ValidationError[] => {
  // A guide is chosen for the whole import; without one the EPG ID is left out.
  const channelGuide = entry.epgId === '' ? null : 'chosen-guide'
  const parsed = channelSchema.safeParse({
    ...newChannel(entry, { number: 0, category: 'TV' }),
    channelGuide,
  })
  return parsed.success ? [] : validationErrorsOf(parsed.error)
}

/**
 * What importing a playlist would do to the stored channels, entry by entry and in its order; `base` is the address
 * that internal links lie under.
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

/** The category of an entry: the one that its channel has, else the first of its group. */
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
  /** The earlier entry with its address. */
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
  // What stays as it is was let in before, by other rules perhaps: an internal link is no whole address.
  const isAsked = ({ field }: ValidationError) => !channel || entry.link === '' || isChanged(changes, field)
  const problems = errorsIn(entry).filter(isAsked)
  if (problems.length > 0) return { ...plain, verdict: 'invalid', problems }
  return { ...plain, verdict: channel ? 'changed' : 'new' }
}

const isChanged = (changes: readonly Change[], name: string): boolean =>
  changes.some(({ field }) => field === name)
