import { finished } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './context.ts'

/** Milliseconds to wait for requests under way; longer ones, such as large exports, then go on meanwhile. */
const MAX_WAIT = 5_000

/** Runs work while no request is under way: those begun before end first, and later ones wait. */
export class RequestGate {
  #underWay = 0
  #closed: Promise<unknown> | undefined
  #notify: () => void = () => undefined

  /** Applies to all requests but public reads, such as /health, whose only statement sees one state. */
  guard(app: App): void {
    app.addHook('onRequest', async ({ method, routeOptions: { config } }, { raw }) => {
      if (method === 'GET' && config.access === 'public') return
      while (this.#closed) await this.#closed
      this.#underWay++
      finished(raw, () => {
        this.#underWay--
        this.#notify()
      })
    })
  }

  /** Runs one work at a time; `own`: requests under way that wait for it themselves. */
  async runAlone<T>(work: () => Promise<T>, own: number): Promise<T> {
    const run = async (): Promise<T> => {
      await Promise.race([this.#drained(own), pause(MAX_WAIT, undefined, { ref: false })])
      return work()
    }
    const running = run()
    this.#closed = running.catch(() => undefined)
    try {
      return await running
    } finally {
      this.#closed = undefined
    }
  }

  #drained(own: number): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = () => {
        if (this.#underWay <= own) resolve()
      }
      this.#notify()
    })
  }
}
