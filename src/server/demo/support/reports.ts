import { dayOf } from '../../../domain/format/dates.ts'
import { ISSUE_TYPES, type IssueType } from '../../../domain/support/issue.ts'
import { fillAnswer } from '../../../domain/support/issue-comment.ts'
import type { issueComments, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { DAY, earlier, HOUR, MINUTE, shift } from '../clock.ts'
import { idAt, type Random } from '../random.ts'
import { DEMO_TEMPLATES } from '../settings.ts'

type Group = typeof issueGroups.$inferInsert & { _id: string }
type Comment = typeof issueComments.$inferInsert
/** A report with the id of its group; the group's number is assigned on insert. */
type Report = Omit<typeof issues.$inferInsert, 'group'> & { _id: string; group: string }

type Media = Pick<Group, 'mediaId' | 'mediaType' | 'resource' | 'parentId' | 'title' | 'reference'>

/** A visit that may have been reported. */
export interface Seen {
  user: string
  date: Date
  media: Media
}

/** A content whose links failed from an instant until they were repaired; null: they still do. */
export interface Failure {
  media: Media
  from: Date
  until: Date | null
}

interface Sources {
  visits: readonly Seen[]
  failures: readonly Failure[]
  /** Ids of viewers with a licence, who report failing links. */
  viewers: readonly string[]
  /** Ids of the users who answer reports; the first has the login `soporte`. */
  clerks: readonly string[]
  now: Date
  timeZone: string
}

interface Composed {
  groups: Group[]
  reports: Report[]
  comments: Comment[]
}

const CLERK = 'soporte'
/** Reports about single visits, and the days over which they are spread. */
const USUAL_REPORTS = 240
const SPAN = 150 * DAY
const USUAL_REPAIR = 12 * DAY
/** What viewers report about a link that does not work. */
const LINK_TYPES: readonly IssueType[] = ['LINK', 'VIDEO', 'BUFFERING']

const NOTES = [
  'El proveedor cambió el enlace; pedí el nuevo.',
  'En la web se ve bien. Falta probarlo en un televisor.',
  'Es el mismo archivo que falló la semana pasada.',
] as const

interface NewReport extends Seen {
  issueType: IssueType
  /** When it was repaired; null: it is open. */
  repaired: Date | null
}

/**
 * Reports, oldest first, with their groups, still to be counted, and their answers and notes. Most follow a visit by some
 * minutes; the others concern failing links, and were repaired with them.
 */
export const composeReports = (sources: Sources, random: Random): Composed => {
  const { now, timeZone } = sources
  const groups = new Map<string, Group>()
  const comments: Comment[] = []
  const news = [...usualReports(sources, random), ...failureReports(sources, random)]
    .filter(({ date }) => date < now)
    .sort((a, b) => a.date.getTime() - b.date.getTime())
  const reports = news.map((report): Report => {
    const { user, date, media, issueType, repaired } = report
    const work = handleReport(report, sources, random)
    const _id = idAt(date, random)
    comments.push(...work.comments.map((each) => ({ ...each, _id: idAt(each.date, random), issue: _id })))
    return {
      ...{
        _id,
        group: assignGroup(groups, report, random),
        mediaId: media.mediaId,
        mediaType: media.mediaType,
      },
      ...{ issueType, status: repaired !== null, date, day: dayOf(date, timeZone), user },
      userUpdate: repaired === null ? '' : CLERK,
      dateUpdate: repaired ?? date,
      assignee: work.assignee,
    }
  })
  return { groups: [...groups.values()], reports, comments }
}

const usualReports = ({ visits, now }: Sources, random: Random): NewReport[] => {
  const recent = visits.filter(({ date }) => date > shift(now, -SPAN))
  return random.sample(recent, USUAL_REPORTS).map(({ date: seen, ...visit }) => {
    const date = shift(seen, random.integer(MINUTE, 25 * MINUTE))
    const isRepaired = random.chance(now.getTime() - date.getTime() > USUAL_REPAIR ? 0.9 : 0.35)
    const repaired = isRepaired ? earlier(now, shift(date, random.integer(30, 4_000) * MINUTE)) : null
    return { ...visit, date, issueType: random.pick(ISSUE_TYPES), repaired }
  })
}

const failureReports = ({ failures, viewers, now }: Sources, random: Random): NewReport[] =>
  failures.flatMap(({ media, from, until }) =>
    random.sample(viewers, random.integer(2, 4)).map((user) => {
      const end = (until ?? now).getTime()
      const date = new Date(from.getTime() + Math.floor((end - from.getTime()) * random.next()))
      const repaired = until && shift(until, random.integer(20, 90) * MINUTE)
      return { user, date, media, issueType: random.pick(LINK_TYPES), repaired }
    }),
  )

/** Who works on a report, and what was written: most repaired reports were answered, and some open ones. */
const handleReport = (
  { date, media, issueType, repaired }: NewReport,
  { clerks, now }: Sources,
  random: Random,
): { assignee: string | null; comments: Omit<Comment, '_id' | 'issue'>[] } => {
  if (!random.chance(repaired ? 0.6 : 0.35)) return { assignee: null, comments: [] }
  const user = random.chance(0.5) ? (clerks[0] ?? '') : random.pick(clerks)
  const comments: Omit<Comment, '_id' | 'issue'>[] = []
  if (random.chance(0.3)) {
    const noted = earlier(now, shift(date, 20 * MINUTE))
    comments.push({ text: random.pick(NOTES), isAnswer: false, date: noted, user })
  }
  const template = DEMO_TEMPLATES[repaired ? 0 : 1]
  const answered = repaired ?? shift(date, HOUR)
  if (template && answered <= now && random.chance(repaired ? 0.9 : 0.5)) {
    const text = fillAnswer(template.text, { issueType, title: media.title })
    comments.push({ text, isAnswer: true, date: answered, user })
  }
  return { assignee: repaired ? null : user, comments }
}

const assignGroup = (
  groups: Map<string, Group>,
  { media, issueType, date }: NewReport,
  random: Random,
): string => {
  const key = `${media.mediaId} ${issueType}`
  const group: Group = groups.get(key) ?? {
    ...{ _id: idAt(date, random), ...media, issueType, open: 0, fixed: 0, lastDate: date },
    ...{ titleKey: sortKey(media.title), search: searchText(media.title, media.reference) },
  }
  groups.set(key, group)
  return group._id
}
