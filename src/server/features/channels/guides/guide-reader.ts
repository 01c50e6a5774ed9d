import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/open.ts'
import { channelGuides, guideChannels, guideReadings } from '../../../platform/database/schema/channels.ts'
import { runDetached } from '../../../platform/database/statement-context.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { NotFound, SourceFailed, type SourceFailure } from '../../../platform/http/errors.ts'
import { isSourceFailure, sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { type Sandbox, sourceTooCostly } from '../../../platform/sandbox/sandbox.ts'
import { readingSource } from '../fetch-source.ts'
import type { readGuide } from './read-guide.ts'

/** Maximum age of a cached guide, in milliseconds. */
const MAX_AGE = 30 * 60_000
/** Milliseconds without a retry after a failure: otherwise each keystroke of a search would wait for it. */
const RETRY_PAUSE = 30_000

export interface Guide {
  _id: string
  url: string
}

/** Reads guides on demand; concurrent requests for a guide share one reading. */
export const createGuideReader = (context: Context, sandbox: Sandbox) => {
  const readings = new Map<string, Promise<void>>()
  const read = async (guide: Guide, user: string): Promise<void> => {
    if (!(await isFresh(context, guide))) await fetchGuide(context, sandbox, guide, user)
  }
  return {
    /** Updates the stored guide if necessary; throws a SourceFailed if it cannot be read. */
    refresh(guide: Guide, user: string): Promise<void> {
      const running = readings.get(guide._id)
      if (running) return running
      const reading = runDetached(() =>
        readingSource('No se pudo leer la guía.', () => read(guide, user)),
      ).finally(() => readings.delete(guide._id))
      readings.set(guide._id, reading)
      return reading
    },
  }
}

/** Fetches and stores a guide, or the reason why it cannot be read; no transaction is open while it is fetched. */
export const fetchGuide = async (
  context: Context,
  sandbox: Sandbox,
  guide: Guide,
  user: string,
): Promise<void> => {
  try {
    await store(context, guide, await readRows(context, sandbox, guide, user))
  } catch (error) {
    if (error instanceof SourceFailed) await recordFailure(context, guide, error.failure)
    throw error
  }
}

/** True if the stored channels are fresh; throws the last failure during the pause after it. */
async function isFresh({ db, now }: Context, { _id, url }: Guide): Promise<boolean> {
  const [reading] = await db.select().from(guideReadings).where(eq(guideReadings.guide, _id))
  if (reading?.url !== url) return false
  const age = now().getTime() - reading.readAt.getTime()
  if (reading.failure === null) return age < MAX_AGE
  if (age < RETRY_PAUSE && isSourceFailure(reading.failure)) throw sourceFailed(reading.failure)
  return false
}

const readRows = (
  { config, now }: Context,
  sandbox: Sandbox,
  { url }: Guide,
  reader: string,
): Promise<string[]> =>
  sandbox.parse<typeof readGuide>(
    'guide',
    { address: url, allowPrivateGuides: config.allowPrivateGuides, now: now().getTime() },
    { user: reader, stopped: sourceTooCostly },
  )

/**
 * Stores the time and result of a reading; its row lock keeps other nodes from writing the same guide until the
 * transaction ends.
 */
async function recordReading(tx: Tx, context: Context, { _id, url }: Guide, failure: SourceFailure | null) {
  const guide = tx.select({ _id: channelGuides._id }).from(channelGuides).where(eq(channelGuides._id, _id))
  if ((await guide.for('key share')).length === 0) throw new NotFound()
  const values = { url, readAt: context.now(), failure }
  await tx
    .insert(guideReadings)
    .values({ guide: _id, ...values })
    .onConflictDoUpdate({ target: guideReadings.guide, set: values })
}

const recordFailure = (context: Context, guide: Guide, failure: SourceFailure) =>
  withRetry(context.db, (tx) => recordReading(tx, context, guide, failure))

/** Stores the channels; the reader's JSON is passed to the database unparsed. */
const store = (context: Context, guide: Guide, parts: readonly string[]) =>
  withRetry(context.db, async (tx) => {
    await recordReading(tx, context, guide, null)
    await tx.delete(guideChannels).where(eq(guideChannels.guide, guide._id))
    for (const part of parts)
      await tx.execute(sql`
        insert into guide_channels (guide, epg_id, name, name_key, search, programmes)
        select ${guide._id}, v."epgId", v."name", v."nameKey", v."search", v."programmes"
        from jsonb_to_recordset(${part}::jsonb)
          as v("epgId" text, "name" text, "nameKey" text, "search" text, "programmes" jsonb)`)
  })
