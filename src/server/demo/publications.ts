import { and, asc, eq, sql } from 'drizzle-orm'
import { recordChange, SERVICE } from '../platform/audit/audit-log.ts'
import type { Tx } from '../platform/database/open.ts'
import { makePartitions, monthOf } from '../platform/database/partitions.ts'
import { channels } from '../platform/database/schema/channels.ts'
import { categories, movies, musics, series, sports } from '../platform/database/schema/contents.ts'
import { DAY, HOUR, shift } from './clock.ts'

/** Hours from now until a record is switched on, and off. */
type Plan = readonly [publish: number | null, unpublish: number | null]

const DAYS = 24

/** Inactive records to be published, and active ones to be withdrawn. */
const PLANS = [
  {
    table: movies,
    status: false,
    plans: [
      [3, null],
      [DAYS, 30 * DAYS],
      [3 * DAYS, null],
      [8 * DAYS, 40 * DAYS],
    ],
  },
  { table: series, status: false, plans: [[2 * DAYS, null]] },
  { table: channels, status: false, plans: [[DAYS + 6, null]] },
  {
    table: musics,
    status: true,
    plans: [
      [null, 5 * DAYS],
      [null, 12 * DAYS],
    ],
  },
  { table: sports, status: true, plans: [[null, DAYS + 2]] },
] as const satisfies readonly { table: object; status: boolean; plans: readonly Plan[] }[]

/** Gives some records publication dates; one film could not be published yesterday. */
export const loadPublications = async (tx: Tx, now: Date): Promise<void> => {
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const at = (hours: number | null) => (hours === null ? null : shift(hour, hours * HOUR).toISOString())
  for (const { table, status, plans } of PLANS) {
    const rows = await tx
      .select({ _id: table._id })
      .from(table)
      .where(eq(table.status, status))
      .orderBy(asc(table._id))
      .limit(plans.length)
    for (const [index, { _id }] of rows.entries()) {
      const [publish, unpublish]: Plan = plans[index] ?? [null, null]
      await tx
        .update(table)
        .set({ datePublish: at(publish), dateUnpublish: at(unpublish) })
        .where(eq(table._id, _id))
    }
  }
  await blockFilm(tx, shift(hour, -DAY), shift(hour, 7 * DAY))
}

/** A film whose only category is inactive (rule L4). */
const blockFilm = async (tx: Tx, date: Date, end: Date): Promise<void> => {
  const [category] = await tx
    .select({ _id: categories._id })
    .from(categories)
    .where(and(eq(categories.type, 'PELICULA'), eq(categories.status, false)))
    .limit(1)
  const [film] = await tx
    .select({ _id: movies._id, title: movies.title })
    .from(movies)
    .where(and(eq(movies.status, false), sql`${movies.datePublish} is null`))
    .orderBy(asc(movies._id))
    .limit(1)
  if (!category || !film) return
  await tx
    .update(movies)
    .set({
      categories: [category._id],
      datePublish: date.toISOString(),
      dateUnpublish: end.toISOString(),
      publicationDue: end,
      publicationBlocked: 'category',
    })
    .where(eq(movies._id, film._id))
  await makePartitions(tx, 'audit', [monthOf(date)])
  await recordChange(tx, SERVICE, date, {
    action: 'update',
    resource: 'movies',
    record: { _id: film._id, name: film.title },
    before: { publicationBlocked: null },
    after: { publicationBlocked: 'category' },
  })
}
