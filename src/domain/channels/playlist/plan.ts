import type { ValidationError } from '../../validation/errors.ts'
import { CHANNEL_MESSAGES } from '../channel.ts'
import type { ImportChoices } from './choices.ts'
import type { Comparison, StoredChannel, Verdict } from './compare.ts'
import type { EntryField, PlayableChannel } from './entry.ts'
import { changedChannel, NumberPool, newChannel } from './write.ts'

const IMPORT_MESSAGES = { noNumber: 'No quedan números de canal libres.' } as const

/** The user's choices for one entry of the preview. */
export interface Choice {
  take: boolean
  /** The stored channel to change; null for a new one. */
  channel: string | null
  /** Fields to overwrite in the stored channel. */
  fields: readonly EntryField[]
}

export interface ImportPlan<Channel extends StoredChannel> {
  created: PlayableChannel[]
  changed: { channel: Channel; values: PlayableChannel }[]
  problems: ValidationError[]
}

/** True if an entry still compares as in the preview: channels stored since then are not changed. */
const isAsChosen = ({ verdict, channel }: Comparison, choice: Choice): boolean =>
  choice.take &&
  (verdict === 'new' ? choice.channel === null : verdict === 'changed' && choice.channel === channel?._id)

/**
 * The channels that an import creates and changes; `category` is for entries without one. Only the chosen fields of
 * stored channels change. Numbers of the playlist are assigned first; missing and taken ones are replaced by the next
 * free ones.
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

/** Entries written, and entries not written by reason. */
type ImportCounts = Record<'created' | 'changed' | 'skipped' | Exclude<Verdict, 'new' | 'changed'>, number>

export const countsOf = (
  comparisons: readonly Comparison[],
  { created, changed }: Readonly<Record<'created' | 'changed', readonly unknown[]>>,
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
