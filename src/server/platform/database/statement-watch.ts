import { DatabaseError } from './errors.ts'
import { READ_LIMIT } from './work.ts'

/** How often statements under way are looked at: those beyond their limit are cancelled, again until they end. */
const SWEEP = 200
/** After so many milliseconds without an answer to a statement, the server is asked whether it answers at all. */
const DOUBT = 5_000

/** Why a statement did not begin. */
export const stopping = (): DatabaseError => new DatabaseError('The server stops')

/** A statement under way. */
interface Limited {
  /** When it was sent, on the clock of `performance`. */
  readonly since: number
  /** Ends it if it is beyond its limit. */
  check(now: number): void
  /** Shortens its limit to so many milliseconds after it was sent. */
  limitTo(limit: number): void
}

/** Watches the limits of the statements under way on a database: one timer costs less than one for each. */
export class StatementWatch {
  readonly #isSilent: () => Promise<boolean>
  readonly #underWay = new Set<Limited>()
  #sweeping: NodeJS.Timeout | undefined
  #isAsking = false
  #hasEnded = false

  /** `isSilent` asks the server over another connection: while it hangs, a write takes no longer than a read. */
  constructor(isSilent: () => Promise<boolean>) {
    this.#isSilent = isSilent
  }

  /** Whether no further statement begins. */
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

  /** Ends what is under way, and lets nothing further begin. */
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
