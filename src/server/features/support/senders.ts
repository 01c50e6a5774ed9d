import { and, eq, gte, lte, max, type SQL, sql } from 'drizzle-orm'
import { holds } from '../../../domain/access/permissions.ts'
import { MAX_SENDERS, type Sender } from '../../../domain/support/issue-endpoints.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor } from '../../platform/database/open.ts'
import { issues } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'

/** Whether a user sees who sent reports, within its scope of users (rule R7). */
const seesSenders = (currentUser: CurrentUser): boolean =>
  currentUser.key === undefined && holds(currentUser, { action: 'read', resource: 'users' })

/** Reads the users among these ids that the current user may read, by one statement; none for keys. */
export const readSenders = async (
  db: Executor,
  currentUser: CurrentUser,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Sender>> => {
  const unique = new Set(ids)
  if (unique.size === 0 || !seesSenders(currentUser)) return new Map()
  const rows = await db
    .select({ _id: users._id, name: users.name, fullName: users.fullName })
    .from(users)
    .where(and(isAnyOf(users._id, unique), inScope(db, currentUser)))
  return new Map(rows.map((row) => [row._id, row]))
}

/** The reports of a group that count: those of the list's status and days. */
interface SentWithin {
  status?: boolean | undefined
  dateBeging?: string | undefined
  dateFinish?: string | undefined
}

interface GroupSenders {
  senderCount: number
  /** Absent if the current user may not read users. */
  senders?: Sender[]
}

/** Counts the senders of some groups, and names the latest that the current user may read. */
export const readGroupSenders = async (
  db: Executor,
  currentUser: CurrentUser,
  groups: readonly number[],
  { status, dateBeging, dateFinish }: SentWithin,
): Promise<(group: number) => GroupSenders> => {
  const isNamed = seesSenders(currentUser)
  const sent = db
    .select({ group: issues.group, user: issues.user, last: max(issues.date).as('last_sent') })
    .from(issues)
    .where(
      and(
        isAnyOf(issues.group, groups),
        status === undefined ? undefined : eq(issues.status, status),
        dateBeging === undefined ? undefined : gte(issues.day, dateBeging),
        dateFinish === undefined ? undefined : lte(issues.day, dateFinish),
      ),
    )
    .groupBy(issues.group, issues.user)
    .as('sent')
  const latest: SQL<string[] | null> = isNamed
    ? sql`(array_agg(${sent.user} order by ${sent.last} desc, ${sent.user})
        filter (where ${users._id} is not null))[1:${sql.raw(String(MAX_SENDERS))}]`
    : sql`null`
  const counts = db
    .select({ group: sent.group, senderCount: sql<number>`count(*)`.mapWith(Number), latest })
    .from(sent)
    .groupBy(sent.group)
  const rows =
    groups.length === 0
      ? []
      : await (isNamed
          ? counts.leftJoin(users, and(eq(users._id, sent.user), inScope(db, currentUser)))
          : counts)
  const byId = await readSenders(
    db,
    currentUser,
    rows.flatMap((row) => row.latest ?? []),
  )
  const byGroup = new Map(rows.map((row) => [row.group, row]))
  return (group) => {
    const { senderCount = 0, latest = [] } = byGroup.get(group) ?? {}
    return {
      senderCount,
      ...(isNamed ? { senders: (latest ?? []).flatMap((id) => byId.get(id) ?? []) } : {}),
    }
  }
}
