import { fold, quoted } from '../format/text.ts'
import type { RowVerdict } from '../imports/import.ts'
import { toValidationErrors, type ValidationError } from '../validation/errors.ts'
import { ENTRY_FIELDS, type EntryField, type PlaylistEntry, splitCategories, toEntry } from './entry.ts'
import { matchEntries } from './match-entries.ts'
import { newStation, type PlaylistTarget, type StoredStation } from './stations.ts'

/** A field in which an entry differs from the stored station. */
export interface Change {
  field: EntryField
  before: string
  after: string
}

/** The effect of importing an entry. */
export interface CheckedEntry<Station extends StoredStation = StoredStation> {
  /** The entry with a single category, and the number that its station would get. */
  entry: PlaylistEntry
  verdict: RowVerdict
  station: Station | undefined
  /** All categories of the entry's group, if there are several and the stored station has none of them. */
  categories: string[]
  changes: Change[]
  /** Why the entry cannot be imported. */
  errors: ValidationError[]
  /** Hints for the user. */
  notes: string[]
}

const MESSAGES = {
  duplicate: (position: number, title: string) =>
    `La entrada ${position} (${quoted(title)}) ya trae este enlace.`,
  given: (number: number, owner: string, given: number) =>
    `El número ${number} ya es de ${owner}: recibe el ${given}.`,
  kept: (number: number, owner: string, kept: number) =>
    `El número ${number} ya es de ${owner}: conserva el ${kept}.`,
  other: { channels: 'otro canal', radios: 'otra emisora' },
  noNumber: {
    channels: 'No quedan números de canal libres.',
    radios: 'No quedan números de emisora libres.',
  },
  sameTitle: (position: number) => `Se llama igual que la entrada ${position}.`,
} as const

interface CheckOptions<Station> {
  target: PlaylistTarget
  stations: readonly Station[]
  /** Base URL of internal links. */
  base: string
  /** The category of new entries without one; if undefined, it is chosen later. */
  category?: string | undefined
}

/**
 * Compares the entries of a playlist, in order, with the stored stations (rules T8 to T11). Returns the effect of
 * importing each, with the numbers that new ones would get if all were imported.
 */
export const checkEntries = <Station extends StoredStation>(
  entries: readonly PlaylistEntry[],
  options: CheckOptions<Station>,
): CheckedEntry<Station>[] => addNotes(compareEntries(entries, options), options)

type ComparedEntry<Station extends StoredStation> = Omit<CheckedEntry<Station>, 'notes'>

const compareEntries = <Station extends StoredStation>(
  entries: readonly PlaylistEntry[],
  { target, stations, base, category: missing = 'TV' }: CheckOptions<Station>,
): ComparedEntry<Station>[] => {
  const stored = stations.map((station) => toEntry(station, base))
  const matches = matchEntries(entries, stored)
  const numbers = new NumberPool(stations.map(({ number }) => number))
  const links = new Map<string, number>()
  return entries.map((each, index) => {
    const place = matches.get(index)
    const [station, before] = place === undefined ? [] : [stations[place], stored[place]]
    const { category, categories } = chooseCategory(each, before)
    const entry = { ...each, category }
    const first = links.get(entry.link)
    const changes = station && before ? findChanges(entry, before, station, numbers) : []
    const result = { entry, station, categories, changes, errors: [] }
    const isSame = station !== undefined && changes.length === 0 && entry.link !== ''
    if (!station && first !== undefined) {
      const message = MESSAGES.duplicate(first + 1, entries[first]?.title ?? '')
      return { ...result, verdict: 'duplicate', errors: [{ field: 'link', message }] }
    }
    // Unchanged fields are not validated again: an internal link is not a full URL.
    const errors = isSame
      ? []
      : validateEntry(target, entry, missing).filter(
          ({ field }) => !station || entry.link === '' || changes.some((change) => change.field === field),
        )
    if (errors.length > 0) return { ...result, verdict: 'refused', errors }
    if (first === undefined) links.set(entry.link, index)
    return { ...result, verdict: isSame ? 'same' : station ? 'changed' : 'new' }
  })
}

/** The category of an entry: the stored station's if the entry's group contains it, else the first of the group. */
const chooseCategory = (
  { category: group }: PlaylistEntry,
  before: PlaylistEntry | undefined,
): { category: string; categories: string[] } => {
  const categories = splitCategories(group)
  const stored = [group, ...categories].find((each) => each !== '' && each === before?.category)
  if (stored !== undefined) return { category: stored, categories: [] }
  return { category: categories[0] ?? '', categories: categories.length > 1 ? categories : [] }
}

