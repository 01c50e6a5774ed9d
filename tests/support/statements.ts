import { type Logger, NoopLogger } from 'drizzle-orm'
import { vi } from 'vitest'

/** A statement sent to the database. */
export interface Sent {
  text: string
  values: readonly unknown[]
}

const drizzleLog: Logger = NoopLogger.prototype

/** The statements that an action sends, without `begin` and `commit`: observed at the logger of Drizzle's drivers. */
export async function sentBy<T>(work: () => Promise<T>): Promise<{ answer: T; sent: Sent[] }> {
  const log = vi.spyOn(drizzleLog, 'logQuery')
  try {
    const answer = await work()
    return { answer, sent: log.mock.calls.map(([text, values]) => ({ text, values })) }
  } finally {
    log.mockRestore()
  }
}

/** The texts of `sentBy`. */
export const textsSentBy = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(work)).sent.map(({ text }) => text)
