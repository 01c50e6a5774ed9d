import { rebuildCounts } from '../../features/support/rebuild-counts.ts'
import type { Tx } from '../../platform/database/open.ts'
import { makePartitions, monthOf } from '../../platform/database/partitions.ts'
import { histories, issueComments, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { HOUR, shift } from '../clock.ts'
import { lossOfFiles, outage, readFailing } from '../link-health.ts'
import { createRandom } from '../random.ts'
import { insertRows } from '../record.ts'
import { composeReports, type Failure, type Seen } from './reports.ts'
import {
  type EpisodeTitle,
  readClerks,
  readEpisodes,
  readTitles,
  readViewers,
  type Title,
} from './sources.ts'
import { composeVisits } from './visits.ts'

type Visit = typeof histories.$inferInsert

/** Contents with failing links that were reported, of those that still fail and of those that are repaired. */
const FAILURES = 10

/** Inserts visits and error reports; users, catalogue and link checks must exist. */
export async function loadSupport(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const titles = await readTitles(tx)
  const episodes = await readEpisodes(tx)
  const viewers = await readViewers(tx, now)
  const visits = composeVisits(viewers, titles, episodes, now, createRandom('visits'))
  await makePartitions(tx, 'visits', [...new Set(visits.map(({ date }) => monthOf(date)))])
  await insertRows(tx, histories, visits)
  const { groups, reports, comments } = composeReports(
    {
      ...{ now, timeZone, clerks: await readClerks(tx) },
      visits: toSeen(visits, titles, episodes),
      failures: await readFailures(tx, titles, now),
      viewers: viewers.filter(({ isActive }) => isActive).map(({ id }) => id),
    },
    createRandom('reports'),
  )
  const { _id, number } = issueGroups
  const stored = await tx.insert(issueGroups).values(groups).returning({ _id, number })
  const numberById = new Map(stored.map((group) => [group._id, group.number]))
  await insertRows(
    tx,
    issues,
    reports.map((report) => ({ ...report, group: numberById.get(report.group) })),
  )
  await insertRows(tx, issueComments, comments)
  await rebuildCounts(tx, timeZone)
}

const readFailures = async (tx: Tx, titles: readonly Title[], now: Date): Promise<Failure[]> => {
  const { dead, recovered } = await readFailing(tx)
  const failuresOf = (records: ReadonlySet<string>, from: Date, until: Date | null): Failure[] =>
    titles
      .filter(({ id }) => records.has(id))
      .sort((a, b) => b.view - a.view)
      .slice(0, FAILURES)
      .map((title) => ({ media: toMedia(title, undefined), from, until }))
  const { from, until } = outage(now)
  return [...failuresOf(dead, shift(lossOfFiles(now), HOUR), null), ...failuresOf(recovered, from, until)]
}

const toSeen = (
  visits: readonly Visit[],
  titles: readonly Title[],
  episodes: ReadonlyMap<string, readonly EpisodeTitle[]>,
): Seen[] => {
  const titleById = new Map(titles.map((title) => [title.id, title]))
  const episodeById = new Map([...episodes.values()].flat().map((episode) => [episode.id, episode]))
  return visits.flatMap(({ user, date, contentId, episodeId }) => {
    const title = titleById.get(contentId)
    return title ? [{ user, date, media: toMedia(title, episodeById.get(episodeId ?? '')) }] : []
  })
}

const toMedia = (
  { id, mediaType, resource, title, reference }: Title,
  episode: EpisodeTitle | undefined,
): Seen['media'] =>
  episode
    ? {
        ...{ mediaId: episode.id, mediaType, resource: 'episodes', parentId: id },
        ...{ title: `${title} · ${episode.label}`, reference: episode.reference },
      }
    : { mediaId: id, mediaType, resource, parentId: null, title, reference }