const asText = (value: string | number | null): string => (value === null ? '' : String(value))

/** Fields in which an entry differs from the stored station; empty ones change nothing. */
const findChanges = (
  entry: PlaylistEntry,
  before: PlaylistEntry,
  { channelGuide }: StoredStation,
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

/** Errors of an entry as a new station; the number is assigned, and the guide may be chosen later. */
const validateEntry = (target: PlaylistTarget, entry: PlaylistEntry, category: string): ValidationError[] => {
  const parsed = newStation(target, { ...entry, number: 0 }, { category, channelGuide: 'chosen-guide' })
  return parsed.success ? [] : toValidationErrors(parsed.error)
}

/** The numbers that new entries would get if the whole playlist were imported: their own if free. */
const assignNumbers = <Station extends StoredStation>(
  entries: readonly ComparedEntry<Station>[],
  stations: readonly StoredStation[],
): (number | null)[] => {
  const changed = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, after }) => (field === 'number' ? [Number(after)] : [])),
  )
  const numbers = new NumberPool([...stations.map(({ number }) => number), ...changed])
  const own = entries.map(
    ({ verdict, entry: { number } }) => verdict === 'new' && number !== null && numbers.take(number),
  )
  return entries.map(({ verdict, entry: { number } }, index) =>
    verdict === 'new' && !own[index] ? (numbers.takeNext() ?? null) : number,
  )
}

/** Entries with the numbers that they would get, and notes on titles and numbers that repeat. */
const addNotes = <Station extends StoredStation>(
  entries: readonly ComparedEntry<Station>[],
  { target, stations }: CheckOptions<Station>,
): CheckedEntry<Station>[] => {
  const given = assignNumbers(entries, stations)
  const owners = new Map(stations.map(({ number, title }) => [number, quoted(title)]))
  const titles = new Map<string, number>()
  const firsts = new Map<number, string>()
  return entries.map((checked, index) => {
    const { entry, verdict, station, changes } = checked
    const notes = [...(entry.notes ?? [])]
    if (verdict === 'refused' || verdict === 'duplicate') return { ...checked, notes }
    const position = index + 1
    const isKept = station !== undefined && !changes.some(({ field }) => field === 'number')
    const number = isKept ? station.number : (given[index] ?? null)
    if (number === null)
      return {
        ...checked,
        notes,
        verdict: 'refused',
        errors: [{ field: 'number', message: MESSAGES.noNumber[target] }],
      }
    if (entry.number !== null) {
      const first = firsts.get(entry.number)
      const owner =
        [owners.get(entry.number) ?? [], first ?? []].flat().join(' y de ') || MESSAGES.other[target]
      if (isKept && entry.number !== station.number)
        notes.push(MESSAGES.kept(entry.number, owner, station.number))
      if (verdict === 'new' && number !== entry.number)
        notes.push(MESSAGES.given(entry.number, owner, number))
      if (first === undefined) firsts.set(entry.number, `la entrada ${position} (${quoted(entry.title)})`)
    }
    const title = fold(entry.title)
    const earlier = titles.get(title)
    if (earlier === undefined) titles.set(title, position)
    else notes.push(MESSAGES.sameTitle(earlier))
    return { ...checked, entry: { ...entry, number }, notes }
  })
}

const FIRST_NUMBER = 1
const LAST_NUMBER = 999_999

/** Allocates channel numbers. */
export class NumberPool {
  readonly #taken = new Set<number>()
  /** Starts after the highest number, to keep an import's channels together. */
  #next = FIRST_NUMBER

  constructor(taken: Iterable<number>) {
    for (const number of taken) this.take(number)
  }

  /** Reserves a number; false if it is already taken. */
  take(number: number): boolean {
    if (this.#taken.has(number)) return false
    this.#taken.add(number)
    if (number >= this.#next) this.#next = number + 1
    return true
  }

  /** Reserves the next free number, wrapping around after the last one; undefined if none is left. */
  takeNext(): number | undefined {
    if (this.#taken.size > LAST_NUMBER) return undefined
    for (let tries = FIRST_NUMBER; tries <= LAST_NUMBER; tries++) {
      if (this.#next > LAST_NUMBER) this.#next = FIRST_NUMBER
      const number = this.#next
      if (this.take(number)) return number
      this.#next++
    }
    return undefined
  }
}
