import { type PlaylistEntry, tidyEntry } from './entry.ts'

/** Files with more entries are refused as not being channel lists. */
export const MAX_ENTRIES = 20_000

/** Characters read of a line, and attributes read of an entry. */
const MAX_LINE = 8192
const MAX_ATTRIBUTES = 32

export const PLAYLIST_MESSAGES = {
  none: 'El archivo no es una lista M3U.',
  tooMany: `La lista tiene más de ${MAX_ENTRIES} canales.`,
} as const

/** The entry's description, from the lines before its link. */
interface Heading {
  title: string
  attributes: ReadonlyMap<string, string>
}

/**
 * One attribute. A double-quoted value ends only before another attribute, the comma or the end of the line, since real
 * files contain unescaped quotes; values can also be single-quoted or bare.
 */
const ATTRIBUTE = /"? ?([\w-]+)=(?:"(.*?)"(?= ?(?:,|$)| [\w-]+=)|'([^']*)'|"?([^\s,"]*)"?)/y

/** Where the next attribute begins after an unclosed quote. */
const NEXT_ATTRIBUTE = /[ "][\w-]+="/

const readHeading = (text: string): Heading => {
  const attributes = new Map<string, string>()
  let rest = text.replace(/\s+/gu, ' ').replace(/^ ?-?[\d.]*/, '')
  for (let count = 0; count < MAX_ATTRIBUTES; count++) {
    ATTRIBUTE.lastIndex = 0
    const found = ATTRIBUTE.exec(rest)
    if (!found) break
    const [whole, name = '', quoted, single, bare = ''] = found
    const unclosed = quoted === undefined ? -1 : quoted.search(NEXT_ATTRIBUTE)
    const value = quoted ?? single ?? bare
    attributes.set(name.toLowerCase(), unclosed < 0 ? value : value.slice(0, unclosed))
    rest = rest.slice(unclosed < 0 ? whole.length : whole.indexOf('"') + 1 + unclosed)
  }
  return { attributes, title: rest.replace(/^ ?,/, '') }
}

const NO_HEADING: Heading = { title: '', attributes: new Map() }

const entryFrom = ({ title, attributes }: Heading, group: string, link: string): PlaylistEntry => {
  const text = (name: string): string => attributes.get(name) ?? ''
  const number = text('tvg-chno').trim()
  return tidyEntry({
    title: title.trim() === '' ? text('tvg-name') : title,
    link,
    number: /^\d{1,6}$/.test(number) ? Number(number) : null,
    image: text('tvg-logo'),
    category: text('group-title') || group,
    epgId: text('tvg-id'),
  })
}

/**
 * Reads a playlist as found in practice: with or without its header line, with player directives between an entry and
 * its link. Entries without a link get an empty one. Returns undefined if the text is no playlist, and at most
 * MAX_ENTRIES + 1 entries.
 */
export const parsePlaylist = (text: string): PlaylistEntry[] | undefined => {
  const entries: PlaylistEntry[] = []
  let heading: Heading | undefined
  let group = ''
  let isPlaylist = false
  const finish = (link: string): void => {
    entries.push(entryFrom(heading ?? NO_HEADING, group, link))
    heading = undefined
    group = ''
  }
  for (const [each] of text.matchAll(/[^\r\n]+/g)) {
    if (entries.length > MAX_ENTRIES) break
    const line = each.slice(0, MAX_LINE).trim()
    const [, directive = '', value = ''] = /^#(EXTM3U|EXTINF:|EXTGRP:)(.*)/i.exec(line) ?? []
    if (directive !== '') isPlaylist = true
    if (/^EXTINF/i.test(directive)) {
      if (heading) finish('')
      heading = readHeading(value)
    } else if (/^EXTGRP/i.test(directive)) group = value
    else if (line !== '' && !line.startsWith('#')) finish(line)
  }
  if (heading) finish('')
  return isPlaylist ? entries : undefined
}
