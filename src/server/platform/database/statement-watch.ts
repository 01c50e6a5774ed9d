import { DatabaseError } from './errors.ts'
import { READ_LIMIT } from './work.ts'

/**
 * Interval of checking running statements, in milliseconds; those past their limit are cancelled, repeatedly until they
 * end.
 */
const SWEEP = 200
/** Milliseconds without a response after which the server is probed. */
const DOUBT = 5_000

/** The error of statements refused on shutdown. */
export const stopping = (): DatabaseError => new DatabaseError('The server stops')

/** A running statement with a time limit. */
interface Limited {
  /** When it was sent, on the `performance` clock. */
  readonly since: number
  /** Cancels it if it is past its limit. */
  check(now: number): void
  /** Shortens its limit to `limit` milliseconds after sending. */
  limitTo(limit: number): void
}

/** Enforces the time limits of a database's running statements, with one timer for all. */
export class StatementWatch {
  readonly #isSilent: () => Promise<boolean>
  readonly #underWay = new Set<Limited>()
  #sweeping: NodeJS.Timeout | undefined
  #isAsking = false
  #hasEnded = false

  /** `isSilent` probes the server over another connection: if it hangs, writes get the shorter limit of reads. */
  constructor(isSilent: () => Promise<boolean>) {
    this.#isSilent = isSilent
  }

  /** Whether new statements are refused. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  add(statement: Limited): void {
    this.#underWay.add(statement)
    this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP).unref()
  }

  delete(statement: Limited): void {
    this.#underWay.delete(statement)
  }

  /** Cancels running statements and refuses new ones. */
  end(): void {
    this.#hasEnded = true
    this.#limitTo(0)
  }

  #sweep(): void {
    const now = performance.now()
    for (const each of this.#underWay) each.check(now)
    const [oldest] = this.#underWay
    if (oldest) {
      if (now - oldest.since >= DOUBT) void this.#ask()
    } else {
      clearInterval(this.#sweeping)
      this.#sweeping = undefined
    }
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    if (await this.#isSilent()) this.#limitTo(READ_LIMIT)
    this.#isAsking = false
  }

  #limitTo(limit: number): void {
    for (const each of this.#underWay) each.limitTo(limit)
  }
}
