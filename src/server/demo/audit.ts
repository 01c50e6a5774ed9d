import { and, asc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { eventRows, insertEvents, type NewAuditEvent } from '../platform/audit/audit-log.ts'
import type { Tx } from '../platform/database/open.ts'
import { makePartitions, monthOf } from '../platform/database/partitions.ts'
import { movies } from '../platform/database/schema/contents.ts'
import { profiles, users } from '../platform/database/schema/users.ts'
import { DAY, MINUTE, shift } from './clock.ts'
import { PEOPLE } from './fixtures.ts'
import { createRandom, idAt, type Random } from './random.ts'

/** Days of sign-ins in the audit log. */
const SIGN_IN_DAYS = 30
/** Days of creations and edits, which span several monthly partitions. */
const DAYS = 365
const EDITED_FILMS = 120
const BATCH = 500

const RESELLERS = ['superagente', 'agente'] as const
const SIGNED_IN = [...PEOPLE.staff.map(({ name }) => name), ...RESELLERS]

type Member = Pick<typeof users.$inferSelect, '_id' | 'name'>
type Event = NewAuditEvent & { by: Member | undefined; date: Date }

/** An address per user, of a range reserved for documentation (RFC 5737). */
export const userIp = (name: string): string => `192.0.2.${createRandom(name).integer(1, 254)}`

/** Fills the audit log with sign-ins of the staff, customers who were entered and edited, and edits of films. */
export const loadAudit = async (tx: Tx, now: Date): Promise<void> => {
  const random = createRandom('audit')
  const members = await tx
    .select({ _id: users._id, name: users.name })
    .from(users)
    .where(and(inArray(users.name, SIGNED_IN), eq(users.status, 'enable')))
    .orderBy(asc(users.name))
  const events = [
    ...signIns(members, now, random),
    ...(await filmEdits(tx, members, now, random)),
    ...(await userEvents(tx, now)),
  ]
  await makePartitions(tx, 'audit', [...new Set([...events.map(({ date }) => monthOf(date)), monthOf(now)])])
  for (let start = 0; start < events.length; start += BATCH)
    await insertEvents(
      tx,
      events.slice(start, start + BATCH).map((event) => pastRows(event, random)),
    )
}

/** The rows of an event, with ids of its date. */
const pastRows = ({ by, date, ...event }: Event, random: Random) => {
  const author = {
    id: by?._id ?? null,
    name: by?.name ?? '',
    ip: userIp(by?.name ?? event.record.name ?? ''),
  }
  const { entry, personal } = eventRows(author, date, event)
  const _id = idAt(date, random)
  return { entry: { ...entry, _id }, personal: { ...personal, _id } }
}

const signIns = (members: readonly Member[], now: Date, random: Random): Event[] =>
  members.flatMap((member) =>
    Array.from({ length: SIGN_IN_DAYS }, (_, day): Event[] => {
      const date = shift(now, -day * DAY - random.integer(30, 9 * 60) * MINUTE)
      const event = { resource: 'users', record: member } as const
      const done: Event = { action: 'sign-in', by: member, date, ...event }
      if (!random.chance(0.12)) return [done]
      const failed = shift(date, -random.integer(1, 3) * MINUTE)
      return [{ action: 'sign-in-failed', by: undefined, date: failed, ...event }, done]
    }).flat(),
  )

/** Films that were edited or made active some time after they had been entered. */
const filmEdits = async (tx: Tx, members: readonly Member[], now: Date, random: Random): Promise<Event[]> => {
  const { _id, title, year, reference, dateUpdate } = movies
  const films = await tx
    .select({ _id, title, year, reference, date: dateUpdate })
    .from(movies)
    .where(and(eq(movies.status, true), gte(dateUpdate, shift(now, -DAYS * DAY))))
    .orderBy(asc(_id))
  const editors = members.filter(({ name }) => name.startsWith('catalogo'))
  return random.sample(films, EDITED_FILMS).map(({ date, ...film }): Event => {
    const [before, after] = random.pick<[object, object]>([
      [{ status: false }, { status: true }],
      [{ year: film.year - 1 }, { year: film.year }],
      [{ reference: '' }, { reference: film.reference }],
    ])
    return {
      ...{ action: 'update', resource: 'movies', record: { _id: film._id, name: film.title } },
      ...{ before: { ...before }, after: { ...after } },
      ...{ by: random.pick(editors), date },
    }
  })
}

/** Users who were entered, and whose telephone was changed, in the last year. */
const userEvents = async (tx: Tx, now: Date): Promise<Event[]> => {
  const since = shift(now, -DAYS * DAY)
  const rows = await tx
    .select({ user: users, profile: profiles.name, creator: sql<string>`creator.name` })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .innerJoin(sql`${users} as creator`, sql`creator._id = ${users.createdBy}`)
    .where(and(gte(users.dateUpdate, since), isNotNull(users.createdBy)))
    .orderBy(asc(users._id))
  return rows.flatMap(({ user, profile, creator }): Event[] => {
    const by = { _id: user.createdBy ?? '', name: creator }
    const event = { resource: 'users', record: user, by } as const
    const { passwordHash: _, ...fields } = user
    const created: Event[] =
      user.dateCreate >= since
        ? [{ ...event, action: 'create', date: user.dateCreate, after: { ...fields, profile } }]
        : []
    if (user.userUpdate === '') return created
    const change = { before: { celPhone: '' }, after: { celPhone: user.celPhone } }
    return [...created, { ...event, action: 'update', date: user.dateUpdate, ...change }]
  })
}
