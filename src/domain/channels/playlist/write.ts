import type { PlaylistEntry } from './entry.ts'

/** Where all channels are read as one playlist. */
export const EXPORT_PATH = '/api/channels/export.m3u'

const attribute = (name: string, value: string): string => (value === '' ? '' : ` ${name}="${value}"`)

const linesOf = ({ title, link, number, image, category, epgId }: PlaylistEntry): string => {
  const attributes = [
    attribute('tvg-id', epgId),
    attribute('tvg-chno', number === null ? '' : String(number)),
    attribute('tvg-logo', image),
    attribute('group-title', category),
  ]
  return `#EXTINF:-1${attributes.join('')},${title}\n${link}\n`
}

/** The text of a playlist with these entries, which must be tidy. */
export const writePlaylist = (entries: readonly PlaylistEntry[]): string =>
  `#EXTM3U\n${entries.map(linesOf).join('')}`
