import { asc, type SQL } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/open.ts'
import { channels } from '../../../platform/database/schema/channels.ts'

const columns = {
  _id: channels._id,
  dateUpdate: channels.dateUpdate,
  number: channels.number,
  title: channels.title,
  image: channels.image,
  linkInternal: channels.linkInternal,
  link: channels.link,
  category: channels.category,
  channelGuide: channels.channelGuide,
  epgId: channels.epgId,
}

/** The playlist fields of all channels, ordered by number. */
export const playableChannels = (db: Executor, where?: SQL) =>
  db.select(columns).from(channels).where(where).orderBy(asc(channels.number), asc(channels._id))

export type StoredPlayable = Awaited<ReturnType<typeof playableChannels>>[number]
