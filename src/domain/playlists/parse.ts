import { REPLACEMENT_CHARACTER } from '../format/encodings.ts'
import { decodeEntities } from '../format/html-entities.ts'
import { quoted } from '../format/text.ts'
import { KNOWN_ATTRIBUTE, type PlaylistEntry, tidyEntry } from './entry.ts'

/** Files with more entries are refused: they are no channel lists. */
export const MAX_ENTRIES = 20_000

/** Maximum characters read per line, and attributes read per entry. */
const MAX_LINE = 8192
const MAX_ATTRIBUTES = 32

export const PLAYLIST_MESSAGES = {
  none: 'El archivo no es una lista M3U.',
  empty: 'La lista no tiene canales.',
  tooMany: `La lista tiene más de ${MAX_ENTRIES} canales.`,
  tooBig: (most: number) => `La lista tiene más de ${most} MiB.`,
  archive: (format: string) =>
    `El archivo está comprimido en formato ${format}: descomprímalo y elija la lista que contiene.`,
} as const

/** The entry's description, from the lines before its link. */
interface Heading {
  /** In seconds; undefined if missing. */
  duration: number | undefined
  title: string
  attributes: ReadonlyMap<string, string>
  /** Texts between attributes that were not understood. */
  skipped: string[]
  /** The group from a separate `#EXTGRP` line. */
  group?: string
}

const NOTES = {
  skipped: (text: string) => `No se entendió ${quoted(text)} en su descripción.`,
  number: (text: string) => `El número ${quoted(text)} no se toma: no es entero, de 0 a 999999.`,
  image: (text: string) => `El logo ${quoted(text)} no es una dirección: no se toma.`,
  damaged: 'Trae � donde el archivo está dañado o se leyó con otra codificación.',
} as const

