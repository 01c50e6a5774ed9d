import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { type GuideChannel, GuideContent, MAX_CHANNELS } from './guide-content.ts'
import { withoutStrayAmpersands } from './stray-ampersands.ts'
import { feedText } from './xmltv-text.ts'
import { xmltvTime } from './xmltv-time.ts'

/** Text between two marks of a feed: a longer one is no feed, and would fill the memory. */
const MAX_GAP = 4 * 1024 * 1024
/** Real feeds break the rules of XML here and there; one that breaks them all the time is something else. */
const MAX_FAULTS = 10_000
/** Elements within each other: unclosed ones count too, which real feeds have some of. */
const MAX_DEPTH = 1000
const MAX_ATTRIBUTES = 100
/** Characters and number of the texts that are kept of an element until its end. */
const MAX_TEXT = 2000
const MAX_TEXTS = 50

interface Text {
  text: string
  isSpanish: boolean
}

interface Open {
  kind: 'channel' | 'programme'
  epgId: string
  start: number
  stop: number | undefined
  texts: Text[]
}

const NAMES = { channel: 'display-name', programme: 'title' } as const

/** Reads the events of a feed into its content. */
class XmltvReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  readonly #content: GuideContent
  #open: Open | undefined
  #text: Text | undefined
  #isFeed = false
  #gap = 0
  #faults = 0
  #depth = 0
  #attributes = 0

  constructor(content: GuideContent) {
    this.#content = content
    const parser = this.#parser
    // Entities that a DOCTYPE defines stay unknown to the parser, and nothing outside of the feed is ever opened.
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
    this.#gap += text.length
    this.#parser.write(text)
    if (this.#gap > MAX_GAP || this.#content.size > MAX_CHANNELS) throw sourceFailed('tooBig')
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
      // Only the texts that are kept are put together.
      this.#parser.on('text', this.#hear)
    }
  }

  #openElement(kind: Open['kind'], epgId: string | undefined, start = 0, stop?: number): void {
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
      if (this.#text && open.texts.length < MAX_TEXTS) open.texts.push(this.#text)
      this.#text = undefined
      this.#parser.off('text')
    } else if (name === open.kind) {
      this.#open = undefined
      this.#keep(open)
    }
  }

  #keep({ kind, epgId, start, stop, texts }: Open): void {
    const title = texts.find(({ isSpanish }) => isSpanish) ?? texts[0]
    if (kind === 'channel') this.#content.addChannel(epgId, texts)
    else if (title) this.#content.addProgramme(epgId, { title: title.text, start, stop })
  }
}

/**
 * Reads a guide's XMLTV as it comes, plain or compressed, and gives its channels with what is on from `now` on; throws
 * a SourceFailed when it is no such feed or has more than `limit` bytes of text.
 */
export const readXmltv = async (
  source: AsyncIterable<Uint8Array>,
  now: Date,
  limit: number,
): Promise<GuideChannel[]> => {
  const content = new GuideContent(now)
  const reader = new XmltvReader(content)
  for await (const text of withoutStrayAmpersands(feedText(source, limit))) reader.write(text)
  reader.close()
  return content.channels()
}
