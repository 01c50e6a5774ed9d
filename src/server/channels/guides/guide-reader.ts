import { eq } from 'drizzle-orm'
import type { Tx } from '../../database/open.ts'
import { withRetry } from '../../database/retry.ts'
import { channelGuides } from '../../database/schema/channels.ts'
import { guideChannels, guideReadings } from '../../database/schema/guide-channels.ts'
import { searchText, sortKey } from '../../database/search.ts'
import { runDetached } from '../../database/work.ts'
import type { Context } from '../../http/context.ts'
import { NotFound, SourceFailed, type SourceFailure } from '../../http/errors.ts'
import { isSourceFailure, sourceFailed } from '../../http/source-failures.ts'
import { fetchSource, readingSource, timeLimit } from '../fetch-source.ts'
import type { GuideChannel } from './guide-content.ts'
import { readXmltv } from './read-xmltv.ts'

const MAX_TEXT = 200 * 1024 * 1024
/** A guide that was read so long ago, in milliseconds, is read again. */
const FRESH = 30 * 60_000
/** After a failure nobody tries for a while: each key of a search would wait for it. */
const PAUSE = 30_000
const ROWS_AT_ONCE = 1000

export interface Guide {
  _id: string
  url: string
}

/** Reads guides when they are asked for, each of them once however many ask. */
export const createGuideReader = (context: Context) => {
  const underWay = new Map<string, Promise<void>>()
  const read = async (guide: Guide): Promise<void> => {
    if (await isFresh(context, guide)) return
    try {
      await store(context, guide, await channelsOf(context, guide))
    } catch (error) {
      if (error instanceof SourceFailed) await noteFailure(context, guide, error.failure)
      throw error
    }
  }
  return {
    /** Brings what is stored of a guide up to date; throws a SourceFailed when the guide cannot be read. */
    refresh(guide: Guide): Promise<void> {
      const known = underWay.get(guide._id)
      if (known) return known
      const reading = runDetached(() => readingSource('No se pudo leer la guía.', () => read(guide))).finally(
        () => underWay.delete(guide._id),
      )
      underWay.set(guide._id, reading)
      return reading
    },
  }
}

/** Whether the stored channels still hold; throws when the last attempt failed a moment ago. */
async function isFresh({ db, now }: Context, { _id, url }: Guide): Promise<boolean> {
  const [reading] = await db.select().from(guideReadings).where(eq(guideReadings.guide, _id))
  if (reading?.url !== url) return false
  const age = now().getTime() - reading.readAt.getTime()
  if (reading.failure === null) return age < FRESH
  if (age < PAUSE && isSourceFailure(reading.failure)) throw sourceFailed(reading.failure)
  return false
}

async function channelsOf({ config, now }: Context, { url }: Guide): Promise<GuideChannel[]> {
  // A small file may hold much text: reading it has the time of fetching it.
  const signal = AbortSignal.timeout(timeLimit)
  return readXmltv(await fetchSource(config, url, MAX_TEXT), now(), MAX_TEXT, signal)
}

/** Notes a reading; its row keeps other nodes from writing the same guide until the transaction ends. */
async function note(tx: Tx, context: Context, { _id, url }: Guide, failure: SourceFailure | null) {
  const guide = tx.select({ _id: channelGuides._id }).from(channelGuides).where(eq(channelGuides._id, _id))
  if ((await guide.for('key share')).length === 0) throw new NotFound()
  const values = { url, readAt: context.now(), failure }
  await tx
    .insert(guideReadings)
    .values({ guide: _id, ...values })
    .onConflictDoUpdate({ target: guideReadings.guide, set: values })
}

const noteFailure = (context: Context, guide: Guide, failure: SourceFailure) =>
  withRetry(context.db, (tx) => note(tx, context, guide, failure))

const store = (context: Context, guide: Guide, channels: readonly GuideChannel[]) =>
  withRetry(context.db, async (tx) => {
    await note(tx, context, guide, null)
    await tx.delete(guideChannels).where(eq(guideChannels.guide, guide._id))
    for (let start = 0; start < channels.length; start += ROWS_AT_ONCE)
      await tx.insert(guideChannels).values(
        channels.slice(start, start + ROWS_AT_ONCE).map(({ epgId, name, names, programmes }) => ({
          guide: guide._id,
          epgId,
          name,
          nameKey: sortKey(name),
          search: searchText(epgId, ...names),
          programmes,
        })),
      )
  })
