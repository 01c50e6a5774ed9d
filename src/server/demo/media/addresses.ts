import { and, type Column, eq, like, notLike, sql } from 'drizzle-orm'
import type { Settings } from '../../../domain/settings/settings.ts'
import { linkKey } from '../../features/links/queue-checks.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import { radios } from '../../platform/database/schema/contents.ts'
import { linkHealth } from '../../platform/database/schema/links.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import { lockSettings } from '../../platform/settings/read-settings.ts'

/** Where the server of a demo answers clips. */
export const MEDIA_PATH = '/demo/media/'

/** The URL of a clip until the first start tells the address that is served. */
export const mediaUrl = (path: string): string => `http://localhost${MEDIA_PATH}${path}`

/** Settings that are base addresses or addresses of clips. */
const FIELDS = [
  'contentUrlBase',
  'tvUrlBase',
  'videoDefault',
  'videoTutorialTv',
  'videoTutorialMobile',
] as const

/** The origin of a URL of the demo's clips. */
const CLIP_ORIGIN = /^https?:\/\/[^/]+(?=\/demo\/media\/)/

const move = (url: string, origin: string): string => url.replace(CLIP_ORIGIN, origin)

/** Results of checks belong to the text of a link. */
const moveChecks = async (tx: Tx, origin: string): Promise<void> => {
  const { record, key, link, linkType, isYoutube } = linkHealth
  const checks = await tx
    .select({ record, key, link, linkType, isYoutube })
    .from(linkHealth)
    .where(and(eq(linkHealth.resource, 'radios'), isElsewhere(link, origin)))
  if (checks.length === 0) return
  const moved = checks.map(({ key, ...check }) => {
    const link = { ...check, link: move(check.link, origin) }
    return { record: check.record, key, link: link.link, new_key: linkKey('radios', link) }
  })
  await tx.execute(sql`
    update ${linkHealth} set link = moved.link, key = new_key
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (record text, key text, link text, new_key text)
    where ${record} = moved.record and ${key} = moved.key`)
}

/** True for the URL of a clip at another origin. */
const isElsewhere = (url: Column, origin: string) =>
  and(like(url, `http%${MEDIA_PATH}%`), notLike(url, `${origin}${MEDIA_PATH}%`))

/**
 * Moves the demo's URLs of its own clips to the address that is served (rule O2). Those that an operator has replaced
 * stay; no date moves.
 */
export const moveClips = (db: Db, origin: string): Promise<void> =>
  withRetry(db, async (tx) => {
    const { value } = await lockSettings(tx)
    const moved: Settings = { ...value }
    for (const field of FIELDS) moved[field] = move(value[field], origin)
    if (FIELDS.some((field) => moved[field] !== value[field])) await tx.update(settings).set({ value: moved })
    // Stations have no base address. Their search texts keep the first origin, which nobody searches for.
    const { link } = radios
    await tx
      .update(radios)
      .set({ link: sql`regexp_replace(${link}, ${CLIP_ORIGIN.source}, ${origin})` })
      .where(isElsewhere(link, origin))
    await moveChecks(tx, origin)
  })
