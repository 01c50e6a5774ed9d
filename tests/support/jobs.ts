import { TASK_KINDS } from '../../src/server/background-tasks.ts'
import type { Context } from '../../src/server/platform/http/context.ts'
import { type ChunkedKind, takeTask } from '../../src/server/platform/tasks/queue.ts'
import { perform } from '../../src/server/platform/tasks/worker.ts'
import { silentLog } from './silent-log.ts'

/** Options of a worker of the product's jobs that never runs jobs needing a separate connection. */
export const QUIET = { kinds: TASK_KINDS, log: silentLog, unlessBusy: async () => undefined }

/** Runs one chunk of a job outside the queue; returns its state, such as 'more' or 'done'. */
export const runChunk = async (context: Context, kind: ChunkedKind): Promise<string> => {
  const end = await context.db.transaction((tx) => kind.chunk({ tx, context, key: '' }))
  return typeof end === 'object' ? end.state : end
}

/** Runs due chunks like a worker, at most `most`; returns their number. */
export async function runJobs(
  context: Context,
  most = Number.POSITIVE_INFINITY,
  kinds = TASK_KINDS,
  log = silentLog,
): Promise<number> {
  for (let done = 0; done < most; done++) {
    const job = await takeTask(context.db)
    if (!job) return done
    await perform(context, job, { ...QUIET, kinds, log })
  }
  return most
}
