import { runDetached } from '../database/work.ts'
import type { Context } from '../http/context.ts'
import { type Author, type NewAuditEvent, recordChange } from './record-change.ts'

/** Events of one key that are recorded one by one in a window; the rest of them become one entry with their number. */
const MOST_PER_WINDOW = 10
const WINDOW = 60_000
/**
 * Keys that are told apart at once: whoever makes up more of them shares the last one. An `lru-cache` would give each
 * made-up key a window of its own, and drop those whose summary is yet to be written.
 */
const MOST_KEYS = 10_000

interface Window {
  until: number
  recorded: number
  /** Those that were not recorded, with the last of them. */
  left: number
  last: { by: Author; event: NewAuditEvent }
}

/**
 * Records what a client can provoke at will (refused sign-ins, forbidden requests) without letting anybody flood the
 * audit log. Each node counts for itself.
 */
class BoundedEvents {
  readonly #context: Context
  /** In the order in which they end, as all last equally long. */
  readonly #windows = new Map<string, Window>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Records an event as long as each of its keys has room; a client that goes away does not stop it. */
  record(keys: readonly string[], by: Author, event: NewAuditEvent): Promise<void> {
    return runDetached(() => this.#record(keys, by, event))
  }

  async #record(keys: readonly string[], by: Author, event: NewAuditEvent): Promise<void> {
    const now = this.#context.now()
    await this.#sumUp(now.getTime())
    const windows = keys.map((key) => this.#windowOf(key, now.getTime() + WINDOW, { by, event }))
    const full = windows.find(({ recorded }) => recorded >= MOST_PER_WINDOW)
    if (full === undefined) {
      for (const window of windows) window.recorded++
      return recordChange(this.#context.db, by, now, event)
    }
    full.left++
    full.last = { by, event }
    this.#timer ??= setTimeout(() => this.#onTimer(), WINDOW).unref()
  }

  /** Writes what was left out so far, for a node that ends. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#sumUp(Number.POSITIVE_INFINITY)
  }

  #windowOf(key: string, until: number, last: Window['last']): Window {
    const known = this.#windows.size < MOST_KEYS || this.#windows.has(key) ? key : ''
    const window = this.#windows.get(known) ?? { until, recorded: 0, left: 0, last }
    this.#windows.set(known, window)
    return window
  }

  #onTimer(): void {
    this.#timer = undefined
    // A database that is away costs the number of events that were left out, nothing else.
    this.#sumUp(this.#context.now().getTime()).catch(() => undefined)
    const isLeft = [...this.#windows.values()].some(({ left }) => left > 0)
    if (isLeft) this.#timer = setTimeout(() => this.#onTimer(), WINDOW).unref()
  }

  async #sumUp(now: number): Promise<void> {
    const ended: Window[] = []
    for (const [key, window] of this.#windows) {
      if (window.until > now) break
      this.#windows.delete(key)
      if (window.left > 0) ended.push(window)
    }
    for (const { left, last } of ended) {
      const { action, resource } = last.event
      const summary = { action, resource, record: { _id: null, name: '' }, after: { repeated: left } }
      await recordChange(this.#context.db, last.by, this.#context.now(), summary)
    }
  }
}

const known = new WeakMap<Context, BoundedEvents>()

/** The bounded events of a server. */
export const boundedEvents = (context: Context): BoundedEvents => {
  const events = known.get(context) ?? new BoundedEvents(context)
  known.set(context, events)
  return events
}
