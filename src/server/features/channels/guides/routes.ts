import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { can, type Principal } from '../../../../domain/access/permissions.ts'
import { GUIDE_CHANNEL_ENDPOINTS, MAX_FOUND_CHANNELS } from '../../../../domain/channels/channel-guide.ts'
import { text } from '../../../../domain/validation/fields.ts'
import type { Tx } from '../../../platform/database/open.ts'
import { channelGuides, guideChannels, guideReadings } from '../../../platform/database/schema/channels.ts'
import { searchCondition } from '../../../platform/database/search.ts'
import { withRetry } from '../../../platform/database/transactions.ts'
import { runDetached } from '../../../platform/database/work.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { NotFound, SourceFailed, type SourceFailure } from '../../../platform/http/errors.ts'
import { idParameters, operation } from '../../../platform/http/operation.ts'
import { isSourceFailure, sourceFailed } from '../../../platform/outbound/source-failures.ts'
import { type Readers, stoppedSource } from '../../../platform/readers/readers.ts'
import { readingSource } from '../fetch-source.ts'
import type { readGuide } from './read-guide.ts'

const canReadPrograms = (principal: Principal): boolean =>
  can(principal, 'read', 'channels') || can(principal, 'read', 'guides')

/** GET /api/channel/guides/:id/channels: the channels of a guide with their current programmes. */
export const guideRoutes = (app: App, context: Context, readers: Readers): void => {
  const reader = createGuideReader(context, readers)
  app.route({
    ...operation(GUIDE_CHANNEL_ENDPOINTS.search, {
      params: idParameters,
      querystring: z.strictObject({ search: text(200) }),
    }),
    config: { access: canReadPrograms },
    handler: async ({ currentUser, params, query }) => {
      const guide = await guideOf(context, params.id)
      await reader.refresh(guide, currentUser.id)
      return channelsOf(context, guide, query.search)
    },
  })
}

async function guideOf({ db }: Context, id: string): Promise<Guide> {
  const columns = { _id: channelGuides._id, url: channelGuides.url }
  const [guide] = await db.select(columns).from(channelGuides).where(eq(channelGuides._id, id))
  if (!guide) throw new NotFound()
  return guide
}

async function channelsOf({ db, now }: Context, { _id }: Guide, search: string) {
  const rows = await db
    .select({ epgId: guideChannels.epgId, name: guideChannels.name, programmes: guideChannels.programmes })
    .from(guideChannels)
    .where(and(eq(guideChannels.guide, _id), searchCondition(guideChannels.search, search)))
    .orderBy(guideChannels.nameKey, guideChannels.epgId)
    .limit(MAX_FOUND_CHANNELS)
  const time = now().getTime()
  return rows.map(({ programmes, ...channel }) => {
    const on = programmes.find(({ start, stop }) => start <= time && time < stop)
    return { ...channel, now: on ? { title: on.title, start: iso(on.start), stop: iso(on.stop) } : null }
  })
}

const iso = (time: number): string => new Date(time).toISOString()

/** Maximum age of a cached guide, in milliseconds. */
const FRESH = 30 * 60_000
/** Milliseconds without a retry after a failure: otherwise each keystroke of a search would wait for it. */
const PAUSE = 30_000

interface Guide {
  _id: string
  url: string
}

/** Reads guides on demand; concurrent requests for a guide share one reading. */
const createGuideReader = (context: Context, readers: Readers) => {
  const underWay = new Map<string, Promise<void>>()
  const read = async (guide: Guide, user: string): Promise<void> => {
    if (await isFresh(context, guide)) return
    try {
      await store(context, guide, await rowsOf(context, readers, guide, user))
    } catch (error) {
      if (error instanceof SourceFailed) await noteFailure(context, guide, error.failure)
      throw error
    }
  }
  return {
    /** Updates the stored guide if necessary; throws a SourceFailed if it cannot be read. */
    refresh(guide: Guide, user: string): Promise<void> {
      const known = underWay.get(guide._id)
      if (known) return known
      const reading = runDetached(() =>
        readingSource('No se pudo leer la guía.', () => read(guide, user)),
      ).finally(() => underWay.delete(guide._id))
      underWay.set(guide._id, reading)
      return reading
    },
  }
}

/** True if the stored channels are fresh; throws the last failure during the pause after it. */
async function isFresh({ db, now }: Context, { _id, url }: Guide): Promise<boolean> {
  const [reading] = await db.select().from(guideReadings).where(eq(guideReadings.guide, _id))
  if (reading?.url !== url) return false
  const age = now().getTime() - reading.readAt.getTime()
  if (reading.failure === null) return age < FRESH
  if (age < PAUSE && isSourceFailure(reading.failure)) throw sourceFailed(reading.failure)
  return false
}

const rowsOf = (
  { config, now }: Context,
  readers: Readers,
  { url }: Guide,
  reader: string,
): Promise<string[]> =>
  readers.read<typeof readGuide>(
    'guide',
    { address: url, allowPrivateGuides: config.allowPrivateGuides, now: now().getTime() },
    { reader, stopped: stoppedSource },
  )

/**
 * Stores the time and result of a reading; its row lock keeps other nodes from writing the same guide until the
 * transaction ends.
 */
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

/** Stores the channels; the reader's JSON is passed to the database unparsed. */
const store = (context: Context, guide: Guide, parts: readonly string[]) =>
  withRetry(context.db, async (tx) => {
    await note(tx, context, guide, null)
    await tx.delete(guideChannels).where(eq(guideChannels.guide, guide._id))
    for (const part of parts)
      await tx.execute(sql`
        insert into guide_channels (guide, epg_id, name, name_key, search, programmes)
        select ${guide._id}, v."epgId", v."name", v."nameKey", v."search", v."programmes"
        from jsonb_to_recordset(${part}::jsonb)
          as v("epgId" text, "name" text, "nameKey" text, "search" text, "programmes" jsonb)`)
  })
