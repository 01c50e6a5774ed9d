import type { Context } from '../../src/server/platform/http/context.ts'
import { takeJob } from '../../src/server/platform/jobs/queue.ts'
import { perform } from '../../src/server/platform/jobs/worker.ts'
import { silentLog } from './silent-log.ts'

/** Of a worker that leaves to others what takes a connection of its own. */
export const QUIET = { log: silentLog, unlessBusy: async () => undefined }

/** Does the slices that are due, as a worker would; at most so many. */
export async function runJobs(context: Context, most = Number.POSITIVE_INFINITY): Promise<number> {
  for (let done = 0; done < most; done++) {
    const job = await takeJob(context.db)
    if (!job) return done
    await perform(context, job, QUIET)
  }
  return most
}
