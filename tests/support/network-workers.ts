import { reminders } from '../../src/server/features/outbox/reminders.ts'
import type { Context } from '../../src/server/platform/http/context.ts'
import type { NetworkWork } from '../../src/server/platform/tasks/network-worker.ts'
import { runChunk } from './jobs.ts'

/** Processes due rows like a network worker, until none is due; returns the number of attempts. */
export const runLane = async <Row, Outcome>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  work: NetworkWork<Row, Outcome>,
): Promise<number> => {
  for (let done = 0; ; ) {
    const rows = await db.transaction((tx) => work.claim(tx, now(), work.width))
    if (rows.length === 0) return done
    await Promise.all(
      rows.map(async (row) => {
        const outcome = await work.perform(row, new AbortController().signal)
        await db.transaction((tx) => work.settle(tx, row, outcome, now()))
      }),
    )
    done += rows.length
  }
}

/** Writes the due reminders in chunks, like the hourly job; returns the number of chunks. */
export const writeReminders = async (context: Context): Promise<number> => {
  let slices = 1
  while ((await runChunk(context, reminders)) === 'more') slices++
  return slices
}
