import { isPosterPath } from '../contents/pictures.ts'
import { fold, joinUrl } from '../format/text.ts'
import { isStreamUrl, isUrlOrPath } from '../validation/fields.ts'

/** A channel as a playlist describes it; missing values are empty or null. */
export interface PlaylistEntry {
  title: string
  link: string
  number: number | null
  image: string
  category: string
  epgId: string
  /** Messages about parts that were not understood, if any. */
  notes?: readonly string[]
}

/** The fields of an entry in display order. */
export const ENTRY_FIELDS = ['number', 'title', 'link', 'category', 'image', 'epgId'] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]

/** The categories of a `group-title`, which separates several with semicolons: 'hits;rock'. */
export const splitCategories = (group: string): string[] => {
  const categories = new Map<string, string>()
  for (const each of group.split(';').map((part) => part.trim()))
    if (each !== '' && !categories.has(fold(each))) categories.set(fold(each), each)
  return [...categories.values()]
}

/** The fields of a stored channel that a playlist can hold. */
export interface PlayableChannel {
  number: number
  title: string
  image: string
  linkInternal: 'I' | 'E'
  link: string
  category: string
  epgId: string
}

const MAX_NUMBER = 999_999
const MAX_IMAGE = 2048

/** Replaces each run of white space and control characters by one space, so that the text stays on its line. */
const oneLine = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Replaces double quotes: the playlist format has no way to escape them. */
const quotable = (text: string): string => oneLine(text).replaceAll('"', "'")

const tidyImage = (text: string): string => {
  const image = quotable(text).replaceAll(' ', '%20')
  return image.length <= MAX_IMAGE && isUrlOrPath(image) ? image : ''
}

const validNumber = (number: number | null): number | null =>
  number !== null && Number.isInteger(number) && number >= 0 && number <= MAX_NUMBER ? number : null

/** Encodes blanks, also in headers that players accept after a bar; prevents a link from being read as a comment. */
const tidyLink = (text: string): string => {
  const link = oneLine(text).replaceAll(' ', '%20')
  return link.startsWith('#') ? `./${link}` : link
}

/** Matches the beginning of an attribute that players support. */
export const KNOWN_ATTRIBUTE =
  /^((?:tvg|group|catchup|channel|timeshift|radio|parent|audio|aspect)[\w.-]*) ?=/i

/** An entry as parsing would return it after writing; logos that are no URL and impossible numbers count as missing. */
export const tidyEntry = (entry: PlaylistEntry): PlaylistEntry => ({
  title: oneLine(entry.title).replace(KNOWN_ATTRIBUTE, '$1:'),
  link: tidyLink(entry.link),
  number: validNumber(entry.number),
  image: tidyImage(entry.image),
  category: quotable(entry.category),
  epgId: quotable(entry.epgId),
  ...(entry.notes && entry.notes.length > 0 && { notes: entry.notes.map(oneLine) }),
})

/** The URL that players open: internal links are resolved against the base URL of the channels. */
const playableLink = ({ linkInternal, link }: PlayableChannel, base: string): string =>
  linkInternal === 'E' || base === '' || isStreamUrl(link) ? link : joinUrl(base, link)

/** A stored channel as a playlist entry, without a generated logo, which importing would generate again. */
export const toEntry = (channel: PlayableChannel, base: string): PlaylistEntry =>
  tidyEntry({
    title: channel.title,
    link: playableLink(channel, base),
    number: channel.number,
    image: isPosterPath(channel.image, 'logo', channel.title) ? '' : channel.image,
    category: channel.category,
    epgId: channel.epgId,
  })

/** Marks that lists append to a title: the height of the picture, and whether the stream is reachable. */
const STREAM_STATE = /\(\d{3,4}[ip]\)|\[(?:geo-blocked|not 24\/7|offline)\]/gi

/** A title without the state of its stream: 'Uno (1080p) [Geo-blocked]' becomes 'Uno'. */
export const withoutStreamState = (title: string): string =>
  title.replace(STREAM_STATE, ' ').replace(/\s+/g, ' ').trim() || title
