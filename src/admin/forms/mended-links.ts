import { MEDIA_RESOURCES } from '../../domain/support/media-types.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is played of a content: its links, or the one link of a station. */
const playedOf = ({ content, link, linkInternal }: Fields): string =>
  JSON.stringify([content ?? null, link ?? null, linkInternal ?? null])

/** Whether a save changed what viewers play of a content: what was reported about it may be mended now. */
export const hasMendedLinks = (
  resource: string | undefined,
  saved: Fields,
  before: Fields | undefined,
): boolean =>
  MEDIA_RESOURCES.some((each) => each === resource) &&
  before !== undefined &&
  playedOf(saved) !== playedOf(before)
