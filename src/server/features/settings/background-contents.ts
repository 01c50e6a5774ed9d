import { inArray } from 'drizzle-orm'
import {
  type BackgroundImage,
  IMAGE_CONTENT_RESOURCES,
  IMAGE_CONTENT_TYPES,
  IMAGE_MESSAGES,
} from '../../../domain/settings/background-image.ts'
import type { Problem } from '../../../domain/validation/problems.ts'
import type { Tx } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import { documentaries, movies, musics, radios } from '../../platform/database/schema/contents.ts'
import { series } from '../../platform/database/schema/series.ts'

const TABLES = { movies, series, channels, radios, documentaries, musics } as const

type Click = BackgroundImage['content']

const targetOf = ({ contentType, contentId }: Click): string => `${contentType} ${contentId}`

/**
 * The images whose click leads to a content that does not exist, or is of another type. Only what no click opened
 * before is looked up: a content that was deleted since must not keep anybody from saving other settings.
 */
export const backgroundProblems = async (
  tx: Tx,
  stored: readonly BackgroundImage[],
  images: readonly BackgroundImage[],
): Promise<Problem[]> => {
  const known = new Set(
    stored.filter(({ content }) => content.enableClick).map(({ content }) => targetOf(content)),
  )
  const opened = images
    .map(({ content }, index) => ({ content, index }))
    .filter(({ content }) => content.enableClick && !known.has(targetOf(content)))
  const problems: Problem[] = []
  for (const contentType of IMAGE_CONTENT_TYPES) {
    const clicks = opened.filter(({ content }) => content.contentType === contentType)
    if (clicks.length === 0) continue
    const table = TABLES[IMAGE_CONTENT_RESOURCES[contentType]]
    const ids = clicks.map(({ content }) => content.contentId)
    const found = await tx.select({ _id: table._id }).from(table).where(inArray(table._id, ids))
    const there = new Set(found.map(({ _id }) => _id))
    for (const { content, index } of clicks)
      if (!there.has(content.contentId))
        problems.push({
          field: `contentBackground.${index}.content.contentId`,
          message: IMAGE_MESSAGES.unknownContent,
        })
  }
  return problems
}
