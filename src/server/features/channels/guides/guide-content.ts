/** A programme with its start and end, in milliseconds. */
export interface Programme {
  title: string
  start: number
  stop: number
}

/** A channel of a guide, with its programmes around the time of reading. */
export interface GuideChannel {
  epgId: string
  name: string
  names: string[]
  programmes: Programme[]
}

/** A programme of a feed; real feeds may omit the end. */
interface FeedProgramme {
  title: string
  start: number
  stop: number | undefined
}

interface FeedName {
  text: string
  isSpanish: boolean
}

const HOUR = 3_600_000
/** Programmes are stored until after the next nightly reading. */
const AHEAD = 28 * HOUR
/** Guides of many channels only keep the next hours, which bounds the size of what is stored. */
const MANY_CHANNELS = 5_000
const AHEAD_OF_MANY = 4 * HOUR
/** Maximum duration of a programme without an end. */
const MAX_DURATION = 6 * HOUR

export const MAX_CHANNELS = 50_000
const MAX_NAMES = 10
const MAX_PROGRAMMES = 60
/** Maximum length of a channel's EPG ID. */
const MAX_ID = 200
const MAX_TEXT = 200
/** Characters read of a text, more than are stored, because white space is collapsed afterwards. */
const MAX_RAW = 2000

const cleanText = (text: string): string =>
  [
    ...text
      .slice(0, MAX_RAW)
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_TEXT)
    .join('')

export class GuideContent {
  readonly #now: number
  readonly #channels = new Map<string, { names: FeedName[]; programmes: FeedProgramme[] }>()

  constructor(now: Date) {
    this.#now = now.getTime()
  }

  get size(): number {
    return this.#channels.size
  }

  /** Registers a channel; some ids only occur in programmes. */
  addChannel(epgId: string, names: readonly FeedName[] = []): void {
    const channel = this.#channelOf(epgId)
    channel?.names.push(...names.slice(0, MAX_NAMES - channel.names.length))
  }

  /** Whether a programme overlaps the stored period. */
  isNear(start: number, stop: number | undefined): boolean {
    const ahead = this.size > MANY_CHANNELS ? AHEAD_OF_MANY : AHEAD
    return start < this.#now + ahead && (stop ?? start + MAX_DURATION) > this.#now
  }

  addProgramme(epgId: string, programme: FeedProgramme): void {
    const programmes = this.#channelOf(epgId)?.programmes
    if (programmes && programmes.length < MAX_PROGRAMMES)
      programmes.push({ ...programme, title: cleanText(programme.title) })
  }

  /** The channels in the order of the guide, with Spanish names first. */
  channels(): GuideChannel[] {
    return [...this.#channels].map(([epgId, { names, programmes }]) => {
      const inOrder = [
        ...names.filter(({ isSpanish }) => isSpanish),
        ...names.filter((name) => !name.isSpanish),
      ]
      const texts = [...new Set(inOrder.map(({ text }) => cleanText(text)))].filter((text) => text !== '')
      return { epgId, name: texts[0] ?? epgId, names: texts, programmes: fillEnds(programmes) }
    })
  }

  #channelOf(epgId: string) {
    if (epgId.length > MAX_ID || epgId.trim() === '' || /[\p{Surrogate}\p{Cc}]/u.test(epgId)) return undefined
    const existing = this.#channels.get(epgId)
    if (existing) return existing
    const channel = { names: [], programmes: [] }
    this.#channels.set(epgId, channel)
    return channel
  }
}

/** Programmes without an end last until the next one begins. */
function fillEnds(programmes: readonly FeedProgramme[]): Programme[] {
  const sorted = [...programmes].sort((a, b) => a.start - b.start)
  return sorted.map(({ title, start, stop }, index) => ({
    title,
    start,
    stop: stop ?? sorted[index + 1]?.start ?? start + HOUR,
  }))
}
