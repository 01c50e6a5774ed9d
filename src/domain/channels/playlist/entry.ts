import { posterPath } from '../../contents/pictures.ts'
import { addressUnder, fold } from '../../format/text.ts'
import { isImageUrl, isStreamUrl } from '../../validation/fields.ts'

/** One channel as a playlist carries it; what the playlist does not say is empty, or null. */
export interface PlaylistEntry {
  title: string
  link: string
  number: number | null
  image: string
  category: string
  epgId: string
}

/** The fields of an entry, in the order in which people read them. */
export const ENTRY_FIELDS = ['number', 'title', 'link', 'category', 'image', 'epgId'] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]

/** The categories of a `group-title`, which names several as 'hits;rock'. */
export const categoriesIn = (group: string): string[] => {
  const categories = new Map<string, string>()
  for (const each of group.split(';').map((part) => part.trim()))
    if (each !== '' && !categories.has(fold(each))) categories.set(fold(each), each)
  return [...categories.values()]
}

/** What is stored of a channel and a playlist can carry. */
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

/** A text without what would end its line: each run of white space and controls becomes one space. */
const oneLine = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A text that fits between two quotes: playlists know no way to write one inside. */
const quotable = (text: string): string => oneLine(text).replaceAll('"', "'")

const imageOf = (text: string): string => {
  const image = quotable(text)
  return image.length <= MAX_IMAGE && isImageUrl(image) ? image : ''
}

const numberOf = (number: number | null): number | null =>
  number !== null && Number.isInteger(number) && number >= 0 && number <= MAX_NUMBER ? number : null

/** A line that begins like a comment would be read as one. */
const linkOf = (text: string): string => {
  const link = oneLine(text)
  return link.startsWith('#') ? `./${link}` : link
}

/**
 * An entry as it comes out of a playlist once it was written into one; a logo that is no address and a number that
 * no channel can have count as missing.
 */
export const tidyEntry = (entry: PlaylistEntry): PlaylistEntry => ({
  title: oneLine(entry.title),
  link: linkOf(entry.link),
  number: numberOf(entry.number),
  image: imageOf(entry.image),
  category: quotable(entry.category),
  epgId: quotable(entry.epgId),
})

/** Where players find a channel: an internal link lies under the base address of the channels. */
const playableLink = ({ linkInternal, link }: PlayableChannel, base: string): string =>
  linkInternal === 'E' || base === '' || isStreamUrl(link) ? link : addressUnder(base, link)

/** A stored channel as a playlist carries it; a logo that the product drew is left out: it would draw it again. */
export const entryOf = (channel: PlayableChannel, base: string): PlaylistEntry =>
  tidyEntry({
    title: channel.title,
    link: playableLink(channel, base),
    number: channel.number,
    image: channel.image === posterPath('logo', channel.title) ? '' : channel.image,
    category: channel.category,
    epgId: channel.epgId,
  })
