import { asc, type SQL, sql } from 'drizzle-orm'
import type { PlayableChannel } from '../../../../domain/channels/playlist/entry.ts'
import type { Executor, Tx } from '../../../platform/database/open.ts'
import { type ChannelBefore, channels } from '../../../platform/database/schema/channels.ts'
import { channelKeys } from '../collections.ts'

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

const ROWS_AT_ONCE = 2000

/** A channel as written by an import. */
interface WrittenChannel extends PlayableChannel {
  _id: string
  dateUpdate: Date
  userUpdate: string
}

interface NewChannel extends WrittenChannel {
  channelGuide: string | null
}

/** A stored channel with new values, and the `dateUpdate` that they were based on. */
interface ChangedChannel extends WrittenChannel {
  was: Date
}

/**
 * Passes rows to a statement as a table in one parameter: with one parameter per value, thousands of rows take three
 * times as long.
 */
const asTable = (rows: readonly object[], columns: SQL): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(${columns})`

async function inParts<Row>(rows: readonly Row[], write: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await write(rows.slice(start, start + ROWS_AT_ONCE))
}

const channelTable = (rows: readonly WrittenChannel[]): SQL =>
  asTable(
    rows.map((row) => ({ ...row, ...channelKeys(row) })),
    sql`
      "_id" text, "number" integer, "title" text, "titleKey" text, "image" text, "linkInternal" text, "link" text,
      "category" text, "categoryKey" text, "channelGuide" text, "epgId" text, "search" text, "userUpdate" text,
      "dateUpdate" timestamptz, "was" timestamptz`,
  )

export const insertChannels = (tx: Tx, rows: readonly NewChannel[]): Promise<void> =>
  inParts(rows, (part) =>
    tx.execute(sql`
      insert into channels (
        _id, number, title, title_key, image, flag, link_internal, link, category, category_key, channel_guide,
        epg_id, is_adult, children, status, search, user_create, user_update, date_create, date_update)
      select
        "_id", "number", "title", "titleKey", "image", '', "linkInternal", "link", "category", "categoryKey",
        "channelGuide", "epgId", false, false, true, "search", "userUpdate", "userUpdate", "dateUpdate", "dateUpdate"
      from ${channelTable(part)}`),
  )

/**
 * Updates the playlist fields of many channels, and returns the ids of those updated; channels edited in the meantime
 * are skipped.
 */
export const updateChannels = async (tx: Tx, rows: readonly ChangedChannel[]): Promise<Set<string>> => {
  const changed = new Set<string>()
  await inParts(rows, async (part) => {
    const { rows: found } = await tx.execute<{ _id: string }>(sql`
      update channels set
        number = v."number", title = v."title", title_key = v."titleKey", image = v."image",
        link_internal = v."linkInternal", link = v."link", category = v."category", category_key = v."categoryKey",
        epg_id = v."epgId", search = v."search", user_update = v."userUpdate", date_update = v."dateUpdate"
      from ${channelTable(part)}
      where channels._id = v."_id" and channels.date_update = v."was"
      returning channels._id`)
    for (const { _id } of found) changed.add(_id)
  })
  return changed
}

/** The values that an import wrote to a channel, and those before it. */
export interface ImportedChannel {
  channel: string
  written: Date
  before: ChannelBefore | null
}

/** Stores the data for undoing an import. */
export const insertImportRows = (tx: Tx, batchId: string, rows: readonly ImportedChannel[]): Promise<void> =>
  inParts(rows, (part) =>
    tx.execute(sql`
      insert into channel_import_rows (import, channel, written, before)
      select ${batchId}, "channel", "written", nullif("before", 'null'::jsonb)
      from ${asTable(part, sql`"channel" text, "written" timestamptz, "before" jsonb`)}`),
  )

/** A channel restored to its state at an earlier instant. */
interface RestoredChannel {
  _id: string
  asOf: string
  dateUpdate: Date
}

/** Keeps earlier imports of restored channels undoable: undoing a later one does not count as an edit. */
export const rememberRestored = (tx: Tx, rows: readonly RestoredChannel[]): Promise<void> =>
  inParts(
    rows.map(({ _id, asOf, dateUpdate }) => ({ _id, asOf, dateUpdate })),
    (part) =>
      tx.execute(sql`
        update channel_import_rows set written = v."dateUpdate"
        from ${asTable(part, sql`"_id" text, "asOf" timestamptz, "dateUpdate" timestamptz`)}
        where channel = v."_id" and written = v."asOf"`),
  )
