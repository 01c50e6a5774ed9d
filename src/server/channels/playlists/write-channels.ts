import { sql } from 'drizzle-orm'
import type { PlayableChannel } from '../../../domain/channels/playlist/entry.ts'
import type { Tx } from '../../database/open.ts'
import { channelImportRows } from '../../database/schema/channel-imports.ts'
import { channels } from '../../database/schema/channels.ts'
import { channelKeys } from '../channels.ts'

const ROWS_AT_ONCE = 1000

/** A channel as an import leaves it. */
export interface WrittenChannel extends PlayableChannel {
  _id: string
  dateUpdate: Date
  userUpdate: string
}

type NewChannel = Omit<typeof channels.$inferInsert, 'titleKey' | 'categoryKey' | 'search'>

async function inParts<Row>(rows: readonly Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await write(rows.slice(start, start + ROWS_AT_ONCE))
}

/** Inserts many channels. */
export const insertChannels = (tx: Tx, rows: readonly NewChannel[]): Promise<void> =>
  inParts(rows, (part) => tx.insert(channels).values(part.map((row) => ({ ...row, ...channelKeys(row) }))))

/** Changes what playlists carry of many channels, each to values of its own. */
export const updateChannels = (tx: Tx, rows: readonly WrittenChannel[]): Promise<void> =>
  inParts(rows, (part) => {
    const values = part.map((row) => ({ ...row, ...channelKeys(row) }))
    return tx.execute(sql`
      update channels set
        number = v."number", title = v."title", title_key = v."titleKey", image = v."image",
        link_internal = v."linkInternal", link = v."link", category = v."category", category_key = v."categoryKey",
        epg_id = v."epgId", search = v."search", user_update = v."userUpdate", date_update = v."dateUpdate"
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(
        "_id" text, "number" integer, "title" text, "titleKey" text, "image" text, "linkInternal" text, "link" text,
        "category" text, "categoryKey" text, "epgId" text, "search" text, "userUpdate" text, "dateUpdate" timestamptz)
      where channels._id = v."_id"`)
  })

/** Notes what an import wrote, so that it can be undone. */
export const insertImportRows = (tx: Tx, rows: readonly (typeof channelImportRows.$inferInsert)[]) =>
  inParts(rows, (part) => tx.insert(channelImportRows).values(part))

/** A channel that is again as it was at an earlier instant. */
interface RestoredChannel {
  _id: string
  was: string
  dateUpdate: Date
}

/** An earlier import of a restored channel can be undone too: nobody edited it since. */
export const rememberRestored = (tx: Tx, rows: readonly RestoredChannel[]): Promise<void> =>
  inParts(rows, (part) => {
    const values = part.map(({ _id, was, dateUpdate }) => ({ _id, was, dateUpdate }))
    return tx.execute(sql`
      update channel_import_rows set written = v."dateUpdate"
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(
        "_id" text, "was" timestamptz, "dateUpdate" timestamptz)
      where channel = v."_id" and written = v."was"`)
  })
