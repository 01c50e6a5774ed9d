import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { decodeEntities, HTML_ENTITIES } from '../../../../domain/format/html-entities.ts'
import { decompress } from '../../../platform/outbound/decompress.ts'
import { sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { archiveFormat } from '../../../platform/sandbox/archives.ts'
import { type Decode, declaredDecoder, decodeStream } from '../../../platform/sandbox/decode-text.ts'
import { type GuideChannel, GuideContent, MAX_CHANNELS } from './guide-content.ts'

/** An ampersand that begins no entity: the parser would read on to the next semicolon. */
const STRAY_AMPERSAND = /&(?!#?\w{1,32};)/g
/** The beginning of an entity at the end of a chunk. */
const PARTIAL_ENTITY = /&#?\w{0,32}$/

/** Escapes literal ampersands, as in R&B. */
async function* withoutStrayAmpersands(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of source) {
    const text = rest + part
    rest = PARTIAL_ENTITY.exec(text.slice(-40))?.[0] ?? ''
    yield text.slice(0, text.length - rest.length).replace(STRAY_AMPERSAND, '&amp;')
  }
  yield rest.replace(STRAY_AMPERSAND, '&amp;')
}

const ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i

/** The decoder that a feed's first bytes declare. */
const detectDecoder = (head: Uint8Array): Decode | undefined => {
  const [, name] = ENCODING.exec(Buffer.from(head.subarray(0, 1024)).toString('latin1')) ?? []
  return name === undefined ? undefined : declaredDecoder(name)
}

/** The bytes of a feed, decompressed; throws a SourceFailed after `limit` of them, and for archives. */
async function* feedBytes(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of decompress(source)) {
    if (size === 0 && archiveFormat(part) !== undefined) throw sourceFailed('archive')
    size += part.length
    if (size > limit) throw sourceFailed('tooBig')
    yield part
  }
}

/** Maximum length of a time, including surrounding white space. */
const MAX_LENGTH = 64
const TIME =
  /^(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?\s*(?:([+-])(\d{1,2})(?::?(\d{2}))?|([A-Z]{1,5}))?$/i

/** Hours from UTC of the names of zones, in the Americas and Europe, that mean one offset alone. */
const ZONES: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [3, 'EEST MSK'],
      [2, 'CEST EET'],
      [1, 'BST CET WEST'],
      [0, 'GMT UT UTC WET Z'],
      [-2, 'BRST'],
      [-2.5, 'NDT'],
      [-3, 'ADT ART BRT CLST UYT'],
      [-3.5, 'NST'],
      [-4, 'AST BOT CLT EDT VET'],
      [-5, 'CDT COT ECT EST PET'],
      [-6, 'CST MDT'],
      [-7, 'MST PDT'],
      [-8, 'AKDT PST'],
      [-9, 'AKST'],
      [-10, 'HST'],
    ] as const
  ).flatMap(([hours, names]) => names.split(' ').map((name) => [name, hours])),
)
const MAX_HOURS = 14

/**
 * Parses an XMLTV time to milliseconds: 20260126040000 +0100. UTC without an offset; undefined if invalid, or of an
 * unknown zone.
 */
export const xmltvTime = (text: string | undefined): number | undefined => {
  if (text === undefined || text.length > MAX_LENGTH) return undefined
  const [match, year, month, day, hour = '0', minute = '0', second = '0', sign, hours, minutes, zone] =
    TIME.exec(text.trim()) ?? []
  if (match === undefined) return undefined
  const ahead =
    zone === undefined ? Number(hours ?? 0) + Number(minutes ?? 0) / 60 : ZONES[zone.toUpperCase()]
  if (ahead === undefined || ahead > MAX_HOURS) return undefined
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const offset = ahead * 3_600_000
  return sign === '-' ? time + offset : time - offset
}

/** Maximum text between two tags: longer text means the file is no feed, and would fill the memory. */
const MAX_GAP = 4 * 1024 * 1024
/** Characters that are parsed between two checks of the limits. */
const PART_SIZE = 64 * 1024
/** Real feeds violate XML occasionally; with more errors than this, the file is no feed. */
const MAX_FAULTS = 10_000
/** Maximum nesting, including unclosed elements, which occur in real feeds. */
const MAX_DEPTH = 1000
const MAX_ATTRIBUTES = 100
/** Maximum length and number of texts collected per element. */
const MAX_TEXT = 2000
const MAX_TEXTS = 50

interface Text {
  text: string
  isSpanish: boolean
}

interface OpenElement {
  kind: 'channel' | 'programme'
  epgId: string
  start: number
  stop: number | undefined
  texts: Text[]
}

