import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Neighbour } from '../../../domain/contents/episode.ts'
import type { Db } from '../../platform/database/open.ts'
import { episodes } from '../../platform/database/schema/series.ts'

const { _id, serieId, season, episode, seasonKey, title } = episodes

const beside = async (db: Db, id: string, side: 'previous' | 'next'): Promise<Neighbour> => {
  const self = alias(episodes, 'self')
  const [order, sign] = side === 'next' ? [asc, sql`>`] : [desc, sql`<`]
  const [found] = await db
    .select({ _id, season, episode, title })
    .from(episodes)
    .innerJoin(self, eq(self._id, id))
    .where(
      and(eq(serieId, self.serieId), sql`(${seasonKey}, ${_id}) ${sign} (${self.seasonKey}, ${self._id})`),
    )
    .orderBy(order(seasonKey), order(_id))
    .limit(1)
  return found ?? null
}

/** The episodes around one. */
export const neighboursOf = async (db: Db, id: string): Promise<Record<'previous' | 'next', Neighbour>> => ({
  previous: await beside(db, id, 'previous'),
  next: await beside(db, id, 'next'),
})
