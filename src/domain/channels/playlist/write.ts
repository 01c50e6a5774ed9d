import { posterPath } from '../../contents/pictures.ts'
import { encodeEntities } from '../../format/html-entities.ts'
import type { EntryField, PlayableChannel, PlaylistEntry } from './entry.ts'

/** Path of the export of all channels as one playlist. */
export const EXPORT_PATH = '/api/channels/export.m3u'

const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${encodeEntities(value)}"`

const linesOf = ({ title, link, number, image, category, epgId }: PlaylistEntry): string => {
  const attributes = [
    attribute('tvg-id', epgId),
    attribute('tvg-chno', number === null ? '' : String(number)),
    attribute('tvg-logo', image),
    attribute('group-title', category),
  ]
  return `#EXTINF:-1${attributes.join('')},${encodeEntities(title)}\n${link}\n`
}

/** Formats entries as a playlist; they must be tidy (see `tidyEntry`). */
export const writePlaylist = (entries: readonly PlaylistEntry[]): string =>
  `#EXTM3U\n${entries.map(linesOf).join('')}`

/** Values that an entry lacks: its number, and the category chosen for the whole import. */
interface Missing {
  number: number
  category: string
}

/** Makes a new channel of an entry: the link is external, and a missing logo is generated. */
export const newChannel = (entry: PlaylistEntry, { number, category }: Missing): PlayableChannel => ({
  number,
  title: entry.title,
  image: entry.image === '' ? posterPath('logo', entry.title) : entry.image,
  linkInternal: 'E',
  link: entry.link,
  category: entry.category === '' ? category : entry.category,
  epgId: entry.epgId,
})

/** A stored channel with some fields of an entry; a logo generated for the old title is generated again. */
export const changedChannel = (
  channel: PlayableChannel,
  entry: PlaylistEntry,
  fields: readonly EntryField[],
): PlayableChannel => {
  const has = (field: EntryField): boolean => fields.includes(field)
  const title = has('title') ? entry.title : channel.title
  const isDrawn = channel.image === posterPath('logo', channel.title)
  return {
    number: has('number') && entry.number !== null ? entry.number : channel.number,
    title,
    image: has('image') ? entry.image : isDrawn ? posterPath('logo', title) : channel.image,
    linkInternal: has('link') ? 'E' : channel.linkInternal,
    link: has('link') ? entry.link : channel.link,
    category: has('category') ? entry.category : channel.category,
    epgId: has('epgId') ? entry.epgId : channel.epgId,
  }
}

const FIRST = 1
const LAST = 999_999

/** Allocates channel numbers. */
export class NumberPool {
  readonly #taken = new Set<number>()
  /** Starts after the highest number, to keep an import's channels together. */
  #next = FIRST

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
    if (this.#taken.size > LAST) return undefined
    for (let tries = FIRST; tries <= LAST; tries++) {
      if (this.#next > LAST) this.#next = FIRST
      const number = this.#next
      if (this.take(number)) return number
      this.#next++
    }
    return undefined
  }
}
