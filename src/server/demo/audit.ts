import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { eventRows, insertEvents, type NewAuditEvent } from '../platform/audit/audit-log.ts'
import type { Tx } from '../platform/database/open.ts'
import { makePartitions, monthOf } from '../platform/database/partitions.ts'
import { movies } from '../platform/database/schema/contents.ts'
import { users } from '../platform/database/schema/users.ts'
import { DAY, HOUR, MINUTE, shift } from './clock.ts'
import { MEMBERS } from './people/team.ts'
import { createRandom, idAt, type Random } from './random.ts'

/** Days of sign-ins in the audit log. */
const DAYS = 30
/** Days of edits, which span several monthly partitions. */
const DAYS_OF_EDITS = 365
const EDITED_FILMS = 120
const BATCH = 500

type Member = Pick<typeof users.$inferSelect, '_id' | 'name'>

/** Fills the audit log with sign-ins of the staff and edits of films. */
export const loadAudit = async (tx: Tx, now: Date): Promise<void> => {
  const random = createRandom('audit')
  const staff = await tx
    .select({ _id: users._id, name: users.name })
    .from(users)
    .where(
      inArray(
        users.name,
        MEMBERS.map(({ name }) => name),
      ),
    )
    .orderBy(asc(users.name))
  const entries = [...signIns(staff, now, random), ...(await edits(tx, staff, now, random))]
  await makePartitions(tx, 'audit', [...new Set(entries.map(({ entry }) => monthOf(entry.date)))])
  for (let start = 0; start < entries.length; start += BATCH)
    await insertEvents(tx, entries.slice(start, start + BATCH))
}

const entry = (
  member: Member | undefined,
  address: string,
  date: Date,
  event: NewAuditEvent,
  random: Random,
) => {
  const by = { id: member?._id ?? null, name: member?.name ?? '', ip: address }
  const { entry, personal } = eventRows(by, date, event)
  const _id = idAt(date, random)
  return { entry: { ...entry, _id }, personal: { ...personal, _id } }
}

/** An address per member, of a range reserved for documentation (RFC 5737). */
const memberIp = (index: number): string => `192.0.2.${10 + index}`

const signIns = (staff: readonly Member[], now: Date, random: Random) =>
  staff.flatMap((member, index) =>
    Array.from({ length: DAYS }, (_, day) => {
      const date = shift(now, -day * DAY - random.integer(30, 9 * 60) * MINUTE)
      const event = { resource: 'users', record: member } as const
      const done = entry(member, memberIp(index), date, { action: 'sign-in', ...event }, random)
      if (!random.chance(0.12)) return [done]
      const before = shift(date, -random.integer(1, 3) * MINUTE)
      const failed = { action: 'sign-in-failed', ...event } as const
      return [entry(undefined, memberIp(index), before, failed, random), done]
    }).flat(),
  )

/** Films that were made active some time after they had been entered. */
const edits = async (tx: Tx, staff: readonly Member[], now: Date, random: Random) => {
  const films = await tx
    .select({ _id: movies._id, title: movies.title, date: movies.dateUpdate })
    .from(movies)
    .where(and(eq(movies.status, true), gte(movies.dateUpdate, shift(now, -DAYS_OF_EDITS * DAY))))
    .orderBy(asc(movies._id))
  const editors = staff.flatMap(({ name }, index) => (name.startsWith('catalogo') ? [index] : []))
  return random.sample(films, EDITED_FILMS).map(({ date, ...record }) => {
    const index = random.pick(editors)
    const at = date < now ? date : shift(now, -HOUR)
    const event = {
      action: 'update',
      resource: 'movies',
      record: { _id: record._id, name: record.title },
    } as const
    const change = { before: { status: false }, after: { status: true } }
    return entry(staff[index], memberIp(index), at, { ...event, ...change }, random)
  })
}
