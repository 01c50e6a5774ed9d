import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Permission } from '../../../../domain/access/permissions.ts'
import { GUIDE_CHANNEL_ENDPOINTS, MAX_FOUND_CHANNELS } from '../../../../domain/channels/channel-guide.ts'
import { onAir } from '../../../../domain/channels/on-air.ts'
import { text } from '../../../../domain/validation/fields.ts'
import { channelGuides, guideChannels } from '../../../platform/database/schema/channels.ts'
import { searchCondition } from '../../../platform/database/search.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { NotFound } from '../../../platform/http/errors.ts'
import { flag, idParameters, operation } from '../../../platform/http/operation.ts'
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts'
import { createGuideReader, type Guide } from './guide-reader.ts'

const READ_PROGRAMMES: Permission = {
  any: [
    { action: 'read', resource: 'channels' },
    { action: 'read', resource: 'guides' },
  ],
}

/** GET /api/channel/guides/:id/channels: the channels of a guide with their current programmes. */
export const guideRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  const reader = createGuideReader(context, sandbox)
  app.route({
    ...operation(GUIDE_CHANNEL_ENDPOINTS.search, {
      params: idParameters,
      querystring: z.strictObject({ search: text(200), stored: flag().optional() }),
    }),
    config: { access: READ_PROGRAMMES },
    handler: async ({ currentUser, params, query }) => {
      const guide = await findGuide(context, params.id)
      if (query.stored !== true) await reader.refresh(guide, currentUser.id)
      return searchChannels(context, guide, query.search)
    },
  })
}

async function findGuide({ db }: Context, id: string): Promise<Guide> {
  const columns = { _id: channelGuides._id, url: channelGuides.url }
  const [guide] = await db.select(columns).from(channelGuides).where(eq(channelGuides._id, id))
  if (!guide) throw new NotFound()
  return guide
}

async function searchChannels({ db, now }: Context, { _id }: Guide, search: string) {
  const rows = await db
    .select({ epgId: guideChannels.epgId, name: guideChannels.name, programmes: guideChannels.programmes })
    .from(guideChannels)
    .where(and(eq(guideChannels.guide, _id), searchCondition(guideChannels.search, search)))
    .orderBy(guideChannels.nameKey, guideChannels.epgId)
    .limit(MAX_FOUND_CHANNELS)
  const time = now().getTime()
  return rows.map(({ programmes, ...channel }) => {
    return { ...channel, ...onAir(programmes, time) }
  })
}