const NAME = /([\w-]+) ?= ?/y
/** The end of text that is not understood: before the next attribute or the title. */
const NEXT = /(?= [\w-]+ ?= ?["'])|(?=,)/g
/** The beginning of the next attribute after an unclosed quote. */
const NEXT_ATTRIBUTE = /[ "][\w-]+ ?= ?"/

/** Attributes whose values may contain blanks even without quotes. */
const WITH_BLANKS = new Set(['group-title', 'tvg-name'])
const BARE = /"?([^\s,"]*)"?/y
const BARE_WITH_BLANKS = /([^,"]*?)(?=,|$| [\w-]+ ?=)/y

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * The position of the closing quote of a value that begins at `at`; -1 if it is unclosed. A quote after a blank and
 * before a letter opens a nested quotation.
 */
const findClosingQuote = (text: string, at: number): number => {
  let first = -1
  let isWithin = false
  for (let end = text.indexOf('"', at); end >= 0; end = text.indexOf('"', end + 1)) {
    if (first < 0) first = end
    if (isWithin) isWithin = false
    else if (end > at && text[end - 1] === ' ' && /[^ ,]/.test(text[end + 1] ?? ' ')) isWithin = true
    else return end
  }
  return first
}

interface Value {
  value: string
  end: number
}

const valueAt = (name: string, text: string, at: number): Value => {
  if (text[at] === '"') {
    const end = findClosingQuote(text, at + 1)
    const value = text.slice(at + 1, end < 0 ? at + 1 : end)
    const isClosed = /[ ,]/.test(text[end + 1] ?? ' ')
    const unclosed = isClosed ? -1 : text.slice(at + 1, end + 1).search(NEXT_ATTRIBUTE)
    if (unclosed >= 0) return { value: value.slice(0, unclosed), end: at + 1 + unclosed }
    if (end >= 0) return { value, end: end + 1 }
  }
  if (text[at] === "'") {
    const end = text.indexOf("'", at + 1)
    if (end >= 0) return { value: text.slice(at + 1, end), end: end + 1 }
  }
  const [whole = '', value = ''] =
    matchAt(WITH_BLANKS.has(name) && text[at] !== '"' ? BARE_WITH_BLANKS : BARE, text, at) ?? []
  return { value, end: at + whole.length }
}

/**
 * Parses the text after `#EXTINF:`. The title begins after the first comma outside quotes that is not followed by an
 * attribute, because some programs also separate attributes by commas.
 */
const readHeading = (line: string): Heading => {
  const text = line.replace(/\s+/gu, ' ').trim()
  const [written = ''] = /^-?[\d.]*/.exec(text) ?? []
  const duration = /\d/.test(written) ? Number.parseFloat(written) : undefined
  const attributes = new Map<string, string>()
  const skipped: string[] = []
  const titled = (title: string): Heading => ({ duration, title, attributes, skipped })
  let at = written.length
  for (let count = 0; count < MAX_ATTRIBUTES && at < text.length; count++) {
    if (text[at] === ' ') at++
    if (text[at] === ',') {
      const rest = text.slice(at + 1).trimStart()
      if (!KNOWN_ATTRIBUTE.test(rest)) return titled(rest)
      at = text.length - rest.length
    }
    const [start, name = ''] = matchAt(NAME, text, at) ?? []
    if (start === undefined) {
      const end = matchAt(NEXT, text, at)?.index ?? text.length
      const junk = text.slice(at, end).trim()
      at = end
      if (at === text.length && attributes.size === 0) return titled(junk)
      if (junk !== '' && junk !== '"') skipped.push(junk)
    } else {
      const { value, end } = valueAt(name.toLowerCase(), text, at + start.length)
      attributes.set(name.toLowerCase(), decodeEntities(value))
      at = end
    }
  }
  return titled(text.slice(at).replace(/^ ?,/, ''))
}

const entryFrom = (heading: Heading | undefined, open: string, link: string): PlaylistEntry => {
  const { title = '', attributes, skipped = [], group = open } = heading ?? {}
  const text = (...names: string[]): string =>
    names.map((name) => attributes?.get(name)?.trim() ?? '').find((value) => value !== '') ?? ''
  const number = text('tvg-chno', 'tvg-chnum')
  const isNumber = /^\d{1,6}$/.test(number)
  const entry = tidyEntry({
    title: decodeEntities(title.trim() === '' ? text('tvg-name') : title),
    link,
    number: isNumber ? Number(number) : null,
    image: text('tvg-logo'),
    category: text('group-title') || group,
    epgId: text('tvg-id'),
  })
  const isDamaged = [entry.title, entry.category, entry.epgId].some((each) =>
    each.includes(REPLACEMENT_CHARACTER),
  )
  const notes = [
    ...skipped.map(NOTES.skipped),
    ...(number === '' || isNumber ? [] : [NOTES.number(number)]),
    ...(text('tvg-logo') === '' || entry.image !== '' ? [] : [NOTES.image(text('tvg-logo'))]),
    ...(isDamaged ? [NOTES.damaged] : []),
  ]
  return tidyEntry({ ...entry, notes })
}

const ON_DEMAND =
  /\/(movie|series)\/|\.(mp4|mkv|avi|mov|m4v|mpg|mpeg|wmv|flv|webm|divx|3gp|ogm|vob)(?=$|[?#|])/i

/** True unless an entry says that it is a film or an episode: by its duration or its URL. */
const isLive = (duration: number | undefined, link: string): boolean =>
  (duration === undefined || duration <= 0) && !ON_DEMAND.test(link)

interface Reading {
  /** Skips films and episodes. */
  onlyLive?: boolean
}

/** Parses a playlist in parts of any size; see `parsePlaylist`. */
export class PlaylistReader {
  readonly entries: PlaylistEntry[] = []
  readonly #onlyLive: boolean
  #kept = ''
  #heading: Heading | undefined
  #group = ''
  #isPlaylist = false

  constructor({ onlyLive = false }: Reading = {}) {
    this.#onlyLive = onlyLive
  }

  /** True once there are more entries than a playlist may have. */
  get isFull(): boolean {
    return this.entries.length > MAX_ENTRIES
  }

  write(part: string): void {
    const lines = (this.#kept + part).split(/[\r\n]+/)
    this.#kept = (lines.pop() ?? '').slice(0, MAX_LINE)
    for (const line of lines) this.#read(line)
  }

  /** The entries; undefined if the text is no playlist. */
  end(): PlaylistEntry[] | undefined {
    this.#read(this.#kept)
    if (this.#heading) this.#finish('')
    return this.#isPlaylist ? this.entries : undefined
  }

  #read(text: string): void {
    if (this.isFull) return
    const line = text.slice(0, MAX_LINE).trim()
    const [, directive = '', value = ''] = /^#(EXTM3U|EXTINF:|EXTGRP:)(.*)/i.exec(line) ?? []
    if (directive !== '') this.#isPlaylist = true
    if (/^EXTINF/i.test(directive)) {
      if (this.#heading) this.#finish('')
      this.#heading = readHeading(value)
    } else if (/^EXTGRP/i.test(directive)) {
      const group = decodeEntities(value.trim())
      if (this.#heading) this.#heading.group = group
      else this.#group = group
    } else if (line !== '' && !line.startsWith('#')) this.#finish(line)
  }

  #finish(link: string): void {
    if (!this.#onlyLive || isLive(this.#heading?.duration, link))
      this.entries.push(entryFrom(this.#heading, this.#group, link))
    this.#heading = undefined
  }
}

/**
 * Parses a playlist as found in practice: with or without its header line, with player directives between an entry and
 * its link. Entries without a link get an empty one. Returns undefined if the text is no playlist, and at most
 * MAX_ENTRIES + 1 entries.
 */
export const parsePlaylist = (text: string, reading?: Reading): PlaylistEntry[] | undefined => {
  const reader = new PlaylistReader(reading)
  reader.write(text)
  return reader.end()
}
