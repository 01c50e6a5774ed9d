import { and, asc, type SQL, sql } from 'drizzle-orm'
import {
  BULK_MESSAGES,
  bulkPreviewEndpoint,
  MAX_RECORDS,
  type ReplacementPreviewInput,
} from '../../../domain/batches/bulk.ts'
import {
  MAX_EXAMPLES,
  type Replacement,
  type ReplacementPreview,
  replacedHost,
  replaceInRecord,
} from '../../../domain/contents/link-replacement.ts'
import { isLinked, type LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { editChunk, type RecordEdit, selectRecords } from '../../platform/collections/bulk.ts'
import { parentsQuery } from '../../platform/collections/references.ts'
import {
  anyTable,
  asStoredRow,
  type Collection,
  type StoredRow,
  tableColumns,
} from '../../platform/database/collection.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import { hostCondition } from '../../platform/database/link-hosts.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { linkHealth } from '../../platform/database/schema/links.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { RecordWork } from '../../platform/tasks/batches.ts'
import {
  addHosts,
  type Bases,
  checkedUrl,
  linkHost,
  linkKey,
  queueChecks,
  recordsById,
  type StoredLink,
} from './queue-checks.ts'

/** The batches that replace a host, or the beginning of an address, in the links of an entity (rule L30). */
export const linkReplacements = (collection: Collection): RecordWork<'replaceLinks'>[] => {
  const { resource } = collection.entity
  if (!isLinked(resource)) return []
  return [
    {
      resource,
      chunk: { replaceLinks: 250 },
      parents: parentsQuery(collection),
      run: (chunk) =>
        editChunk(
          collection,
          chunk,
          (stored) => replaceInRecord(resource, stored, asReplacement(chunk.changes)),
          (edits) => followLinks(chunk.tx, resource, edits, chunk.context.now()),
        ),
    },
  ]
}

/** The changes of such a batch, which its request has validated. */
const asReplacement = ({ from, to }: Readonly<Record<string, unknown>>): Replacement => ({
  from: String(from),
  to: String(to),
})

/** Moves the checks of changed links, and asks for new ones if links are checked. */
const followLinks = async (
  tx: Tx,
  resource: LinkedResource,
  edits: readonly RecordEdit[],
  now: Date,
): Promise<void> => {
  if (edits.length === 0) return
  const settings = await currentSettings(tx)
  await moveChecks(tx, movedLinks(resource, edits, settings), now)
  if (!settings.linkChecks) return
  const ids = edits.map(({ stored }) => stored._id)
  await queueChecks(tx, settings, { resource, where: recordsById(resource, ids), now, isAsked: false })
}

interface MovedLink {
  record: string
  was: string
  key: string
  link: string
  host: string
}

const movedLinks = (resource: LinkedResource, edits: readonly RecordEdit[], bases: Bases): MovedLink[] =>
  edits.flatMap(({ stored, values }) => {
    const after = linksOf(resource, { ...stored, ...values })
    return linksOf(resource, stored).flatMap((before, index) => {
      const link = after[index]
      if (!link || link.link === before.link) return []
      const host = linkHost(checkedUrl(resource, link, bases), link.isYoutube)
      const [was, key] = [linkKey(resource, before), linkKey(resource, link)]
      return [{ record: stored._id, was, key, link: link.link, host }]
    })
  })

interface ContentLink extends Pick<StoredLink, 'link' | 'linkType'> {
  provider?: number | null
  isYoutube?: boolean
}

/** The links of a record that are checked. */
const linksOf = (resource: LinkedResource, row: StoredRow): StoredLink[] => {
  const { content, link, linkInternal } = row
  if (typeof link === 'string')
    return [{ link, linkType: resource === 'channels' && linkInternal === 'I' ? 'I' : 'E', isYoutube: false }]
  const links: readonly ContentLink[] = Array.isArray(content) ? content : []
  return links.map(({ link, linkType, provider, isYoutube }) => ({
    link,
    linkType,
    isYoutube: provider === 0 || isYoutube === true,
  }))
}

const moveChecks = async (tx: Tx, links: readonly MovedLink[], now: Date): Promise<void> => {
  if (links.length === 0) return
  await addHosts(tx, new Set(links.map(({ host }) => host)), now)
  const moved = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
    as moved (record text, was text, key text, link text, host text)`
  // A former link of the record may have been equal to the new one.
  await tx.execute(sql`
    delete from ${linkHealth} using ${moved} where ${linkHealth.record} = moved.record and ${linkHealth.key} = moved.key
      and exists (select from ${linkHealth} old where old.record = moved.record and old.key = moved.was)`)
  await tx.execute(sql`
    update ${linkHealth} set key = moved.key, link = moved.link, host = moved.host, deactivated = null
    from ${moved} where ${linkHealth.record} = moved.record and ${linkHealth.key} = moved.was`)
}

/** The endpoint that shows what a replacement would change, without changing it. */
export const replacementPreviewRoute = (app: App, context: Context, collection: Collection): void => {
  const { resource } = collection.entity
  if (!isLinked(resource)) return
  app.route({
    ...operation(bulkPreviewEndpoint(resource)),
    config: { access: { action: 'update', resource }, peopleOnly: true, load: 'reports' },
    handler: ({ body }) => previewReplacement(context.db, collection, resource, body),
  })
}

const previewReplacement = async (
  db: Executor,
  collection: Collection,
  resource: LinkedResource,
  { from, to, ...choice }: ReplacementPreviewInput,
): Promise<ReplacementPreview> => {
  const replacement = { from, to }
  const chosen = selectRecords(collection, choice)
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (${chosen} limit ${MAX_RECORDS + 1}) as chosen`,
  )
  const records = rows[0]?.count ?? 0
  if (records > MAX_RECORDS) throw new Invalid([{ field: '', message: BULK_MESSAGES.tooMany }])
  const preview: ReplacementPreview = {
    ...{ records, changed: 0, links: 0, examples: [] },
    ...{ refusedCount: 0, refused: [] },
  }
  for await (const stored of recordsAt(db, collection, chosen, replacedHost(replacement)))
    addToPreview(preview, stored, replaceInRecord(resource, stored, replacement))
  return preview
}

