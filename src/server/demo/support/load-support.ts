import { sql } from 'drizzle-orm'
import { rebuildCounts } from '../../features/support/rebuild-counts.ts'
import type { Tx } from '../../platform/database/open.ts'
import { makePartitions, monthOf } from '../../platform/database/partitions.ts'
import { histories, issueComments, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { createRandom } from '../random.ts'
import { composeComments } from './comments.ts'
import { composeIssues, type Reported } from './issues.ts'
import {
  type EpisodeTitle,
  readClerks,
  readEpisodes,
  readTitles,
  readViewers,
  type Title,
} from './viewers-and-titles.ts'
import { composeVisits } from './visits.ts'

type Visit = typeof histories.$inferInsert

/** Rows passed as one JSON parameter: far faster than a parameter for each value. */
const BATCH = 5000

/** Inserts visits and error reports; users and catalogue must exist. */
export async function loadSupport(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const titles = await readTitles(tx)
  const episodes = await readEpisodes(tx)
  const visits = composeVisits(await readViewers(tx), titles, episodes, now, createRandom('visits'))
  await makePartitions(tx, 'visits', [...new Set(visits.map(({ date }) => monthOf(date)))])
  for (let start = 0; start < visits.length; start += BATCH)
    await insertVisits(tx, visits.slice(start, start + BATCH))
  const composed = composeIssues(
    toReported(visits, titles, episodes),
    { now, timeZone },
    createRandom('issues'),
  )
  const { _id, number } = issueGroups
  const groups = await tx.insert(issueGroups).values(composed.groups).returning({ _id, number })
  const numberById = new Map(groups.map((group) => [group._id, group.number]))
  const reports = composed.issues.flatMap((issue) => {
    const group = numberById.get(issue.group)
    return group === undefined ? [] : [{ ...issue, group }]
  })
  const titleByNumber = new Map(composed.groups.map(({ _id, title }) => [numberById.get(_id), title]))
  const { comments, assigned } = composeComments(
    reports,
    ({ group }) => titleByNumber.get(group) ?? '',
    await readClerks(tx),
    now,
    createRandom('comments'),
  )
  await tx
    .insert(issues)
    .values(reports.map((report) => ({ ...report, assignee: assigned.get(report._id) ?? null })))
  await tx.insert(issueComments).values(comments)
  await rebuildCounts(tx, timeZone)
}

async function insertVisits(tx: Tx, visits: readonly Visit[]): Promise<void> {
  const rows = visits.map(
    ({ _id, user, userName, contentId, episodeId, mediaType, contentLink, ...rest }) => ({
      ...{ _id, user_id: user, user_name: userName, content_id: contentId, episode_id: episodeId },
      ...{ media_type: mediaType, content_link: contentLink, ...rest },
    }),
  )
  // The database computes the other columns.
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${histories} (${columns})
    select ${columns} from jsonb_populate_recordset(null::histories, ${JSON.stringify(rows)}::jsonb)`)
}

const toReported = (
  visits: readonly Visit[],
  titles: readonly Title[],
  episodes: ReadonlyMap<string, readonly EpisodeTitle[]>,
): Reported[] => {
  const titleById = new Map(titles.map((title) => [title.id, title]))
  const episodeById = new Map([...episodes.values()].flat().map((episode) => [episode.id, episode]))
  return visits.flatMap(({ user, date, contentId, episodeId }) => {
    const title = titleById.get(contentId)
    const episode = episodeById.get(episodeId ?? '')
    return title ? [{ user, date, media: toMedia(title, episode) }] : []
  })
}

const toMedia = (
  { id, mediaType, resource, title, reference }: Title,
  episode: EpisodeTitle | undefined,
): Reported['media'] =>
  episode
    ? {
        ...{ mediaId: episode.id, mediaType, resource: 'episodes', parentId: id },
        ...{ title: `${title} · ${episode.label}`, reference: episode.reference },
      }
    : { mediaId: id, mediaType, resource, parentId: null, title, reference }
