import { type Logger, NoopLogger } from 'drizzle-orm'
import { vi } from 'vitest'
import { PipelinedClient } from '../../src/server/platform/database/pipelined-client.ts'

/** A statement sent to the database. */
export interface Sent {
  text: string
  values: readonly unknown[]
}

const drizzleLog: Logger = NoopLogger.prototype

/**
 * The statements that an action sends, without `begin` and `commit`: on PostgreSQL observed at its connections, on the
 * embedded engine at the logger of Drizzle's driver.
 */
export async function sentBy<T>(work: () => Promise<T>): Promise<{ answer: T; sent: Sent[] }> {
  const connections = vi.spyOn(PipelinedClient.prototype, 'run')
  const log = vi.spyOn(drizzleLog, 'logQuery')
  try {
    const answer = await work()
    const sent = [
      ...connections.mock.calls.map(([{ text, values }]) => ({ text, values })),
      ...log.mock.calls.map(([text, values]) => ({ text, values })),
    ]
    return { answer, sent }
  } finally {
    connections.mockRestore()
    log.mockRestore()
  }
}

/** The texts of `sentBy`. */
export const textsSentBy = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentBy(work)).sent.map(({ text }) => text)
