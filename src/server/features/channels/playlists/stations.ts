import { asc, type SQL } from 'drizzle-orm'
import type { PlaylistTarget, StoredStation } from '../../../../domain/playlists/stations.ts'
import type { Collection } from '../../../platform/database/collection.ts'
import type { Executor } from '../../../platform/database/open.ts'
import { channels } from '../../../platform/database/schema/channels.ts'
import { radios } from '../../../platform/database/schema/contents.ts'
import { radioCollection } from '../../contents/collections.ts'
import { channelCollection } from '../collections.ts'

export interface Station extends StoredStation {
  dateUpdate: Date
}

/** The channels or the radio stations, into which playlists are imported. */
export interface StationTarget {
  readonly name: PlaylistTarget
  readonly collection: Collection
  readonly table: typeof channels | typeof radios
  /** The playlist fields of its records, ordered by number. */
  readonly stations: (db: Executor, where?: SQL) => Promise<Station[]>
}

const sharedColumns = (table: typeof channels | typeof radios) => ({
  _id: table._id,
  dateUpdate: table.dateUpdate,
  number: table.number,
  title: table.title,
  image: table.image,
  link: table.link,
  category: table.category,
})

/** The playlist fields of channels, ordered by number. */
export const playableChannels = (db: Executor, where?: SQL) =>
  db
    .select({
      ...sharedColumns(channels),
      linkInternal: channels.linkInternal,
      channelGuide: channels.channelGuide,
      epgId: channels.epgId,
    })
    .from(channels)
    .where(where)
    .orderBy(asc(channels.number), asc(channels._id))

const playableRadios = async (db: Executor, where?: SQL): Promise<Station[]> => {
  const rows = await db
    .select(sharedColumns(radios))
    .from(radios)
    .where(where)
    .orderBy(asc(radios.number), asc(radios._id))
  return rows.map((row) => ({ ...row, linkInternal: 'E', channelGuide: null, epgId: '' }))
}

export const CHANNELS: StationTarget = {
  name: 'channels',
  collection: channelCollection,
  table: channels,
  stations: async (db, where) => playableChannels(db, where),
}

export const RADIOS: StationTarget = {
  name: 'radios',
  collection: radioCollection,
  table: radios,
  stations: playableRadios,
}