const NAMES = { channel: 'display-name', programme: 'title' } as const

/** Feeds parser events into the guide's content. */
class XmltvReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  readonly #content: GuideContent
  #open: OpenElement | undefined
  #text: Text | undefined
  #isFeed = false
  #gap = 0
  #faults = 0
  #depth = 0
  #attributes = 0

  constructor(content: GuideContent) {
    this.#content = content
    const parser = this.#parser
    parser.ENTITIES = { ...HTML_ENTITIES }
    // Entities defined in a DOCTYPE are not expanded, and no external resource is ever opened.
    parser.on('error', () => {
      if (++this.#faults > MAX_FAULTS) throw sourceFailed('unreadable')
    })
    parser.on('attribute', () => {
      if (++this.#attributes > MAX_ATTRIBUTES) throw sourceFailed('unreadable')
    })
    parser.on('opentag', (tag) => this.#begin(tag))
    parser.on('closetag', ({ name }) => this.#end(name))
    parser.on('cdata', (text) => this.#hear(text.replaceAll('&amp;', '&')))
  }

  write(text: string): void {
    // A tag at the end of a long part must not hide the gap before it.
    for (let start = 0; start < text.length; start += PART_SIZE) {
      const part = text.slice(start, start + PART_SIZE)
      this.#gap += part.length
      this.#parser.write(part)
      if (this.#gap > MAX_GAP || this.#content.size > MAX_CHANNELS) throw sourceFailed('tooBig')
    }
  }

  close(): void {
    this.#parser.close()
    if (!this.#isFeed) throw sourceFailed('unreadable')
  }

  #begin({ name, attributes }: SaxesTagPlain): void {
    this.#gap = 0
    this.#attributes = 0
    if (++this.#depth > MAX_DEPTH) throw sourceFailed('unreadable')
    if (!this.#isFeed && name !== 'tv') throw sourceFailed('unreadable')
    this.#isFeed = true
    if (name === 'channel') this.#openElement('channel', attributes.id)
    else if (name === 'programme') this.#openProgramme(attributes)
    else if (this.#open && name === NAMES[this.#open.kind]) {
      this.#text = { text: '', isSpanish: /^(es|spa)\b/i.test(attributes.lang ?? '') }
      // Only relevant texts are collected.
      this.#parser.on('text', this.#hear)
    }
  }

  #openElement(kind: OpenElement['kind'], epgId: string | undefined, start = 0, stop?: number): void {
    this.#open = epgId === undefined ? undefined : { kind, epgId, start, stop, texts: [] }
  }

  #openProgramme({ channel, start, stop }: SaxesTagPlain['attributes']): void {
    const [from, to] = [xmltvTime(start), xmltvTime(stop)]
    if (channel !== undefined) this.#content.addChannel(channel)
    const isKept = from !== undefined && this.#content.isNear(from, to)
    this.#openElement('programme', isKept ? channel : undefined, from, to)
  }

  readonly #hear = (text: string): void => {
    if (this.#text && this.#text.text.length < MAX_TEXT) this.#text.text += text.slice(0, MAX_TEXT)
  }

  #end(name: string): void {
    this.#gap = 0
    this.#depth--
    const open = this.#open
    if (!open) return
    if (name === NAMES[open.kind]) {
      // Some feeds escape their texts twice.
      if (this.#text && open.texts.length < MAX_TEXTS)
        open.texts.push({ ...this.#text, text: decodeEntities(this.#text.text) })
      this.#text = undefined
      this.#parser.off('text')
    } else if (name === open.kind) {
      this.#open = undefined
      this.#keep(open)
    }
  }

  #keep({ kind, epgId, start, stop, texts }: OpenElement): void {
    const title = texts.find(({ isSpanish }) => isSpanish) ?? texts[0]
    if (kind === 'channel') this.#content.addChannel(epgId, texts)
    else if (title) this.#content.addProgramme(epgId, { title: title.text, start, stop })
  }
}

/**
 * Parses XMLTV as a stream, compressed or not, and returns its channels with their programmes from `now` on; throws a
 * SourceFailed if it is no such feed or has more than `limit` bytes of text.
 */
export const readXmltv = async (
  source: AsyncIterable<Uint8Array>,
  now: Date,
  limit: number,
): Promise<GuideChannel[]> => {
  const content = new GuideContent(now)
  const reader = new XmltvReader(content)
  const texts = decodeStream(feedBytes(source, limit), detectDecoder)
  for await (const text of withoutStrayAmpersands(texts)) reader.write(text)
  reader.close()
  return content.channels()
}
