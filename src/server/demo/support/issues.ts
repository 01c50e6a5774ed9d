import { dayOf } from '../../../domain/format/dates.ts'
import { ISSUE_TYPES } from '../../../domain/support/issue.ts'
import type { issueGroups, issues } from '../../platform/database/schema/support.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { DAY, earlier, MINUTE, shift } from '../clock.ts'
import { idAt, type Random } from '../random.ts'

type Group = typeof issueGroups.$inferInsert & { _id: string }
/** A report with the id of its group; the group's number is assigned on insert. */
type Issue = Omit<typeof issues.$inferInsert, 'group'> & { _id: string; group: string }

const ISSUES = 300
const CLERK = 'soporte'
/** Reports follow a visit shortly; those of the last days are mostly open. */
const SPAN = 150 * DAY
const USUAL_REPAIR = 12 * DAY

/** The visit that a report is about, with the fields copied from its content. */
export interface Reported {
  user: string
  date: Date
  media: Pick<Group, 'mediaId' | 'mediaType' | 'resource' | 'parentId' | 'title' | 'reference'>
}

/**
 * Reports about visited contents, oldest first, with their groups, still to be counted; 60 % concern forty of the
 * visits.
 */
export const composeIssues = (
  visits: readonly Reported[],
  { now, timeZone }: { now: Date; timeZone: string },
  random: Random,
): { groups: Group[]; issues: Issue[] } => {
  const recent = visits.filter(({ date }) => date > shift(now, -SPAN))
  const broken = random.sample(recent, 40)
  const groups = new Map<string, Group>()
  const reports: Issue[] = []
  while (recent.length > 0 && reports.length < ISSUES) {
    const { user, date: seen, media } = random.chance(0.6) ? random.pick(broken) : random.pick(recent)
    const date = earlier(now, shift(seen, random.integer(1, 90) * MINUTE + random.integer(0, 9) * DAY))
    const isRepaired = random.chance(now.getTime() - date.getTime() > USUAL_REPAIR ? 0.85 : 0.3)
    const issueType = random.pick(ISSUE_TYPES)
    const group = assignGroup(groups, { media, issueType, date }, random)
    reports.push({
      ...{ _id: idAt(date, random), group, mediaId: media.mediaId, mediaType: media.mediaType, issueType },
      ...{ status: isRepaired, date, day: dayOf(date, timeZone), user },
      userUpdate: isRepaired ? CLERK : '',
      dateUpdate: isRepaired ? earlier(now, shift(date, random.integer(30, 4000) * MINUTE)) : date,
    })
  }
  return { groups: [...groups.values()], issues: reports.sort((a, b) => a.date.getTime() - b.date.getTime()) }
}

type NewReport = Pick<Reported, 'media'> & Pick<Group, 'issueType'> & { date: Date }

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
