import { encodeEntities } from '../format/html-entities.ts'
import type { PlaylistEntry } from './entry.ts'

/** Path of the export of all channels as one playlist. */
export const EXPORT_PATH = '/api/channels/export.m3u'

const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${encodeEntities(value)}"`

const formatEntry = ({ title, link, number, image, category, epgId }: PlaylistEntry): string => {
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
  `#EXTM3U\n${entries.map(formatEntry).join('')}`
