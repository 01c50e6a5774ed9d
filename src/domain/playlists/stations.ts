import { channelSchema } from '../channels/channel.ts'
import { isPosterPath, posterPath, renamePoster } from '../contents/pictures.ts'
import { radioSchema } from '../contents/radio.ts'
import type { PlayableChannel, PlaylistEntry } from './entry.ts'

/** The schemas of new records by the resource that a playlist is imported into. */
const STATION_SCHEMAS = { channels: channelSchema, radios: radioSchema } as const
export type PlaylistTarget = keyof typeof STATION_SCHEMAS

/** A stored channel or radio station; radio stations have external links, and no guide. */
export interface StoredStation extends PlayableChannel {
  _id: string
  channelGuide: string | null
}

/** Values chosen for the whole playlist. */
interface Missing {
  category: string
  channelGuide: string | null
}

/** Validates an entry as a new record: the link is external, and a missing logo is generated. */
export const newStation = (
  target: PlaylistTarget,
  entry: PlaylistEntry,
  { category, channelGuide }: Missing,
) =>
  STATION_SCHEMAS[target].safeParse({
    number: entry.number,
    title: entry.title,
    image: entry.image === '' ? posterPath('logo', entry.title) : entry.image,
    link: entry.link,
    category: entry.category === '' ? category : entry.category,
    ...(target === 'channels' && {
      linkInternal: 'E',
      channelGuide: entry.epgId === '' ? null : channelGuide,
      epgId: channelGuide === null ? '' : entry.epgId,
    }),
  })

type Fields = Readonly<Record<string, unknown>>

/**
 * The fields to write in a stored record for those that an import overwrites: its new link is external, and a logo generated for
 * the old title is generated again.
 */
export const changedStation = (
  target: PlaylistTarget,
  before: Pick<PlayableChannel, 'title' | 'image'>,
  fields: Fields,
): Fields => ({
  ...(typeof fields.title === 'string' &&
    isPosterPath(before.image, 'logo', before.title) && {
      image: renamePoster(before.image, 'logo', fields.title),
    }),
  ...(target === 'channels' && 'link' in fields && { linkInternal: 'E' }),
  ...fields,
})