const addToPreview = (
  preview: ReplacementPreview,
  { _id, title }: StoredRow,
  replaced: ReturnType<typeof replaceInRecord>,
): void => {
  const called = { _id, title: String(title) }
  if ('message' in replaced) {
    preview.refusedCount++
    if (preview.refused.length < MAX_EXAMPLES) preview.refused.push({ ...called, message: replaced.message })
    return
  }
  if (replaced.links.length === 0) return
  preview.changed++
  preview.links += replaced.links.length
  const shown = replaced.links.slice(0, MAX_EXAMPLES - preview.examples.length)
  preview.examples.push(...shown.map((link) => ({ ...called, ...link })))
}

/** Records read by one statement. */
const PAGE_SIZE = 1_000

/** The chosen records with a link at a host, with the columns that a replacement reads; found once, and read in pages. */
async function* recordsAt(
  db: Executor,
  { table }: Collection,
  chosen: SQL,
  host: string,
): AsyncGenerator<StoredRow> {
  const { _id } = table
  const { title, content, link, guideLink } = tableColumns(table)
  const columns = Object.entries({ _id, title, content, link, guideLink })
  const read = Object.fromEntries(columns.flatMap(([name, column]) => (column ? [[name, column]] : [])))
  const { rows } = await db.execute<{ _id: string }>(sql`
    select ${_id} from ${table}
    where ${and(sql`${_id} in (${chosen})`, hostCondition({ content, link, guideLink }, host))} order by ${_id}`)
  for (let from = 0; from < rows.length; from += PAGE_SIZE) {
    const ids = rows.slice(from, from + PAGE_SIZE).map(({ _id }) => _id)
    const page = await db.select(read).from(anyTable(table)).where(isAnyOf(_id, ids)).orderBy(asc(_id))
    yield* page.map(asStoredRow)
  }
}
