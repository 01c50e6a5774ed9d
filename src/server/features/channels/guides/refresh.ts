import { and, asc, eq, exists, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { channelGuides, channels, guideReadings } from '../../../platform/database/schema/channels.ts'
import { statementContext } from '../../../platform/database/statement-context.ts'
import type { Context } from '../../../platform/http/context.ts'
import { NotFound, SourceFailed } from '../../../platform/http/errors.ts'
import { createSandbox, type Sandbox } from '../../../platform/sandbox/sandbox.ts'
import type { TaskKind } from '../../../platform/tasks/queue.ts'
import { fetchGuide, type Guide } from './guide-reader.ts'

/** Milliseconds in which no guide is read twice: each is read once a night, also if that fails. */
const MIN_INTERVAL = 3 * 3_600_000
/** Queue in the sandbox for background work. */
const READER = 'guides'

/** Reads the next active guide that channels use; undefined if none is left (rule T14). */
export const refreshNext = async (
  context: Context,
  sandbox: Sandbox,
): Promise<{ failure?: string } | undefined> => {
  const guide = await nextGuide(context)
  if (!guide) return undefined
  try {
    await fetchGuide(context, sandbox, guide, READER)
    return {}
  } catch (error) {
    if (error instanceof SourceFailed) return { failure: error.failure }
    // Deleted meanwhile.
    if (error instanceof NotFound) return {}
    throw error
  }
}

async function nextGuide({ db, now }: Context): Promise<Guide | undefined> {
  const used = db.select({ one: sql`1` }).from(channels).where(eq(channels.channelGuide, channelGuides._id))
  const [guide] = await db
    .select({ _id: channelGuides._id, url: channelGuides.url })
    .from(channelGuides)
    .leftJoin(guideReadings, eq(guideReadings.guide, channelGuides._id))
    .where(
      and(
        eq(channelGuides.status, true),
        exists(used),
        or(
          isNull(guideReadings.guide),
          ne(guideReadings.url, channelGuides.url),
          lt(guideReadings.readAt, new Date(now().getTime() - MIN_INTERVAL)),
        ),
      ),
    )
    .orderBy(asc(channelGuides._id))
    .limit(1)
  return guide
}

/** Reads the guides at night, one a chunk, outside of transactions; a failed one waits for the next night. */
export const guideRefreshes: TaskKind = {
  name: 'guides',
  cron: '50 3 * * *',
  longest: 60,
  async run({ context, log }) {
    const { signal } = statementContext()
    const sandbox = createSandbox()
    const close = () => void sandbox.close()
    signal?.addEventListener('abort', close)
    try {
      const read = await refreshNext(context, sandbox)
      if (!read) return 'done'
      if (read.failure !== undefined) log.warn({ failure: read.failure }, 'a guide cannot be read')
      return { state: 'more', done: 1, resource: 'guides' }
    } finally {
      signal?.removeEventListener('abort', close)
      await sandbox.close()
    }
  },
}
