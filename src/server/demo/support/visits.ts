import type { histories } from '../../platform/database/schema/support.ts'
import { searchText } from '../../platform/database/search.ts'
import { DAY, earlier, HOUR, later, MINUTE, shift } from '../clock.ts'
import { idAt, type Random } from '../random.ts'
import type { EpisodeTitle, Title, Viewer } from './sources.ts'

type Visit = typeof histories.$inferInsert

const VISITS = 12_000
const SPAN = 730 * DAY
/** Viewing hours in UTC: mostly in the evening. */
const HOURS = [0, 0, 1, 1, 1, 2, 2, 3, 12, 14, 16, 18, 19, 21, 22, 22, 23, 23, 23]

/** Weighted random choice; each item is picked at most as often as its weight. */
const weightedPicker = <Item>(items: readonly Item[], weightOf: (item: Item) => number, random: Random) => {
  const ends: number[] = []
  let total = 0
  for (const item of items) {
    total += weightOf(item)
    ends.push(total)
  }
  const left = new Map(items.map((item) => [item, weightOf(item)]))
  return (): Item | undefined => {
    const wanted = random.next() * total
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    const item = items[low]
    const rest = item === undefined ? 0 : (left.get(item) ?? 0)
    if (item === undefined || rest < 1) return undefined
    left.set(item, rest - 1)
    return item
  }
}

const momentIn = (from: Date, to: Date, random: Random): Date => {
  const moment = new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * random.next() ** 0.7))
  const evening = new Date(moment)
  evening.setUTCHours(random.pick(HOURS), random.integer(0, 59), random.integer(0, 59))
  return evening >= from && evening <= to ? evening : moment
}

/** Milliseconds for which a viewer who signed in is still watching. */
const SESSION = 12 * HOUR

/** The instant of the last visit of a viewer who has signed in lately, up to a minute ago. */
const lastMoment = ({ until }: Viewer, now: Date, random: Random): Date =>
  shift(until, Math.floor((now.getTime() - MINUTE - until.getTime()) * Math.sqrt(random.next())))

/** Visits of the last two years, oldest first, weighted by the views of viewers and contents. */
export const composeVisits = (
  viewers: readonly Viewer[],
  titles: readonly Title[],
  episodes: ReadonlyMap<string, readonly EpisodeTitle[]>,
  now: Date,
  random: Random,
): Visit[] => {
  const pickViewer = weightedPicker(viewers, ({ views }) => views, random)
  const pickTitle = weightedPicker(titles, ({ view }) => view, random)
  const seen = new Map<string, number>()
  const watching = new Set<string>()
  const start = shift(now, -SPAN)
  const visits: Visit[] = []
  for (let attempt = 0; visits.length < VISITS && attempt < 4 * VISITS; attempt++) {
    const viewer = pickViewer()
    const title = viewer && pickTitle()
    if (!title) continue
    const from = later(later(viewer.since, title.since), start)
    const to = earlier(viewer.until, now)
    if (shift(from, HOUR) > to) continue
    const episode = pickEpisode(episodes.get(title.id) ?? [], seen, random)
    const isLast = viewer.isActive && viewer.until > shift(now, -SESSION) && !watching.has(viewer.id)
    if (isLast) watching.add(viewer.id)
    const date = isLast ? lastMoment(viewer, now, random) : momentIn(from, to, random)
    visits.push(composeVisit(viewer, title, episode, date, random))
  }
  return visits.sort((a, b) => a.date.getTime() - b.date.getTime())
}

const pickEpisode = (
  candidates: readonly EpisodeTitle[],
  seen: Map<string, number>,
  random: Random,
): EpisodeTitle | undefined => {
  if (candidates.length === 0) return undefined
  const episode = random.pick(candidates)
  const times = (seen.get(episode.id) ?? 0) + 1
  if (times > episode.view) return undefined
  seen.set(episode.id, times)
  return episode
}

const composeVisit = (
  viewer: Viewer,
  { id, resource, mediaType, title, genres, year, link }: Title,
  episode: EpisodeTitle | undefined,
  date: Date,
  random: Random,
): Visit => {
  const label = episode?.label ?? ''
  return {
    ...{ _id: idAt(date, random), date, user: viewer.id, userName: viewer.name },
    ...{ contentId: id, episodeId: episode?.id ?? null, mediaType, resource, title, episode: label },
    ...{ contentLink: episode?.link ?? link, genres, year, search: searchText(viewer.name, title, label) },
  }
}
